"""What the admins switch for the whole house: whether players may propose tables; it proposes none itself."""

from sqlalchemy.orm import Session

from pbem.play.transaction import transaction
from pbem.play.types import N_, House, PlayError
from pbem.store import Switch

WAYS = ("open", "moderated", "off")  # players propose tables; an admin agrees first; only admins set tables
_PROPOSALS = "proposals"


def proposals_way(session: Session) -> str:
    """One of WAYS, as it holds in this transaction."""
    found = session.get(Switch, _PROPOSALS)
    return found.value if found is not None and found.value in WAYS else WAYS[0]


def proposals_mode(house: House) -> str:
    """How players may propose tables: one of WAYS."""
    with house.store.read() as session:
        return proposals_way(session)


def set_proposals(house: House, way: str, by: str) -> None:
    """Switches it; the same once more changes nothing. Raises PlayError bad_switch for none of WAYS.

    What waits for an admin goes on waiting, also when it is open or off from now on.
    """
    if way not in WAYS:
        raise PlayError("bad_switch", N_("Proposals are open, moderated or off."))
    with transaction(house) as tx:
        if proposals_way(tx.session) == way:
            return
        found = tx.session.get(Switch, _PROPOSALS)
        if found is None:
            tx.session.add(Switch(name=_PROPOSALS, value=way))
        else:
            found.value = way
        tx.audit(by, "set_proposals", None, way=way)


def proposals_off() -> PlayError:
    """What somebody hears who proposes a table all the same."""
    return PlayError(
        "proposals_off", N_("New tables are set by the hosts of this house alone at present. Nothing was set."), 403
    )
