"""What stands above the decision: what was just played, or why a choice was not; it plays nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem import play, rules, words
from pbem.web.seats import N_
from pbem.web.typed import Draft, move_of

DONE, TOLD, BAD = "check", "clock", "warn"  # the mark of each kind of notice
MOVED_ON = ("stale", "not_your_turn")
LAST_STORIES = 3
WAYS: Mapping[str, str] = {
    "web": N_("on the page"),
    "mail": N_("by mail"),
    "api": N_("by a program"),
    "cli": N_("by the host of the table"),
    "bot": N_("by a bot"),
    "order": N_("by a standing order"),
    "timeout": N_("by a bot, as the time was up"),
}


@dataclass(frozen=True)
class Notice:
    """A receipt, what happened meanwhile, or why a move was refused; `mark` is the drawing before it."""

    text: str
    mark: str = TOLD


def receipt(voice: words.Voice, table: play.Table, number: str) -> tuple[Notice, ...]:
    """What the own move of that number was and brought, so that an address cannot claim a move."""
    for entry in reversed(table.log):
        if str(entry.ply) == number and table.me is not None and entry.seat == table.me.number:
            played = voice.gettext("Played: %(move)s.", move=voice.played(entry.move))
            brought = voice.brought(entry.event.gains.get(entry.seat, {}))
            return (Notice(f"{played} {brought}".rstrip(), DONE),)
    return ()


def refusal(
    voice: words.Voice, table: play.Table, draft: Draft, error: play.PlayError, seen: int | None
) -> tuple[Notice, ...]:
    """Why the choice was not played. `seen`: the moves that the log had when the page was opened.

    That the table moved on is no trouble, so it is not shown as one: what was played instead, and what happened since.
    """
    if error.code not in MOVED_ON:
        return (Notice(voice.say(error), BAD),)
    since = [entry for entry in table.log if seen is not None and entry.ply > seen]
    own = next((entry for entry in since if is_answer(table, entry)), None)
    why = already(voice, own) if own else voice.say(error)
    chosen = _chosen(voice, draft)
    if chosen and not (own and own.move == move_of(draft)):
        why = voice.gettext("Not played: %(move)s. %(why)s", move=chosen, why=why)
    return (Notice(why), *_meanwhile(voice, table, since))


def gone(voice: words.Voice, table: play.Table, draft: Draft) -> tuple[Notice, ...]:
    """That the choice of a letter's link cannot be made now; nothing where it can, or where none was chosen."""
    if not draft.move or _is_possible(table, draft):
        return ()
    own = next((entry for entry in reversed(table.log) if is_answer(table, entry)), None)
    if own and own.move == draft.move and not table.my_turn:
        return (Notice(already(voice, own)),)
    if not rules.is_move(draft.move):  # what stands in an address is repeated on no page (see packing)
        return (Notice(voice.gettext("Your choice from the letter is no longer possible.")),)
    move = voice.played(draft.move)
    return (Notice(voice.gettext("Your choice from the letter, %(move)s, is no longer possible.", move=move)),)


def already(voice: words.Voice, entry: play.LogEntry) -> str:
    """What was played before, when and by which way (look.md 9)."""
    way = WAYS.get(entry.via, WAYS["web"])
    return voice.gettext(
        "Already played: %(move)s, %(moment)s, %(way)s. Nothing was changed just now.",
        move=voice.played(entry.move), moment=voice.moment(entry.at), way=voice.gettext(way),
    )  # fmt: skip


def is_answer(table: play.Table, entry: play.LogEntry) -> bool:
    """Whether the entry is a decision of the reader's seat, made by whomever, and not a forced move."""
    return table.me is not None and entry.seat == table.me.number and entry.mark != "auto"


def _is_possible(table: play.Table, draft: Draft) -> bool:
    if table.my_turn is None or table.me is None or table.legal is None:
        return False
    circles = table.legal.place.get(table.me.number, {}).get("circles", {})
    return draft.move in table.legal.moves.get(table.me.number, ()) or bool(draft.placing.keys() & circles.keys())


def _chosen(voice: words.Voice, draft: Draft) -> str:
    """The choice as a receipt would name it; what was written, or is no move, in quotes."""
    move = move_of(draft)
    if not draft.written.strip() and rules.is_move(move):
        return voice.played(move)
    text = draft.written.strip() or move
    return voice.gettext("“%(words)s”", words=text) if text else ""


def _meanwhile(voice: words.Voice, table: play.Table, since: Sequence[play.LogEntry]) -> tuple[Notice, ...]:
    """What happened after the page was opened, in sentences."""
    assert table.me is not None
    stories = voice.news(since, table.names, table.me.number)
    return tuple(Notice(story.text) for story in stories[-LAST_STORIES:])
