"""What all letters of one reader share: his table, voice, names made harmless, links and frame; it words no kind."""

from dataclasses import dataclass, field
from datetime import datetime

from pbem import play
from pbem.mail.pictures import Album
from pbem.mail.plain import LONGEST_TABLE, REPLY_MARK, plain
from pbem.mail.views import Elsewhere, Frame
from pbem.words import Story, Voice, voice


@dataclass(frozen=True)
class Reader:
    """One person before one table. Names and the table's name have gone through `plain`.

    `talk` is what the others said at the table that the letter has to tell.
    `album` takes the pictures that the contents of the letter ask for. Links are "" where the seat is not the person's
    any more: what is in the letter must not open it.
    """

    letter: play.Letter
    table: play.Table
    voice: Voice
    names: dict[int, str]
    table_name: str
    play_url: str
    stop_url: str
    reply_to: str = ""
    told: tuple[str, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()
    talk: tuple[play.Saying, ...] = ()
    album: Album = field(default_factory=Album)

    @classmethod
    def of(cls, house: play.House, letter: play.Letter) -> "Reader":
        """Reads the table as the letter's seat may see it now. Raises PlayError no_such_game."""
        table = play.table(house, letter.slug, letter.seat)
        is_theirs = bool(letter.seat_nonce)
        return cls(
            letter=letter,
            table=table,
            voice=voice(letter.person.language, letter.person.zone),
            names={number: plain(name) for number, name in table.names.items()},
            table_name=plain(table.game.name, LONGEST_TABLE),
            play_url=play.link_url(house, "play", letter.seat_id, letter.seat_nonce) if is_theirs else "",
            stop_url=play.link_url(house, "stop", letter.seat_id, letter.seat_nonce) if is_theirs else "",
            reply_to=_reply_to(house, letter, table) if is_theirs else "",
            talk=play.untold(house, letter.seat_id, letter.kind) if is_theirs else (),
            album=Album(house.settings.mail_domain if house.settings.pictures else "", letter.id),
        )

    def frame(self, subject: str, preheader: str, heading: str, *, asks: bool = False) -> Frame:
        """The frame of a letter of this reader; `asks`: it may be answered with a move."""
        game = self.table.game
        return Frame(
            kind=self.letter.kind,
            language=self.voice.language,
            subject=subject,
            preheader=preheader,
            table=self.table_name,
            round=self.voice.gettext("round %(round)s", round=game.round) if game.round else "",
            heading=heading,
            play_url=self.play_url,
            preferences_url=self.play_url and f"{self.play_url}?open=preferences",
            stop_url=self.stop_url,
            reply_to=self.reply_to,
            mark=self._mark() if asks and self.reply_to else "",
            chain=self.voice.gettext("Check digits after move %(ply)s: %(chain)s", ply=game.ply, chain=game.chain),
            told=self.told,
            elsewhere=self.elsewhere,
        )

    def _mark(self) -> str:
        words = self.voice.gettext("Reply above this line")
        return f"{REPLY_MARK} {words} {REPLY_MARK[::-1]}"

    def until(self, deadline: datetime, now: datetime) -> str:
        """Until when, in the reader's zone, and how long that is."""
        moment = self.voice.moment(deadline)
        if deadline <= now:
            return self.voice.gettext("until %(moment)s; the time is up", moment=moment)
        return self.voice.gettext("until %(moment)s, %(left)s", moment=moment, left=self.voice.time_left(deadline, now))

    def since_heading(self) -> str:
        """The heading of what happened."""
        if self.table.since_ply:
            return self.voice.gettext("Since your last move")
        return self.voice.gettext("What happened so far")

    def stories(self) -> tuple[Story, ...]:
        """What happened from the reader's own last move on, by name; that move too, for what came of it."""
        return self.voice.news(self.table.since, self.names, self.letter.seat)


def _reply_to(house: play.House, letter: play.Letter, table: play.Table) -> str:
    """The address that answers what the seat is asked now or, when it is asked nothing, what the letter was about.

    An answer to a letter about talk is none to a question, whatever is asked: it has an address of its own.
    """
    if letter.kind == "talk":
        address = play.reply_address(house, table.game.id, letter.seat, table.game.ply, letter.seat_nonce, is_talk=True)
        return address or ""
    ply = letter.ply if table.my_turn is None else table.my_turn.since_ply
    return play.reply_address(house, table.game.id, letter.seat, ply, letter.seat_nonce) or ""
