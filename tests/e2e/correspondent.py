"""A player who has nothing but a mailbox: reads the newest letter, follows its link, chooses, posts."""

import random
import re
from dataclasses import dataclass, field
from email.message import EmailMessage

from tests.e2e.reader import Page, Reader
from tests.servers import Received, SmtpSink

LINK = re.compile(r"https?://\S+/t/[\w.\-]+(?![\w.\-?])")


def text_of(message: EmailMessage) -> str:
    """The plain part of a letter."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def table_link(message: EmailMessage) -> str:
    """The bare link to the table that a letter gives."""
    found = LINK.findall(text_of(message))
    assert found, text_of(message)
    return str(found[-1])


@dataclass
class Correspondent:
    """One of the three. `read` holds the Message-IDs that were dealt with: a second copy is no news."""

    address: str
    sink: SmtpSink
    luck: random.Random
    read: dict[str, Received] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)
    moves: int = 0

    def __post_init__(self) -> None:
        self.reader = Reader(self.luck)

    def news(self) -> list[Received]:
        """Letters not read yet, oldest first; copies of read ones are left out."""
        fresh: dict[str, Received] = {}
        for letter in self.sink.to(self.address):
            number = str(letter.message["Message-ID"])
            if number not in self.read:
                fresh.setdefault(number, letter)
        return list(fresh.values())

    def answer_newest(self) -> Page | None:
        """Takes the newest letter and, where it asks, plays; None when there was no news or nothing was asked."""
        news = self.news()
        if not news:
            return None
        for letter in news:
            self.read[str(letter.message["Message-ID"])] = letter
        asking = [letter for letter in news if kind_of(letter.message) in ("turn", "reminder")]
        if not asking:
            return None
        newest = asking[-1].message
        page = self.reader.get(table_link(newest))
        assert page.status == 200, (page.url, page.status, page.body[:2000])
        if page.decision() is None:
            self.late.append(f"{newest['Subject']} at {newest['X-PBEM-Ply']}: {page.heading}")
            return None
        return self.play(page)

    def play(self, page: Page) -> Page:
        """Posts one choice. What the rules refuse (a tick box that does not fit) is chosen anew."""
        for _ in range(20):
            answer = self.reader.decide(page)
            if answer.status == 200:
                self.moves += 1
                return answer
            assert answer.status in (409, 422), (answer.status, answer.body[:3000])
            page = self.reader.get(answer.url.removesuffix("/move"))
            if page.decision() is None:
                return page
        raise AssertionError(f"twenty choices were refused: {answer.body[:3000]}")


def kind_of(message: EmailMessage) -> str:
    """turn, or something else, by what the letter says of itself."""
    return str(message["X-PBEM-Kind"] or "turn")
