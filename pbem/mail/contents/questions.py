"""A question in a letter: until when, the choices as numbers and links, how to answer by mail; it sends nothing."""

from urllib.parse import quote_plus

from pbem import play
from pbem.mail import views
from pbem.mail.frames import Reader


def question(house: play.House, reader: Reader) -> views.Asking | None:
    """What the reader is asked now, or None when the table does not wait for him."""
    table, voice, seat = reader.table, reader.voice, reader.letter.seat
    owed, view, legal = table.my_turn, table.view, table.legal
    if owed is None or view is None or legal is None:
        return None
    places, deadline, now = seat in legal.place, owed.deadline_at, house.clock()
    found = voice.choices(view, seat, legal, reader.names)
    choices = tuple(
        views.LinkedChoice(choice, 0 if places else number, f"{reader.play_url}?move={quote_plus(choice.move)}")
        for number, choice in enumerate(found, 1)
    )
    number, word = _example(reader, choices) if reader.reply_to else ("", "")
    return views.Asking(
        due=reader.until(deadline, now) if deadline else "",
        moment=voice.moment(deadline) if deadline else "",
        left=voice.time_left(deadline, now) if deadline and deadline > now else "",
        choices=choices,
        means=voice.means(view, seat),
        places=places,
        assumed=_assumed(reader),
        number=number,
        word=word,
    )


def _assumed(reader: Reader) -> str:
    """What the forecasts of roles take for granted."""
    view = reader.table.view or {}
    free = {role for role, card in view["roles"].items() if card["taken_by"] is None}
    if view["phase"] != "choose_role" or not free & {"craftsman", "trader", "captain"}:
        return ""
    return reader.voice.gettext("Counted from the table as it is now; sales and loads as if each went first.")


def _example(reader: Reader, choices: tuple[views.LinkedChoice, ...]) -> tuple[str, str]:
    """A number and words that answer the question: the last choice that does something, to favour none."""
    doing = [linked for linked in choices if linked.choice.move.split()[-1] not in ("pass", "+colonist")] or choices
    chosen = doing[-1]
    if not chosen.number:
        return "", chosen.choice.label[:1].lower() + chosen.choice.label[1:]
    if chosen.choice.move.startswith("keep"):
        return str(chosen.number), chosen.choice.label
    return str(chosen.number), reader.voice.played(chosen.choice.move)
