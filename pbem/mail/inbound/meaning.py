"""What a reply means before one table: moves in their order, a command, or why nothing is certain; it does nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from pbem.mail.inbound.clauses import clauses, settled
from pbem.mail.inbound.commands import STOP, Command, UnknownDay, read_command
from pbem.mail.inbound.courtesies import names_in, polite_phrases, without_closing
from pbem.mail.inbound.own import Own
from pbem.mail.inbound.reading import Question, is_addressed, read_one
from pbem.mail.inbound.subjects import names_another, own_subject
from pbem.words.names import N_
from pbem.words.reading import Read, Unclear
from pbem.words.reading.answers import NO_MOVE, NOTHING_READ, TOO_LONG, NotUnderstood, not_understood, quoted
from pbem.words.reading.answers import QUESTION as ASKS_BACK
from pbem.words.reading.parts import without
from pbem.words.reading.speech import PLEASE
from pbem.words.reading.tokens import tokens

MOST_MOVES = 8
UNTIL = ("tot ", "bis ")

DOUBTS = {
    "quote": N_("I cannot tell which words of your mail are yours and which are quoted. Nothing was played."),
    "differs": N_("Your mail says one thing as plain text and another as HTML. Nothing was played."),
    "takes_back": N_("A line further down in your mail seems to take back what stands above. Nothing was played."),
    "long": TOO_LONG,
}
SUBJECT_ONLY = N_("Your mail has words in its subject alone, and no move is read there. Nothing was played.")
PICTURE_ONLY = N_("Your mail holds no words, and pictures and files are not read. Nothing was played.")
OTHER_SUBJECT = N_("I read “%(text)s”, and “%(subject)s” in the subject. Nothing was played.")
NO_DAY = N_("I read that you are away, but not until when: “%(text)s” is no certain day to come. Nothing was noted.")
CANNOT_FOLLOW = N_("I read “%(first)s” and then “%(text)s”, which cannot follow it. Nothing was played.")
EITHER_OR = N_("I read “%(first)s” and “%(text)s”: one of them, or one after the other? Nothing was played.")


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as the seat sees it when its reply is read.

    `question`: what it is asked, None when nothing; `after`: what it is asked when these moves of it have been made,
    None when that is another's turn. `own`: the writer's names; `table`: those of all players; `subjects`: of our
    letters; `today`: in the writer's zone.
    """

    question: Question | None
    after: Callable[[tuple[str, ...]], Question | None]
    language: str
    today: date
    own: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moves:
    """The text names exactly these moves, for decisions in a row, each of them legal in its place."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unsure:
    """Nothing may be done. `reason` is said by `Voice.say`; `code` names its kind."""

    code: str
    reason: Unclear


Meaning = Moves | Command | Unsure


def read_reply(own: Own, subject: str, asked: Situation, *, has_attachment: bool = False) -> Meaning:
    """What the person's own words mean. Whatever is not certain is Unsure; nothing is guessed."""
    if own.doubt:
        return Unsure(own.doubt, NotUnderstood(DOUBTS[own.doubt]))
    text = settled("\n".join(without_closing(line) for line in own.lines))
    polite = polite_phrases(f"{text}\n{subject}", asked.own, asked.table)
    words = without(tokens(text), (*PLEASE, *polite))
    changed = own_subject(subject, asked.subjects)
    if not words:
        wish = None if text.strip() or has_attachment else read_command(tokens(changed), asked.today, asked.language)
        return wish if wish == Command(STOP) else _nothing(text, changed, has_attachment)
    spoken = tuple(phrase for phrase in polite if not phrase.startswith(UNTIL))  # "tot vrijdag" is no farewell here
    command = read_command(without(tokens(text), (*PLEASE, *spoken)), asked.today, asked.language)
    if isinstance(command, UnknownDay):
        return Unsure("day", not_understood(NO_DAY, command.said))
    if command is not None:
        return command
    if "?" in words:
        return Unsure("question", not_understood(ASKS_BACK, text))
    names = (*asked.own, *(name for each in asked.own for name in names_in(each)))
    if any(is_addressed(piece, names) for piece in (text, *text.split("\n"))):
        return Unsure("no_move", not_understood(NO_MOVE, text))
    if asked.question is None:
        return Unsure("not_asked", not_understood(NO_MOVE, text))
    meaning = _Reader(asked, text, polite).read()
    if isinstance(meaning, Moves) and names_another(changed, meaning.moves, asked.question, asked.language, polite):
        return Unsure("subject", not_understood(OTHER_SUBJECT, text, subject=quoted(changed)))
    return meaning


def _nothing(text: str, subject: str, has_attachment: bool) -> Meaning:
    if text.strip():
        return Unsure("no_move", not_understood(NO_MOVE, text))
    if subject:
        return Unsure("subject_only", NotUnderstood(SUBJECT_ONLY))
    return Unsure("nothing", NotUnderstood(PICTURE_ONLY if has_attachment else NOTHING_READ))


class _Reader:
    """Reads one text in all the ways in which it may be cut into moves; only where one way fits is it certain."""

    def __init__(self, asked: Situation, text: str, polite: tuple[str, ...]) -> None:
        self.asked = asked
        self.text = text
        self.polite = polite
        self.clauses = clauses(text, polite)
        self.stopped: Unsure | None = None

    def read(self) -> Moves | Unsure:
        """The moves, or why not."""
        first = self.asked.question
        if first is None or not self.clauses:
            return Unsure("no_move", not_understood(NO_MOVE, self.text))
        whole = read_one(self._span(0, len(self.clauses)), first, self.asked.language, self.polite)
        found = set(self._sequences(0, (first,), ()))
        agreed = self._agreed(first)
        if agreed is not None:
            found.add((agreed,))
        if len(found) == 1:
            return Moves(found.pop())
        if found:
            return Unsure("several", not_understood(NO_MOVE, self.text))
        if self.stopped is not None and not getattr(whole, "candidates", ()):
            return self.stopped
        return Unsure("unclear", whole if isinstance(whole, Unclear) else not_understood(NO_MOVE, self.text))

    def _span(self, start: int, end: int) -> str:
        """The text of some clauses, with what stands between them."""
        return self.text[self.clauses[start].start : self.clauses[end - 1].end]

    def _sequences(self, at: int, questions: tuple[Question, ...], moves: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Every way to read the clauses from `at` on as moves for the last question and those behind it."""
        for end in range(at + 1, len(self.clauses) + 1):
            if any(clause.is_next for clause in self.clauses[at + 1 : end]):
                return
            span = self._span(at, end)
            reading = read_one(span, questions[-1], self.asked.language, self.polite)
            if not isinstance(reading, Read):
                self._note(at, span)
                continue
            if at and not self.clauses[at].is_next and self._answers_earlier(span, questions[:-1]):
                self.stopped = self._about(EITHER_OR, "either", at, span)
                continue
            made = (*moves, reading.move)
            if end == len(self.clauses):
                yield made
            elif len(made) < MOST_MOVES:
                following = self.asked.after(made)
                if following is None:
                    self._note(end, self._span(end, len(self.clauses)))
                else:
                    yield from self._sequences(end, (*questions, following), made)

    def _answers_earlier(self, span: str, questions: tuple[Question, ...]) -> bool:
        """Whether the words could answer an earlier question as well: then they may be another choice for that."""
        readings = (read_one(span, question, self.asked.language, self.polite) for question in questions)
        return any(isinstance(reading, Read) for reading in readings)

    def _agreed(self, question: Question) -> str | None:
        """The one move that each clause by itself names: "Mayor, so number 2"."""
        if any(clause.is_next for clause in self.clauses):
            return None
        spans = (self._span(at, at + 1) for at in range(len(self.clauses)))
        readings = [read_one(span, question, self.asked.language, self.polite) for span in spans]
        named = {reading.move if isinstance(reading, Read) else None for reading in readings}
        return named.pop() if len(named) == 1 else None

    def _note(self, at: int, span: str) -> None:
        """Remembers that something was read and what stands behind it cannot be its sequel."""
        if at and self.stopped is None:
            self.stopped = self._about(CANNOT_FOLLOW, "sequence", at, span)

    def _about(self, template: str, code: str, at: int, span: str) -> Unsure:
        return Unsure(code, not_understood(template, span, first=quoted(self._span(0, at))))
