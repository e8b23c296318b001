"""Who sits at a table and by which rules it is played, as the letters that introduce one say it; it composes none."""

from collections.abc import Mapping

from pbem import play
from pbem.mail.frames import Reader
from pbem.mail.plain import plain
from pbem.mail.views import Section
from pbem.words import Voice


def sitting(reader: Reader) -> Section:
    """Everybody at the table in order of play and, while it invites, what each has said."""
    voice, game = reader.voice, reader.table.game
    answers = {"accepted": voice.gettext("plays"), "declined": voice.gettext("has declined")}
    governor = (reader.table.view or {}).get("governor")
    lines = []
    for seat in reader.table.seats:
        name = reader.names[seat.number]
        if seat.number == reader.letter.seat:
            line = voice.gettext("%(name)s (you)", name=name)
        elif seat.bot:
            line = voice.gettext("%(name)s, a bot", name=name)
        elif game.state == "inviting":
            line = f"{name}, {answers.get(seat.status, voice.gettext('has not answered yet'))}"
        else:
            line = name
        lines.append(voice.gettext("%(name)s, governor", name=line) if seat.number == governor else line)
    return Section(voice.gettext("Who sits at the table"), tuple(lines), form="numbered")


def agreed(reader: Reader) -> Section:
    """The rules of this table in sentences, with what the clock does."""
    voice = reader.voice
    return Section(voice.gettext("How it is played"), terms(voice, reader.table.game, len(reader.table.seats)))


def terms(voice: Voice, game: play.GameInfo, players: int) -> tuple[str, ...]:
    """By which rules that game is played, a sentence each; the page of an invitation says them too."""
    rules: Mapping[str, object] = game.rules
    minimum = rules.get("ship_minimum", 5)
    return (
        voice.ngettext("The base game for %(num)s player.", "The base game for %(num)s players.", players),
        voice.gettext(
            "The colonist ship brings at least %(count)s colonists each time.",
            count=players if minimum == "players" else minimum,
        ),
        voice.gettext("Placing colonists and storing goods: everybody at the same time.")
        if rules.get("simultaneous", True)
        else voice.gettext("Placing colonists and storing goods: one after the other."),
        *((voice.gettext("Points lie open for all to see."),) if game.open_points else ()),
        voice.gettext(
            "Time for each move: %(duration)s. The clock runs day and night, at weekends too.",
            duration=voice.duration(game.clock_seconds),
        ),
        voice.gettext("If you do not move in time, a bot plays that move for you and a letter tells you what it was."),
    )


def rules_link(house: play.House, voice: Voice) -> tuple[str, str]:
    """Label and address of the rules in short, for who is new to the game."""
    return voice.gettext("The rules in short"), f"{house.settings.base_url}/rules?lang={voice.language}"


def inviting(reader: Reader) -> str:
    """Who invites, in a sentence."""
    voice = reader.voice
    inviter = plain(str(reader.letter.extra.get("inviter", "")))
    if inviter:
        return voice.gettext("%(inviter)s invites you to a game of Puerto Rico, played by mail.", inviter=inviter)
    return voice.gettext("You are invited to a game of Puerto Rico, played by mail.")


def others(reader: Reader) -> str:
    """The names of the others in a row: "Bea and Cem"."""
    return reader.voice.listing(name for seat, name in reader.names.items() if seat != reader.letter.seat)
