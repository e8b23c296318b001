"""A seat's decision as a form: its options, what each does, what is not possible and why; it plays nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem import play, rules, words
from pbem.web.blocked import Blocked, blocked, building_group
from pbem.web.naming import building_css
from pbem.web.placing import Placing, does_placing, place_context, placing_of
from pbem.web.typed import Draft, move_of

View = dict[str, Any]
KINDS: Mapping[str, str] = {
    "choose_role": "role",
    "settler": "settle",
    "mayor": "place",
    "builder": "build",
    "craftsman": "take",
    "trader": "sell",
    "captain": "load",
    "storage": "keep",
}


@dataclass(frozen=True)
class Line:
    """What a role would bring one player."""

    name: str
    is_me: bool
    text: str
    count: int


@dataclass(frozen=True)
class Option:
    """A choice that can be made. `amount`: the number at its right, of `amount_piece`, in words `amount_says`.

    Once chosen it opens with `lines` and `foot` (a role), or with the sentences of `does`.
    """

    index: int
    move: str
    label: str
    note: str
    group: str
    button: str
    piece: str
    css: str
    amount: int | None
    amount_piece: str
    amount_says: str
    is_chosen: bool
    does: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    foot: str = ""


@dataclass(frozen=True)
class Turn:
    """One turn of the round's order: who, and what role was taken; `is_now` where that is being chosen."""

    name: str
    role: str
    piece: str
    is_me: bool
    is_now: bool


@dataclass(frozen=True)
class Group:
    """Choices below one heading, and what of it cannot be had."""

    title: str
    options: tuple[Option, ...]
    blocked: tuple[Blocked, ...]


@dataclass(frozen=True)
class Tick:
    """A box that turns a move into its variant: below the choice of `move`, or below all choices when that is empty.

    `suffix` is what the box adds to the move in notation 2.
    """

    name: str
    move: str
    suffix: str
    label: str
    is_set: bool


@dataclass(frozen=True)
class Decision:
    """Everything the form of one decision shows, in the order of look.md 4."""

    kind: str
    ask: str
    heading: str
    context: str
    groups: tuple[Group, ...]
    tick: Tick | None
    first: words.Choice | None
    passing: words.Choice | None
    placing: Placing | None
    does: tuple[str, ...]
    turns: tuple[Turn, ...]
    example: str

    @property
    def options(self) -> tuple[Option, ...]:
        """The choices of all groups, in order."""
        return tuple(option for group in self.groups for option in group.options)


def decision(voice: words.Voice, table: play.Table, draft: Draft) -> Decision:
    """The form for the decision that the seat owes now; `draft` is what is already chosen."""
    assert table.view is not None and table.me is not None and table.legal is not None
    view, seat = table.view, table.me.number
    choices = {choice.move: choice for choice in voice.choices(view, seat, table.legal)}
    kind = KINDS[view["phase"]]
    offered = [choice for move, choice in choices.items() if _stands_alone(move, choices)]
    if kind == "build":  # by points, as the headings say; within them in the order of notation 1
        offered.sort(key=lambda choice: rules.building(choice.move.split()[1]).vp)
    is_placing = kind == "place"
    told = _Teller(voice, view, seat, table.names)
    options = () if is_placing else tuple(_options(told, offered, draft))
    placing = placing_of(voice, view, seat, table.legal.place[seat], draft) if is_placing else None
    return Decision(
        kind=kind,
        ask=voice.ask(view, seat),
        heading=voice.your_turn(view, seat),
        context=_context(voice, view, seat, kind, table.legal.place.get(seat, {})),
        groups=tuple(_groups(options, tuple(blocked(voice, view, seat, kind, choices)))),
        tick=_tick(voice, choices, draft),
        first=choices.get("hacienda"),
        passing=choices.get("pass"),
        placing=placing,
        does=does_placing(voice, view, seat, table.names, draft) if is_placing else (),
        turns=tuple(_turns(voice, view, table.names, seat)) if kind == "role" else (),
        example=_example(voice, next(iter(choices.values()))),
    )


@dataclass(frozen=True)
class _Teller:
    """Who is told what about which position."""

    voice: words.Voice
    view: View
    seat: int
    names: Mapping[int, str]


def _groups(options: tuple[Option, ...], barred: tuple[Blocked, ...]) -> Iterable[Group]:
    """By headings, in the order of notation 1; what belongs below none comes last."""
    titles = {option.group for option in options} | {one.group for one in barred}
    for title in sorted(titles, key=lambda title: (not title, title)):
        yield Group(
            title,
            tuple(option for option in options if option.group == title),
            tuple(one for one in barred if one.group == title),
        )


def _turns(voice: words.Voice, view: View, names: Mapping[int, str], me: int) -> Iterable[Turn]:
    """The order of this round: who took which role, who chooses now, and who comes after."""
    count = len(view["players"])
    taken = {seat: [role for role, card in view["roles"].items() if card["taken_by"] == seat] for seat in range(count)}
    done = sum(len(roles) for roles in taken.values())
    for turn in range(6 if count == 2 else count):
        seat = (view["governor"] + turn) % count
        role = taken[seat].pop(0) if turn < done else ""
        yield Turn(names[seat], voice.name(role) if role else "", f"role-{role}", seat == me, turn == done)


def _example(voice: words.Voice, choice: words.Choice) -> str:
    """How the choice may be written in the reader's own words; the reader of `words.reading` takes that."""
    return choice.note if choice.move.startswith("place ") else voice.played(choice.move)


def _stands_alone(move: str, choices: Mapping[str, words.Choice]) -> bool:
    """Whether the move is a row of its own: not the pass, the draw, nor the variant of a row with its box ticked."""
    plain = move.rpartition(" ")[0] if move.endswith(("+colonist", "-colonist")) else ""
    return move not in ("pass", "hacienda") and plain not in choices


def _context(voice: words.Voice, view: View, seat: int, kind: str, place: Mapping[str, Any]) -> str:
    me = view["players"][seat]
    match kind:
        case "place":
            return place_context(voice, place)
        case "build":
            return voice.gettext(
                "You have %(doubloons)s. Prices are for you.", doubloons=voice.thing("doubloons", me["doubloons"])
            )
        case "sell":
            free = 4 - len(view["trading_house"])
            return voice.ngettext(
                "%(num)s place is free in the trading house.", "%(num)s places are free in the trading house.", free
            )
        case "load" if view["chooser"] == seat and not view["progress"].get("privilege_vp_given"):
            return voice.gettext("You are the captain: your first load brings 1 point more.")
        case "keep":
            return voice.gettext("The ships have sailed. One barrel stays, and what your warehouses hold.")
        case "settle" if view["chooser"] == seat:
            return voice.gettext("You are the settler: you choose first.")
    return ""


def _options(told: _Teller, choices: Iterable[words.Choice], draft: Draft) -> Iterable[Option]:
    for index, choice in enumerate(choices):
        verb, thing = [*choice.move.split(), ""][:2]
        piece, css = _piece(verb, thing)
        amount, amount_piece, says = _amount(told.voice, told.view, told.seat, choice)
        is_role = verb == "role"
        forecast = told.voice.forecast(told.view, told.seat, thing, told.names) if is_role else None
        does = () if verb in ("role", "take", "keep") else _does(told, choice.move, draft)
        yield Option(
            index=index,
            move=choice.move,
            label=choice.label,
            note=forecast.brief if forecast else _option_note(told.voice, told.view, told.seat, choice),
            group=building_group(told.voice, thing) if verb == "build" else "",
            button=choice.button,
            piece=piece,
            css=css,
            amount=amount,
            amount_piece=amount_piece,
            amount_says=says,
            is_chosen=draft.chooses(choice.move),
            does=does,
            lines=_lines(told, forecast) if forecast else (),
            foot=forecast.foot if forecast else "",
        )


def _does(told: _Teller, move: str, draft: Draft) -> tuple[str, ...]:
    """What the choice does, with its box ticked where it is."""
    chosen = move_of(draft)
    return told.voice.consequences(told.view, told.seat, chosen if draft.chooses(move) and chosen else move, told.names)


def _lines(told: _Teller, forecast: words.Forecast) -> tuple[Line, ...]:
    you = told.voice.gettext("You")
    return tuple(
        Line(you if line.seat == told.seat else told.names[line.seat], line.seat == told.seat, line.text, line.count)
        for line in forecast.lines
    )


def _option_note(voice: words.Voice, view: View, seat: int, choice: words.Choice) -> str:
    """The line below a choice: without the number that stands at its right."""
    verb, thing = [*choice.move.split(), ""][:2]
    if verb == "build":
        return voice.effect(thing)
    if verb == "settle":
        count = sum(tile["tile"] == thing for tile in view["players"][seat]["island"])
        return voice.gettext("you have %(count)s", count=count)
    if verb == "sell":
        price = rules.sale_price(view, seat, thing)
        parts = words.price_parts(voice, thing, price, view["chooser"] == seat)
        return parts if parts != str(price) else ""  # it stands at the right already
    if verb != "ship":
        return choice.note
    return voice.thing("barrels", rules.load_preview(view, seat, choice.move)["barrels"])


def _piece(verb: str, thing: str) -> tuple[str, str]:
    match verb:
        case "role":
            return f"role-{thing}", "r"
        case "settle":
            return f"tile-{thing}", thing
        case "build":
            return f"b-{thing}", building_css(thing)
        case "keep":
            good = thing.partition("=")[0]
            return (f"good-{good}", good) if good else ("warn", "")
    return f"good-{thing}", thing


def _amount(voice: words.Voice, view: View, seat: int, choice: words.Choice) -> tuple[int | None, str, str]:
    """The number at the right of a choice, its piece, and both in words."""
    verb, thing = [*choice.move.split(), ""][:2]
    match verb:
        case "role" if choice.coins:
            says = voice.ngettext("%(num)s doubloon on the card", "%(num)s doubloons on the card", choice.coins)
            return choice.coins, "doubloon", says
        case "build" | "sell":
            price = rules.price if verb == "build" else rules.sale_price
            doubloons = price(view, seat, thing)
            return doubloons, "doubloon", voice.thing("doubloons", doubloons)
        case "ship":
            points = rules.load_preview(view, seat, choice.move)["vp"]
            return points, "vp", voice.thing("vp", points)
    return None, "", ""


def _tick(voice: words.Voice, choices: Mapping[str, words.Choice], draft: Draft) -> Tick | None:
    """The box for the variants of notation 2: the mayor's waiver, the hospice's and the university's colonist."""
    if "role mayor -colonist" in choices:
        return Tick(
            "waive",
            "role mayor",
            " -colonist",
            voice.gettext("as mayor, leave the extra colonist in the supply"),
            draft.ticked("waive"),
        )
    with_colonist = [move for move in choices if move.endswith("+colonist")]
    if not with_colonist:
        return None
    label = (
        voice.gettext("with a colonist on it (hospice)")
        if with_colonist[0].startswith("settle")
        else voice.gettext("with a colonist on it (university)")
    )
    return Tick("colonist", "", " +colonist", label, draft.ticked("colonist"))
