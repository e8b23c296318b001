"""Does what a person's mail asks for, and has the letter back written; it reads no bytes and judges no words.

A mail may be handled again after a crash at any line: what it means was noted first, its moves have keys, its letter
is written once.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from pbem import play
from pbem.mail.facts import packed
from pbem.mail.inbound.commands import AWAY, BACK, STOP, Command
from pbem.mail.inbound.courtesies import polite_phrases
from pbem.mail.inbound.mail import Incoming, Outcome
from pbem.mail.inbound.meaning import Meaning, Moves, Situation, Unsure, read_reply
from pbem.mail.inbound.own import MOST_TEXT, Own, own_words, spoken_words
from pbem.mail.inbound.saying import (
    DIFFERS,
    MAY_BE_A_MOVE,
    NO_WORDS,
    NOT_YOURS,
    WRAPPED,
    all_said,
    begins_saying,
    is_only_polite,
    may_be_a_move,
    part,
)
from pbem.mail.inbound.situations import situation
from pbem.play.kinds import ALONE
from pbem.words.reading import Unclear
from pbem.words.reading.answers import NotUnderstood, not_understood, quoted
from pbem.words.times import zone_named

VIA = "mail"
# What is said of an address that answers nothing now, by the state of its game.
_NOTHING_OPEN = {"proposed": "not_begun", "inviting": "not_begun", "finished": "over", "cancelled": "over"}


def handle(house: play.House, incoming: Incoming, envelope_to: str, inbound_id: int) -> Outcome:
    """What comes of a mail to `envelope_to`. Its word is move, moves, answer, confirm, command or ignored.

    Whatever is sent goes to the address that the house has of the person, never to one that the mail names. Raises
    StoreError when the database is away; nothing is lost then, as the mail is handled again.
    """
    if incoming.machine:
        return Outcome("ignored", detail={"machine": incoming.machine})
    answering = play.read_reply_address(house, envelope_to)
    if answering is None:
        return _without_address(house, incoming, inbound_id)
    who = play.addressee(house, answering.seat_id)
    if who is None:
        return Outcome("ignored", answering.seat_id, {"why": "nobody sits there"})
    mail = _Mail(house, incoming, inbound_id, answering, who)
    return mail.confirmed() if _is_foreign(incoming, who) else mail.answered()


def _is_foreign(incoming: Incoming, who: play.Addressee) -> bool:
    """Whether somebody else wrote, or the receiving server says that the sender's name is borrowed."""
    return incoming.sender.casefold() != who.address_key or incoming.authentication == "fail"


def _without_address(house: play.House, incoming: Incoming, inbound_id: int) -> Outcome:
    """A mail to an address that answers nothing: only a person we know hears of it, and what he plays is not told."""
    known = play.seat_of_known(house, incoming.sender) if incoming.authentication != "fail" else None
    if known is None:
        return Outcome("ignored", detail={"why": "no address of ours"})
    facts = {"code": "no_address", **_threaded(incoming)}
    is_sent = play.write_back(house, inbound_id, known.seat_id, "answer", 0, facts)
    return Outcome("answer", known.seat_id, {"code": "no_address", "reply_sent": is_sent})


def _threaded(incoming: Incoming) -> dict[str, Any]:
    """The id to which the letter back refers."""
    return {"in_reply_to": incoming.message_id} if incoming.message_id else {}


class _Mail:
    """One person's mail to a genuine address."""

    def __init__(
        self,
        house: play.House,
        incoming: Incoming,
        inbound_id: int,
        answering: play.Answering,
        who: play.Addressee,
    ) -> None:
        self.house = house
        self.incoming = incoming
        self.id = inbound_id
        self.ply = answering.ply
        self.is_talk = answering.is_talk
        self.who = who

    # --- a foreign sender

    def confirmed(self) -> Outcome:
        """Nothing is done: the person of the seat is asked whether it was he, by a link that is his alone."""
        own = own_words(self.incoming.text, self.incoming.html_text)
        meaning = None if self.is_talk else self._meaning(part(own).rest)
        facts: dict[str, Any] = {
            "moves": list(meaning.moves) if isinstance(meaning, Moves) else [],
            "command": meaning.name if isinstance(meaning, Command) else None,
            "said": quoted(own.text),
            "sender": self.incoming.sender,
            "why": "failed" if self.incoming.authentication == "fail" else "other",
        }
        is_sent = play.write_back(self.house, self.id, self.who.seat_id, "confirm", self.ply, facts)
        return self._outcome("confirm", is_sent, code=facts["why"])

    # --- the person's own words

    def answered(self) -> Outcome:
        """Plays, obeys or answers."""
        plan = play.noted_plan(self.house, self.id)
        if plan is None:
            plan = play.note_plan(self.house, self.id, self._plan_of_talk() if self.is_talk else self._plan_of_answer())
        if plan.get("say"):
            try:
                play.say(self.house, self.who.seat_id, plan["say"], VIA, str(self.id))
            except play.PlayError as error:
                return self._not_said(error)
        if plan["do"] == "said":
            return self._outcome("talk", is_sent=True)
        if plan["do"] == "mute":
            play.set_talk_mode(self.house, self.who.seat_id, "none")
            return self._outcome("command", self._write("answer", {"code": "mute"}), command="mute")
        if plan["do"] == "play":
            return self._play(plan["moves"])
        if plan["do"] == "obey":
            return self._obey(plan["command"], plan.get("until"))
        facts: dict[str, Any] = {key: value for key, value in plan.items() if key not in ("do", "say")}
        return self._outcome("answer", self._write("answer", facts), code=facts["code"])

    def _meaning(self, own: Own) -> Meaning:
        return read_reply(own, self.incoming.subject, self._asked(), has_attachment=self.incoming.has_attachment)

    def _asked(self) -> Situation:
        """What the table asks; of a mail that answers talk, whatever it asks now."""
        table = play.table(self.house, self.who.slug, self.who.number)
        ply = table.my_turn.since_ply if self.is_talk and table.my_turn else self.ply
        return situation(self.house, table, ply, self.incoming, self.who)

    def _plan_of_answer(self) -> dict[str, Any]:
        """What is to be done for an answer to a question: what it says to the others, and the rest as it is read."""
        texts = (self.incoming.text, self.incoming.html_text)
        own = own_words(*texts)
        parted = part(own)
        if own.doubt or not begins_saying(own):
            return self._plan(self._meaning(own))
        if parted.doubt:
            return self._unsaid(not_understood(WRAPPED, parted.doubt))
        said = {"say": part(own_words(*texts, smileys=True)).said}
        if is_only_polite("\n".join(parted.rest.lines), self._polite()):
            return {"do": "said", **said} if said["say"].strip() else self._unsaid(NotUnderstood(NO_WORDS))
        return {**self._plan(self._meaning(parted.rest)), **said}

    def _plan_of_talk(self) -> dict[str, Any]:
        """What is to be done for an answer to what was said: it is said too, unless it may be a move."""
        texts = (self.incoming.text, self.incoming.html_text)
        own, spoken = own_words(*texts), spoken_words(*texts)
        if own.doubt in ("quote", "differs"):
            return self._unsaid(NotUnderstood(NOT_YOURS if own.doubt == "quote" else DIFFERS))
        rest = "\n".join(part(own).rest.lines)
        meaning = read_reply(Own(tuple(rest.split("\n")) if rest else ()), self.incoming.subject, self._asked())
        if isinstance(meaning, Command) and not begins_saying(own):
            return {"do": "mute"} if meaning.name == STOP else self._plan(meaning)
        if isinstance(meaning, Moves) or may_be_a_move(rest, self._polite()):
            return self._unsaid(not_understood(MAY_BE_A_MOVE, rest))
        said = all_said(spoken)
        return {"do": "said", "say": said} if said.strip() else self._unsaid(NotUnderstood(NO_WORDS))

    def _polite(self) -> tuple[str, ...]:
        asked = self._asked()
        text = f"{self.incoming.text}\n{self.incoming.html_text}"
        return polite_phrases(text[:MOST_TEXT], asked.own, asked.table)

    def _unsaid(self, why: Unclear) -> dict[str, Any]:
        return {"do": "answer", "code": "not_said", "reason": packed(why)}

    def _not_said(self, error: play.PlayError) -> Outcome:
        """What was to be said could not be: nothing else of the mail is done, so that it can be sent again."""
        facts = {"code": "not_said", "reason": packed(error)}
        return self._outcome("answer", self._write("answer", facts), code="not_said")

    def _plan(self, meaning: Meaning) -> dict[str, Any]:
        """What is to be done, as JSON."""
        if isinstance(meaning, Moves):
            return {"do": "play", "moves": list(meaning.moves)}
        if isinstance(meaning, Command):
            return {"do": "obey", "command": meaning.name, "until": meaning.until and meaning.until.isoformat()}
        return {"do": "answer", **self._unsure(meaning)}

    def _unsure(self, meaning: Unsure) -> dict[str, Any]:
        if meaning.code != "not_asked":
            return {"code": meaning.code, "reason": packed(meaning.reason)}
        table = play.table(self.house, self.who.slug, self.who.number)
        code = _NOTHING_OPEN.get(table.game.state, "stale")
        return {"code": code, "since": self.ply, "said": meaning.reason.params["text"]}

    # --- moves

    def _play(self, moves: list[str]) -> Outcome:
        made: list[dict[str, Any]] = []
        ply, refusal = self.ply, None
        for number, move in enumerate(moves):
            try:
                submitted = play.submit(
                    self.house, self.who.slug, self.who.number, ply, move, VIA, f"mail:{self.id}:{number}"
                )
            except play.PlayError as error:  # somebody was quicker, on the page or in a mail before this one
                refusal = error
                break
            made.append({"seat": self.who.number, "move": move, "ply": self._ply_of(submitted)})
            ply = submitted.ply
        if not made and refusal is not None:
            facts = {"code": "refused", "reason": packed(refusal), "since": self.ply}
            return self._outcome("answer", self._write("answer", facts), code="refused")
        left: dict[str, Any] = {}
        if refusal is not None:  # the player must hear of it, in a letter of its own
            left = {"refused": moves[len(made)], "reason": packed(refusal), ALONE: True}
        is_sent = self._write("receipt", {"moves": made, "via": VIA, **left}, made[-1]["ply"])
        return self._outcome("move" if len(made) == 1 else "moves", is_sent, moves=[each["move"] for each in made])

    def _ply_of(self, submitted: play.Submitted) -> int:
        """The number of the move in the log; forced ones may stand before and behind it."""
        own = (n for n, each in enumerate(submitted.applied) if each["seat"] == self.who.number and "auto" not in each)
        return submitted.ply - len(submitted.applied) + 1 + next(own, 0)

    # --- commands

    def _obey(self, command: str, until: str | None) -> Outcome:
        facts: dict[str, Any] = {}
        if command == AWAY:
            end = play.set_away(self.house, self.who.seat_id, self._begin_of(until))
            facts["until"] = end.isoformat() if until else None
        elif command == BACK:
            play.set_back(self.house, self.who.seat_id)
        elif command == STOP:
            play.stop_letters(self.house, self.who.seat_id)
        is_sent = self._write("answer", {"code": command, **facts})
        return self._outcome("command", is_sent, command=command)

    def _begin_of(self, day: str | None) -> datetime | None:
        """Midnight at which that day begins in the person's zone."""
        if day is None:
            return None
        zone = zone_named(self.who.person.zone)
        return datetime.combine(date.fromisoformat(day), time(), tzinfo=zone).astimezone(UTC)

    # --- the letter back

    def _write(self, kind: str, facts: Mapping[str, Any], ply: int | None = None) -> bool:
        facts = {**facts, **_threaded(self.incoming), **self._subject()}
        return play.write_back(self.house, self.id, self.who.seat_id, kind, self.ply if ply is None else ply, facts)

    def _subject(self) -> dict[str, Any]:
        """The subject of the letter of ours that the mail answers, for the letter back; what the mail says is not."""
        answered = play.answered_letter(self.house, self.incoming.in_reply_to)
        is_own = answered is not None and answered.seat_id == self.who.seat_id
        return {"subject": answered.subject} if answered is not None and is_own and answered.subject else {}

    def _outcome(self, word: str, is_sent: bool, **detail: object) -> Outcome:
        return Outcome(word, self.who.seat_id, {**detail, "reply_sent": is_sent})
