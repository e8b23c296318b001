"""What a seat is asked and what it is waited for, in one short sentence each; it lists no choices."""

from collections.abc import Mapping
from typing import Any

from pbem.words.forecast import may_quarry
from pbem.words.names import N_
from pbem.words.tongue import Tongue

View = dict[str, Any]

ASK: Mapping[str, str] = {
    "choose_role": N_("Choose a role"),
    "settler": N_("Choose a plantation"),
    "mayor": N_("Place your colonists"),
    "builder": N_("Choose a building"),
    "craftsman": N_("Choose one more good"),
    "trader": N_("Choose what you sell"),
    "captain": N_("Choose what you load"),
    "storage": N_("Choose what you keep"),
    "game_over": N_("The game is over"),
}

WAITING: Mapping[str, str] = {
    "choose_role": N_("%(name)s chooses a role"),
    "settler": N_("%(name)s chooses a plantation"),
    "mayor": N_("%(name)s places the colonists"),
    "builder": N_("%(name)s chooses a building"),
    "craftsman": N_("%(name)s chooses one more good"),
    "trader": N_("%(name)s chooses what to sell"),
    "captain": N_("%(name)s chooses what to load"),
    "storage": N_("%(name)s chooses what to keep"),
    "game_over": N_("The game is over"),
}


def ask(tongue: Tongue, view: View, seat: int) -> str:
    """What the seat, which is to act, is asked in this phase."""
    if view["phase"] == "settler" and may_quarry(view, seat):
        return tongue.gettext("Choose a plantation or a quarry")
    return tongue.gettext(ASK[view["phase"]])


def your_turn(tongue: Tongue, view: View, seat: int) -> str:
    """The ask behind whose turn it is: it begins with a verb in all our languages."""
    request = ask(tongue, view, seat)
    return tongue.gettext("Your turn: %(ask)s", ask=request[:1].lower() + request[1:])


def waiting(tongue: Tongue, view: View, seat: int, name: str) -> str:
    """What the others wait for, `name` being that of the seat, which is to act."""
    if view["phase"] == "settler" and may_quarry(view, seat):
        return tongue.gettext("%(name)s chooses a plantation or a quarry", name=name)
    return tongue.gettext(WAITING[view["phase"]], name=name)
