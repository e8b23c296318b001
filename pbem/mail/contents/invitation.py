"""The letter that invites: who sits there and how it is played; it renders and sends nothing."""

from collections.abc import Mapping

from pbem import play
from pbem.mail import views
from pbem.mail.frames import Reader
from pbem.mail.plain import plain


def invitation_view(_house: play.House, letter: play.Letter, reader: Reader) -> views.InvitationLetter | None:
    """Who sits there and how it is played; None when it has been answered or the game is off."""
    voice, table = reader.voice, reader.table
    if table.game.state != "inviting" or table.me is None or table.me.status != "invited":
        return None
    inviter = plain(str(letter.extra.get("inviter", "")))
    lead = (
        voice.gettext("%(inviter)s invites you to a game of Puerto Rico, played by mail.", inviter=inviter)
        if inviter
        else voice.gettext("You are invited to a game of Puerto Rico, played by mail.")
    )
    frame = reader.frame(
        subject=voice.gettext("%(table)s – an invitation", table=reader.table_name),
        preheader=lead,
        heading=voice.gettext("Will you play?"),
    )
    return views.InvitationLetter(frame, lead, _sitting(reader), _agreed(reader, table.game.rules))


def _sitting(reader: Reader) -> tuple[str, ...]:
    """Everybody at the table in order of play, and what each has said."""
    voice = reader.voice
    answers = {"accepted": voice.gettext("plays"), "declined": voice.gettext("has declined")}
    lines = []
    for seat in reader.table.seats:
        name = reader.names[seat.number]
        if seat.number == reader.letter.seat:
            lines.append(voice.gettext("%(name)s (you)", name=name))
        elif seat.bot:
            lines.append(voice.gettext("%(name)s, a bot", name=name))
        else:
            lines.append(f"{name}, {answers.get(seat.status, voice.gettext('has not answered yet'))}")
    return tuple(lines)


def _agreed(reader: Reader, rules: Mapping[str, object]) -> tuple[str, ...]:
    """The rules of this table in sentences."""
    voice, game = reader.voice, reader.table.game
    players = len(reader.table.seats)
    minimum = rules.get("ship_minimum", 5)
    lines = [
        voice.ngettext("The base game for %(num)s player.", "The base game for %(num)s players.", players),
        voice.gettext(
            "The colonist ship brings at least %(count)s colonists each time.",
            count=players if minimum == "players" else minimum,
        ),
        voice.gettext("Placing colonists and storing goods: everybody at the same time.")
        if rules.get("simultaneous", True)
        else voice.gettext("Placing colonists and storing goods: one after the other."),
        voice.gettext("Time for each move: %(duration)s.", duration=voice.duration(game.clock_seconds)),
        voice.gettext("If you do not move in time, a bot plays that move for you and a letter tells you what it was."),
    ]
    return tuple(lines)
