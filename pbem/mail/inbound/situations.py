"""The table before which a reply is read, as its seat sees it when the reply comes; it changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from pbem import play, rules
from pbem.mail.inbound.mail import Incoming
from pbem.mail.inbound.meaning import Situation
from pbem.mail.inbound.reading import Question
from pbem.words.times import zone_named


def situation(house: play.House, table: play.Table, ply: int, incoming: Incoming, who: play.Addressee) -> Situation:
    """What the seat is asked if its turn is still the one of `ply`, and what it would be asked after moves of it."""
    turn = table.my_turn
    is_open = turn is not None and turn.since_ply <= ply <= table.game.ply and table.game.is_running
    question = None
    if is_open and turn is not None and table.view is not None and table.legal is not None:
        question = Question(table.view, table.legal, who.number, _is_listed(house, incoming, who, turn))
    return Situation(
        question=question,
        after=_following(house, table.game.slug, who.number),
        language=who.person.language,
        today=house.clock().astimezone(zone_named(who.person.zone)).date(),
        own=(who.person.name, who.seat_name, who.person.address.partition("@")[0]),
        table=tuple(table.names.values()),
        subjects=play.letter_subjects(house, who.seat_id),
    )


def _is_listed(house: play.House, incoming: Incoming, who: play.Addressee, turn: play.Owed) -> bool:
    """Whether a number may be one of this question's list: the mail answers no letter of ours with another one."""
    answered = play.answered_letter(house, incoming.in_reply_to)
    if answered is None:
        return True
    return answered.seat_id == who.seat_id and (answered.sent_at is None or answered.sent_at >= turn.asked_at)


def _following(house: play.House, slug: str, seat: int) -> Callable[[tuple[str, ...]], Question | None]:
    """Tries moves on a copy of the table, hidden parts and all: what may follow is not to be guessed."""

    def after(moves: tuple[str, ...]) -> Question | None:
        position = play.whole_position(house, slug)
        if position is None:
            return None
        state = rules.load(position)
        try:
            for move in moves:
                rules.apply(state, seat, move)
        except rules.RulesError:
            return None
        legal = rules.legal(state)
        if seat not in legal.to_act:
            return None
        return Question(rules.view(state, seat), legal, seat)

    return after
