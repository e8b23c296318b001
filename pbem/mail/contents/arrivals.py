"""The letters that lead somebody to a table: the game has begun, or a seat is taken over; they ask for no move."""

from pbem import play
from pbem.mail import views
from pbem.mail.contents import company
from pbem.mail.contents.asked import others_wait, own_ask
from pbem.mail.contents.tables import position
from pbem.mail.frames import Reader
from pbem.mail.plain import plain


def start_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The game has begun and somebody else is asked first; None when it is over, or asks the reader already."""
    voice, table = reader.voice, reader.table
    if table.game.state != "running" or table.view is None or table.my_turn is not None or table.since_ply:
        return None
    heading = voice.gettext("The game has begun")
    governor = voice.gettext("%(name)s is the first governor.", name=reader.names[table.view["governor"]])
    waiting = others_wait(reader)
    shuffles = voice.gettext(
        "The shuffles are settled and cannot be changed any more: this is the hash of their seed. When the game is "
        "over the seed is told, and anybody can check them."
    )
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – the game has begun", table=reader.table_name),
            preheader=" ".join((governor, *waiting)),
            heading=heading,
        ),
        (
            *((_set_for_you(reader),) if letter.is_first else ()),
            " ".join((governor, *waiting)),
            voice.gettext("A letter comes whenever it is your turn; until then there is nothing to do."),
        ),
        button=voice.gettext("To the table"),
        buttons=(company.rules_link(house, voice),),
        under=_yours_alone(reader),
        sections=(
            company.sitting(reader),
            *((company.agreed(reader),) if letter.is_first else ()),
            views.Section(voice.gettext("The shuffles"), (shuffles, table.game.seed_hash), form="text"),
        ),
    )


def _set_for_you(reader: Reader) -> str:
    """For who had no invitation: who set the table, and with whom one plays."""
    voice, inviter = reader.voice, plain(reader.table.inviter)
    if inviter:
        return voice.gettext(
            "%(inviter)s has set a table of Puerto Rico for you, played by mail, with %(names)s.",
            inviter=inviter,
            names=company.others(reader),
        )
    return voice.gettext(
        "A table of Puerto Rico has been set for you, played by mail, with %(names)s.", names=company.others(reader)
    )


def takeover_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """Whose seat it was, how far the game is, the table; None when the seat has gone on to somebody else."""
    voice, table = reader.voice, reader.table
    if table.game.state != "running" or not reader.letter.seat_nonce:
        return None
    was = plain(str(letter.extra.get("was", "")))
    heading = voice.gettext("You play on in %(name)s's place", name=was)
    far = voice.ngettext(
        "The game is in round %(round)s; %(num)s move has been made.",
        "The game is in round %(round)s; %(num)s moves have been made.",
        table.game.ply,
        round=table.game.round,
    )
    ask, _ = own_ask(house, reader)
    then = (
        voice.gettext("It is your turn: a letter of its own says what is asked, and until when.")
        if ask
        else " ".join((*others_wait(reader), voice.gettext("A letter comes whenever it is your turn.")))
    )
    return views.NoteLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – a seat for you", table=reader.table_name),
            preheader=f"{heading}. {far}",
            heading=heading,
        ),
        (
            voice.gettext(
                "You have been given the seat of %(name)s at a table of Puerto Rico, played by mail, with %(names)s. "
                "Board, doubloons and points are yours as they are.",
                name=was,
                names=company.others(reader),
            ),
            f"{far} {then}",
        ),
        button=voice.gettext("To the table"),
        under=_yours_alone(reader),
        sections=(company.sitting(reader), company.agreed(reader)),
        position=position(reader),
    )


def _yours_alone(reader: Reader) -> str:
    return reader.voice.gettext("The link is yours alone: whoever has it plays in your name.")
