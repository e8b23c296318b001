"""The letters that invite and remind of it: who sits there, how it is played, two links; they answer nothing."""

from pbem import play
from pbem.mail import views
from pbem.mail.contents import company
from pbem.mail.contents.saying import written
from pbem.mail.frames import Reader
from pbem.mail.plain import plain
from pbem.words.names import N_


def invitation_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """Who invites to what; None when it has been answered or the game is off."""
    voice = reader.voice
    if not _is_open(reader):
        return None
    lead = company.inviting(reader)
    frame = reader.frame(
        subject=voice.gettext("%(table)s – an invitation", table=reader.table_name),
        preheader=voice.gettext("%(lead)s With %(names)s.", lead=lead, names=company.others(reader)),
        heading=voice.gettext("Will you play?"),
    )
    begins = voice.gettext("The game begins when all have accepted. Then a letter comes whenever it is your turn.")
    return _inviting(house, letter, reader, frame, (lead, begins))


def invitation_reminder_view(house: play.House, letter: play.Letter, reader: Reader) -> views.NoteLetter | None:
    """The one reminder: who waits for the answer; None when it has been given or the game is off."""
    voice, seats = reader.voice, reader.table.seats
    if not _is_open(reader):
        return None
    inviter = plain(str(reader.letter.extra.get("inviter", "")))
    at = voice.moment(reader.table.game.created_at)
    if inviter:
        text = N_("On %(moment)s %(inviter)s invited you to a game of Puerto Rico, played by mail.")
    else:
        text = N_("On %(moment)s you were invited to a game of Puerto Rico, played by mail.")
    asked = voice.gettext(text, moment=at, inviter=inviter)
    ready = [reader.names[seat.number] for seat in seats if seat.status == "accepted" and not seat.bot]
    waiting = (
        voice.ngettext("%(names)s has accepted.", "%(names)s have accepted.", len(ready), names=voice.listing(ready))
        if ready
        else ""
    )
    last = voice.gettext("The game cannot begin without your answer; a no is one, too. No further reminder comes.")
    heading = voice.gettext("The table waits for your answer")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – do you play along?", table=reader.table_name),
        preheader=" ".join(part for part in (heading + ".", waiting) if part),
        heading=heading,
    )
    return _inviting(house, letter, reader, frame, (f"{asked} {waiting}".rstrip(), last))


def _is_open(reader: Reader) -> bool:
    table = reader.table
    return table.game.state == "inviting" and table.me is not None and table.me.status == "invited"


def _inviting(
    house: play.House, letter: play.Letter, reader: Reader, frame: views.Frame, lead: tuple[str, ...]
) -> views.NoteLetter:
    voice, word, inviter = reader.voice, reader.table.game.word, plain(reader.table.inviter)
    return views.NoteLetter(
        frame,
        lead,
        quote_head=voice.gettext("%(name)s writes:", name=inviter) if word else "",
        quote=written(word),
        buttons=(
            (voice.gettext("I'll play"), f"{reader.play_url}?answer=accept"),
            (voice.gettext("I won't play"), f"{reader.play_url}?answer=decline"),
            company.rules_link(house, voice),
        ),
        under=voice.gettext(
            "Each opens a page; nothing is answered until you press the button there. "
            "The links are yours alone: whoever has one plays in your name."
        ),
        sections=(company.sitting(reader), company.agreed(reader)),
        no_more=_no_more(house, letter, reader, inviter),
    )


def _no_more(house: play.House, letter: play.Letter, reader: Reader, inviter: str) -> tuple[str, str, str] | None:
    """How somebody whom a player invites never hears of players of this house again."""
    if not reader.table.game.is_players:
        return None
    given = reader.voice.gettext(
        "%(name)s, who plays here, invites you. Your address is shown to no other player.",
        name=inviter,
    )
    label = reader.voice.gettext("No more invitations by players of this house")
    return given, label, play.uninvite_url(house, letter.person.id)
