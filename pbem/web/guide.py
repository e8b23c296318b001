"""The guide beside a beginner's decision as the page shows it; what it says is `pbem.words.guiding`."""

from dataclasses import dataclass

from pbem import play
from pbem.web.seats import N_, house
from pbem.web.speaking import voice
from pbem.words import guiding

_PARTS = {"board": N_("your board"), "harbour": N_("the harbour"), "market": N_("the buildings for sale")}


@dataclass(frozen=True)
class Look:
    """A link to a part of the page."""

    label: str
    part: str


@dataclass(frozen=True)
class ShownGuide:
    """What is said, and the parts of the page to look at."""

    said: guiding.Guide
    looks: tuple[Look, ...]


def shown_guide(seat: play.LinkedSeat, table: play.Table) -> ShownGuide | None:
    """The guide to what the seat has to decide now, or to waiting; None for whoever needs none."""
    if table.view is None or table.game.state != "running":
        return None
    kind = table.view["phase"] if table.my_turn else play.WAITING
    if not play.needs_guide(house, seat.seat_id, kind):
        return None
    said = guiding.guide(voice(), kind)
    own = {"board": f"p{seat.number}"}
    return ShownGuide(said, tuple(Look(voice().gettext(_PARTS[part]), own.get(part, part)) for part in said.parts))
