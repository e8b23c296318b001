"""A long absence in a few lines: older rounds as who took, built and loaded what; it tells no single move."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pbem.words.names import N_
from pbem.words.sentences import LogEntry
from pbem.words.telling import Story, round_story
from pbem.words.tongue import Tongue

Names = Mapping[int, str]
ROUNDS_IN_FULL = 2  # this one and the one before
MOST_SINGLE = 3  # more older rounds than these become one


def parted(log: Sequence[LogEntry]) -> tuple[list[LogEntry], list[LogEntry]]:
    """The entries of older rounds, and those to be told in full."""
    newest = log[-1].event.round if log else 0
    older = [entry for entry in log if entry.event.round <= newest - ROUNDS_IN_FULL]
    return older, list(log[len(older) :])


def condensed(tongue: Tongue, log: Sequence[LogEntry], names: Names, you: int | None) -> tuple[Story, ...]:
    """Whole rounds in brief, one story a round or, where there are many, one for all; then the begin of the next."""
    rounds: dict[int, list[LogEntry]] = defaultdict(list)
    for entry in log:
        rounds[entry.event.round].append(entry)
    if not rounds:
        return ()
    brief, last = _Brief(tongue, names, you), log[-1].event
    following = (round_story(tongue, last, names, you),) if last.new_round else ()
    if len(rounds) <= MOST_SINGLE:
        return (*(brief.round(number, entries) for number, entries in rounds.items()), *following)
    title = tongue.gettext("Rounds %(first)s to %(last)s", first=min(rounds), last=max(rounds))
    return (Story(None, None, max(rounds), title, tuple(brief.results(log))), *following)


class _Brief:
    """Says of many moves what is still to be seen of them."""

    def __init__(self, tongue: Tongue, names: Names, you: int | None) -> None:
        self.tongue, self.names, self.you = tongue, names, you

    def round(self, number: int, log: Sequence[LogEntry]) -> Story:
        """A round: the roles, then what came of them."""
        title = self.tongue.gettext("Round %(round)s", round=number)
        return Story(None, None, number, title, (*self._roles(log), *self.results(log)))

    def results(self, log: Sequence[LogEntry]) -> list[str]:
        """What was built, who loaded for how many points, and what the table played for the reader."""
        told = [*self._built(log), *self._loaded(log)]
        late = sum(entry.mark == "timeout" and entry.seat == self.you for entry in log)
        if late:
            told.append(
                self.tongue.ngettext(
                    "The table played %(num)s move for you.", "The table played %(num)s moves for you.", late
                )
            )
        return told

    def _roles(self, log: Sequence[LogEntry]) -> list[str]:
        taken = [(e.seat, self.tongue.name(e.move.split()[1])) for e in log if e.move.startswith("role ")]
        return self._listed(N_("Roles: %(list)s."), taken)

    def _built(self, log: Sequence[LogEntry]) -> list[str]:
        built = [(e.seat, self.tongue.name(e.move.split()[1])) for e in log if e.move.startswith("build ")]
        return self._listed(N_("Built: %(list)s."), built)

    def _loaded(self, log: Sequence[LogEntry]) -> list[str]:
        points: dict[int, int] = defaultdict(int)
        for entry in log:
            if entry.move.startswith("ship "):
                points[entry.seat] += entry.event.gains.get(entry.seat, {}).get("vp", 0)
        scored = [(seat, self.tongue.thing("vp", count)) for seat, count in points.items()]
        return self._listed(N_("Loaded: %(list)s."), scored)

    def _listed(self, message: str, things: Sequence[tuple[int, str]]) -> list[str]:
        """The message with "Bea harbor and hacienda; you wharf", nothing where there are no things."""
        by_seat: dict[int, list[str]] = defaultdict(list)
        for seat, thing in things:
            by_seat[seat].append(thing)
        if not by_seat:
            return []
        lots = [
            self.tongue.gettext("you %(things)s", things=self.tongue.listing(of_seat))
            if seat == self.you
            else self.tongue.gettext("%(name)s %(things)s", name=self.names[seat], things=self.tongue.listing(of_seat))
            for seat, of_seat in by_seat.items()
        ]
        return [self.tongue.gettext(message, list="; ".join(lots))]
