"""Every reply of the corpora, as it arrives, before a real house: what it plays, what it answers, what it leaves."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from pbem import play, rules
from pbem.mail import inbound
from pbem.mail.inbound.commands import Command
from pbem.mail.inbound.meaning import Moves, Situation, read_reply
from pbem.mail.inbound.own import own_words
from pbem.mail.inbound.reading import Question
from pbem.store import Game, InboundMail, Letter, Move, Person, Store, Turn
from tests.conftest import Doorbell, StandingClock, new_game, test_settings
from tests.letters.replies import BAS, GIVEN, OWN, SEAT, SERVICE, Case, cases, position

MAIL_IN = "play@in.example.net"
PLY = 42  # of the question; the turn before it is over
OVER = 40
EVERYBODY = (
    f"Bas <{BAS}>;lang=nl",
    "Anna <anna@example.net>;lang=en",
    "Cem <cem@example.com>;lang=de",
    "bot:steady;name=Dora",
)
LETTER_BACK = {"move": "receipt", "moves": "receipt", "answer": "answer", "command": "answer", "confirm": "confirm"}
PLACEHOLDERS = ("REPLY_TO", "REPLY_TO_UPPER", "SEAT_ADDRESS", "SEAT_ADDRESS_UPPER", "SEAT_DOMAIN", "SERVICE_ADDRESS",
                "LETTER_MESSAGE_ID")  # fmt: skip
CASES = {**cases(GIVEN), **cases(OWN)}


@dataclass(frozen=True)
class Desk:
    """A house in which Bas is asked what a case says."""

    house: play.House
    case: Case

    def arrives(self, case: Case) -> str:
        """The mail of a case comes in and is read; gives the word of its outcome."""
        to, letter = self._address(case), self._letter()
        values = {
            "REPLY_TO": to, "REPLY_TO_UPPER": to.upper(), "SEAT_ADDRESS": BAS, "SEAT_ADDRESS_UPPER": BAS.upper(),
            "SEAT_DOMAIN": "example.org", "SERVICE_ADDRESS": SERVICE, "LETTER_MESSAGE_ID": letter,
        }  # fmt: skip
        raw = case.filled(values, _quoted_letter(case))
        head = raw.decode("latin-1").replace("\r\n", "\n").split("\n\n", 1)[0].split("\n")
        sender = head[0].removeprefix("Return-Path: ").strip()
        to = head[1].removeprefix("Delivered-To: ").strip()
        number = play.store_mail(self.house, raw, sender if sender == "<>" else sender.strip("<>"), to, "lmtp")
        assert number is not None
        return inbound.read_mail(self.house, number)

    def _address(self, case: Case) -> str:
        nonce, game_id = self._nonce(), 1
        match case.facts["address"]:
            case "missing":
                return SERVICE
            case "stale_ply" if not case.facts.get("after"):
                ply = OVER
            case _:
                ply = PLY
        address = play.reply_address(self.house, game_id, SEAT, ply, nonce)
        other = play.reply_address(self.house, 2, SEAT, ply, nonce)
        assert address is not None and other is not None
        match case.facts["address"]:
            case "tampered":
                local, at, domain = address.partition("@")
                return f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}{at}{domain}"
            case "other_game":
                return other.replace("+g2.", "+g1.")
        return address

    def _nonce(self) -> str:
        with self.house.store.read() as session:
            return session.get_one(Game, 1).seats[SEAT].nonce

    def _letter(self) -> str:
        with self.house.store.read() as session:
            query = select(Letter.message_id).where(Letter.seat_id == 1, Letter.kind == "turn")
            return str(session.scalar(query))

    @property
    def moves(self) -> list[str]:
        """What Bas has played by mail."""
        with self.house.store.read() as session:
            query = select(Move.move).where(Move.ply > PLY, Move.seat == SEAT, Move.via == "mail", Move.mark == "")
            return list(session.scalars(query.order_by(Move.ply)))

    @property
    def letters(self) -> list[Letter]:
        """The letters back."""
        with self.house.store.read() as session:
            query = select(Letter).where(Letter.kind.in_(play.LETTERS_BACK)).order_by(Letter.id)
            return list(session.scalars(query))

    @property
    def command(self) -> str | None:
        """What the last mail commanded."""
        with self.house.store.read() as session:
            row = session.scalars(select(InboundMail).order_by(InboundMail.id.desc()).limit(1)).one()
            return row.detail.get("command")


def _quoted_letter(case: Case) -> str:
    offered = [f"{number:3}  {move}" for number, move in enumerate(case.facts["offered"], 1)]
    return "\n".join(
        ["Choose", "", *offered, "", "Anna   role captain", "Dora   pass", "", "No more letters: https://x"]
    )


@pytest.fixture(scope="module")
def set_table(_migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a running game of Bas and others, and a second game."""
    file = tmp_path_factory.mktemp("replies") / "table.sqlite"
    shutil.copy(_migrated_sqlite, file)
    store = Store(f"sqlite:///{file}")
    house = play.House(test_settings(store.url, file.parent, mail_in=MAIL_IN), store, StandingClock(), Doorbell())
    for name in ("Friday table", "Other table"):
        new_game(house, *EVERYBODY, name=name)
    store.close()
    return file


@pytest.fixture
def desk(request: pytest.FixtureRequest, set_table: Path, tmp_path: Path) -> Iterator[Desk]:
    case = CASES[request.param]
    file = tmp_path / "table.sqlite"
    shutil.copy(set_table, file)
    store = Store(f"sqlite:///{file}")
    settings = test_settings(store.url, tmp_path, mail_in=MAIL_IN, mail_from=f"Puerto Rico <{SERVICE}>")
    house = play.House(settings, store, StandingClock(), Doorbell())
    ask(house, case)
    yield Desk(house, case)
    store.close()


def ask(house: play.House, case: Case) -> None:
    """Has Bas asked what the case says, at PLY."""
    with house.store.write() as session:
        session.execute(update(Person).where(Person.address_key == BAS).values(language=case.facts["lang"]))
        session.execute(delete(Letter).where(Letter.game_id == 1, Letter.seat_id != 1))
        session.execute(delete(Turn).where(Turn.game_id == 1))
        is_asked = case.facts["decision"] != "none"
        facts = case.facts if is_asked else {"decision": "choose_role", "offered": []}
        made = position(facts)
        if not is_asked:  # somebody else is to choose
            made |= {"governor": 1, "chooser": 1, "to_act": [1]}
        seat = SEAT if is_asked else 1
        now = house.clock()
        session.execute(update(Game).where(Game.id == 1).values(position=made, ply=PLY))
        session.add(Turn(game_id=1, seat_id=seat + 1, since_ply=PLY, asked_at=now, deadline_at=now, reminders=0))
        session.execute(update(Letter).where(Letter.seat_id == 1).values(ply=PLY, state="sent", ended_at=now))


SOME = (
    "nl-gmail-web-number", "en-two-moves-in-order", "en-place-too-many", "en-away", "en-stop", "en-correction-after",
    "nl-second-copy", "nl-friend-answers-forward", "nl-tampered-address", "nl-vacation-gmail", "en-list-copy",
)  # fmt: skip
PARAMS = [pytest.param(name, marks=() if name in SOME else pytest.mark.slow) for name in CASES]


@pytest.mark.parametrize("desk", PARAMS, indirect=True)
def test_a_reply_as_it_arrives(desk: Desk) -> None:
    case = desk.case
    for other in case.facts.get("after", ()):
        desk.arrives(CASES[other])
    before, played = len(desk.letters), len(desk.moves)
    word = desk.arrives(case)
    outcome = word if word in LETTER_BACK else "ignore"
    assert (outcome, desk.moves[played:], desk.command if outcome == "command" else None) in case.wanted, word
    back = desk.letters[before:]
    assert [letter.kind for letter in back] == ([LETTER_BACK[word]] if word in LETTER_BACK else [])
    assert all(letter.seat_id in (1, 5) for letter in back), "letters go to Bas alone"


def test_every_reply_of_the_seat_is_understood_as_it_should_be() -> None:
    wrong = {}
    for name, case in CASES.items():
        if (case.facts["sender"], case.facts["address"]) == ("seat", "valid") and not case.facts.get("after"):
            understood = _understood(case)
            if understood not in case.wanted:
                wrong[name] = understood
    assert wrong == {}


def _understood(case: Case) -> tuple[str, list[str], str | None]:
    """Outcome, moves and command by the mail's own words alone, without a house."""
    mail = inbound.parse_mail(case.filled(dict.fromkeys(PLACEHOLDERS, BAS), _quoted_letter(case)))
    if mail.machine:
        return "ignore", [], None
    asked = Situation(
        question=asked_after(case, ()), after=lambda moves: asked_after(case, moves), language=case.facts["lang"],
        today=StandingClock()().date(), own=("Bas",), table=("Bas", "Anna", "Cem", "Dora"),
    )  # fmt: skip
    own = own_words(mail.text, mail.html_text)
    meaning = read_reply(own, mail.subject, asked, has_attachment=mail.has_attachment)
    if isinstance(meaning, Moves):
        return "move" if len(meaning.moves) == 1 else "moves", list(meaning.moves), None
    return ("command", [], meaning.name) if isinstance(meaning, Command) else ("answer", [], None)


def asked_after(case: Case, moves: tuple[str, ...]) -> Question | None:
    """What Bas is asked when he has made these moves."""
    if case.facts["decision"] == "none":
        return None
    state = rules.load(position(case.facts))
    for move in moves:
        rules.apply(state, SEAT, move)
    legal = rules.legal(state)
    return Question(rules.view(state, SEAT), legal, SEAT, not moves) if SEAT in legal.to_act else None


def test_a_position_offers_what_its_case_says() -> None:
    for name, case in CASES.items():
        facts, asked = case.facts, asked_after(case, ())
        if asked is None:
            continue
        if facts["decision"] == "mayor":
            assert asked.legal.place[SEAT] == facts["place"], name
        elif name == "en-keep":  # given in another order than ours; its answer is no number
            assert set(asked.legal.moves[SEAT]) == set(facts["offered"])
        else:
            assert list(asked.legal.moves[SEAT]) == facts["offered"], name


def test_the_corpora_are_sound() -> None:
    script = GIVEN.parent / "check_replies.py"
    folders = [str(folder) for folder in (GIVEN, OWN) if folder.exists()]
    done = subprocess.run([sys.executable, str(script), *folders], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
