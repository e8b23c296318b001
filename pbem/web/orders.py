"""Standing orders beside the decision, as the page shows them: those in force and the form; it notes none."""

from dataclasses import dataclass

from pbem import play, words


@dataclass(frozen=True)
class OrderLine:
    """An order in force: for when it is, what it has played, and how often it was."""

    id: int
    when: str
    says: str
    used: str


@dataclass(frozen=True)
class OrderForm:
    """The form as it was typed, with what was wrong about it."""

    phase: str = ""
    text: str = ""
    is_once: bool = False
    error: str = ""


@dataclass(frozen=True)
class Orders:
    """The section of the page. `phases`: the decisions that an order may be for, and what they are called."""

    lines: tuple[OrderLine, ...]
    form: OrderForm
    phases: tuple[tuple[str, str], ...]


def orders_section(speaker: words.Voice, orders: tuple[play.Order, ...], form: OrderForm | None) -> Orders:
    """What is in force, and the form."""
    phases = tuple((phase, _when(speaker, phase)) for phase in words.ORDERABLE)
    return Orders(tuple(_line(speaker, order) for order in orders), form or OrderForm(), phases)


def _line(speaker: words.Voice, order: play.Order) -> OrderLine:
    used = speaker.ngettext("used %(num)s time", "used %(num)s times", order.used) if order.used else ""
    once = speaker.gettext("the next time only") if order.is_once else ""
    says = words.order_text(speaker, order.phase, order.moves)
    return OrderLine(order.id, _when(speaker, order.phase), says, " · ".join(filter(None, (once, used))))


def _when(speaker: words.Voice, phase: str) -> str:
    return words.capitalised(speaker.gettext(words.WHEN[phase]))
