"""A seat's decision as a form: its options, what is not possible and why, steppers for placing; it plays nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem import play, rules, words
from pbem.web.naming import building_css
from pbem.web.typed import Draft, counted

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
class Option:
    """A choice that can be made. `amount`: the number at its right, of `amount_piece`, in words `amount_says`."""

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


@dataclass(frozen=True)
class Blocked:
    """What somebody might look for and cannot have, with the reason."""

    label: str
    reason: str
    piece: str


@dataclass(frozen=True)
class Tick:
    """A box that turns a move into its variant: below the choice of `move`, or below all choices when that is empty."""

    name: str
    move: str
    label: str
    is_set: bool


@dataclass(frozen=True)
class Stepper:
    """How many colonists lie on the tiles of a kind or on a building."""

    name: str
    label: str
    note: str
    piece: str
    css: str
    most: int
    value: str


@dataclass(frozen=True)
class Placing:
    """The colonists of a seat and where they may lie."""

    colonists: int
    circles: int
    island: tuple[Stepper, ...]
    city: tuple[Stepper, ...]


@dataclass(frozen=True)
class Decision:
    """Everything the form of one decision shows, in the order of look.md 4."""

    kind: str
    ask: str
    heading: str
    context: str
    options: tuple[Option, ...]
    blocked: tuple[Blocked, ...]
    tick: Tick | None
    first: words.Choice | None
    passing: words.Choice | None
    placing: Placing | None
    example: str


def decision(voice: words.Voice, table: play.Table, draft: Draft) -> Decision:
    """The form for the decision that the seat owes now; `draft` is what is already chosen."""
    assert table.view is not None and table.me is not None and table.legal is not None
    view, seat = table.view, table.me.number
    choices = {choice.move: choice for choice in voice.choices(view, seat, table.legal)}
    kind = KINDS[view["phase"]]
    offered = [choice for move, choice in choices.items() if _stands_alone(move, choices)]
    if kind == "build":  # by points, as the headings say; within them in the order of notation 1
        offered.sort(key=lambda choice: rules.building(choice.move.split()[1]).vp)
    return Decision(
        kind=kind,
        ask=voice.ask(view, seat),
        heading=voice.your_turn(view, seat),
        context=_context(voice, view, seat, kind, table.legal.place.get(seat, {})),
        options=() if kind == "place" else tuple(_options(voice, view, seat, offered, draft)),
        blocked=tuple(_blocked(voice, view, seat, kind, choices)),
        tick=_tick(voice, choices, draft),
        first=choices.get("hacienda"),
        passing=choices.get("pass"),
        placing=_placing(voice, view, seat, table.legal.place[seat], draft) if kind == "place" else None,
        example=_example(voice, next(iter(choices.values()))),
    )


def _example(voice: words.Voice, choice: words.Choice) -> str:
    """How the choice may be written in the reader's own words; the reader of `words.reading` takes that."""
    return choice.note if choice.move.startswith("place ") else voice.played(choice.move)


def _stands_alone(move: str, choices: Mapping[str, words.Choice]) -> bool:
    """Whether the move is a row of its own: not the pass, the draw, nor the variant of a row with its box ticked."""
    plain = move.rpartition(" ")[0] if move.endswith(("+colonist", "-colonist")) else ""
    return move not in ("pass", "hacienda") and plain not in choices


def _place_context(voice: words.Voice, place: Mapping[str, Any]) -> str:
    circles = voice.ngettext("%(num)s circle", "%(num)s circles", sum(place["circles"].values()))
    colonists = voice.thing("colonists", place["colonists"])
    return voice.gettext(
        "You have %(colonists)s for %(circles)s. A suggestion is filled in.", colonists=colonists, circles=circles
    )


def _context(voice: words.Voice, view: View, seat: int, kind: str, place: Mapping[str, Any]) -> str:
    me = view["players"][seat]
    match kind:
        case "place":
            return _place_context(voice, place)
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


def _options(
    voice: words.Voice, view: View, seat: int, choices: Iterable[words.Choice], draft: Draft
) -> Iterable[Option]:
    for index, choice in enumerate(choices):
        verb, thing = [*choice.move.split(), ""][:2]
        piece, css = _piece(verb, thing)
        amount, amount_piece, says = _amount(voice, view, seat, choice)
        yield Option(
            index=index,
            move=choice.move,
            label=choice.label,
            note=_option_note(voice, view, seat, choice),
            group=choice.group,
            button=choice.button,
            piece=piece,
            css=css,
            amount=amount,
            amount_piece=amount_piece,
            amount_says=says,
            is_chosen=draft.chooses(choice.move),
        )


def _option_note(voice: words.Voice, view: View, seat: int, choice: words.Choice) -> str:
    """The line below a choice: without the number that stands at its right."""
    verb, thing = [*choice.move.split(), ""][:2]
    if verb == "sell":
        return _price_apart(voice, view, seat, thing)
    if verb != "ship":
        return choice.note
    barrels = rules.load_preview(view, seat, choice.move)["barrels"]
    loaded, stay = voice.thing("barrels", barrels), view["players"][seat]["goods"][thing] - barrels
    return voice.gettext("%(barrels)s; %(left)s stay with you", barrels=loaded, left=stay) if stay else loaded


def _price_apart(voice: words.Voice, view: View, seat: int, good: str) -> str:
    """A sale's price by its parts (rules 3.5): "4 + 1 as trader + 1 from your buildings"."""
    kind, bonus = rules.GOODS.index(good), int(view["chooser"] == seat)
    rest = rules.sale_price(view, seat, good) - kind - bonus
    parts = [str(kind)]
    if bonus:
        parts.append(voice.gettext("%(count)s as trader", count=bonus))
    if rest:
        parts.append(voice.gettext("%(count)s from your buildings", count=rest))
    return " + ".join(parts)


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
    return Tick("colonist", "", label, draft.ticked("colonist"))


def _blocked(
    voice: words.Voice, view: View, seat: int, kind: str, choices: Mapping[str, words.Choice]
) -> Iterable[Blocked]:
    things = {move.split()[1] for move in choices if " " in move}
    match kind:
        case "build":
            yield from _too_dear(voice, view, seat, things)
        case "settle" if "quarry" not in things and view["supply"]["quarries"]:
            reason = voice.gettext("only the settler or a construction hut takes one")
            yield Blocked(voice.tile("quarry"), reason, "tile-quarry")
        case "take" | "sell" | "load":
            for good, count in view["players"][seat]["goods"].items():
                if count and good not in things:
                    yield Blocked(voice.title(good), _why_not(voice, view, kind, good), f"good-{good}")


def _too_dear(voice: words.Voice, view: View, seat: int, things: set[str]) -> Iterable[Blocked]:
    me = view["players"][seat]
    owned = {b["building"] for b in me["buildings"]}
    for name, left in view["supply"]["buildings"].items():
        if not left or name in owned or name in things:
            continue
        price = rules.price(view, seat, name)
        reason = (
            voice.gettext("costs %(price)s for you; you have %(have)s", price=price, have=me["doubloons"])
            if price > me["doubloons"]
            else voice.gettext("your city has no room for it")
        )
        yield Blocked(voice.title(name), reason, f"b-{name}")


def _why_not(voice: words.Voice, view: View, kind: str, good: str) -> str:
    if kind == "sell":
        return voice.gettext("is in the house already; a manned office would allow it")
    if kind == "load":
        return voice.gettext("no ship takes it now")
    if view["supply"]["goods"][good] == 0:
        return voice.gettext("the supply has none left")
    return voice.gettext("you made none this time")


def _placing(voice: words.Voice, view: View, seat: int, place: Mapping[str, Any], draft: Draft) -> Placing:
    circles: Mapping[str, int] = place["circles"]
    values = draft.placing or {n: str(c) for n, c in counted(rules.suggest_placement(dict(view), seat)).items()}
    now = _placed_now(view, seat)
    steppers = [_stepper(voice, name, most, values.get(name, "0"), now.get(name, 0)) for name, most in circles.items()]
    return Placing(
        colonists=place["colonists"],
        circles=sum(circles.values()),
        island=tuple(s for s in steppers if s.name in rules.TILES),
        city=tuple(s for s in steppers if s.name not in rules.TILES),
    )


def _stepper(voice: words.Voice, name: str, most: int, value: str, now: int) -> Stepper:
    is_tile = name in rules.TILES
    return Stepper(
        name=name,
        label=voice.tile(name) if is_tile else voice.title(name),
        note=voice.gettext("now %(count)s", count=now),
        piece=f"tile-{name}" if is_tile else f"b-{name}",
        css=name if is_tile else building_css(name),
        most=most,
        value=value,
    )


def _placed_now(view: View, seat: int) -> dict[str, int]:
    """Where the seat's colonists lie at present, by the names of a `place` move."""
    player, placed = view["players"][seat], dict[str, int]()
    for tile in player["island"]:
        placed[tile["tile"]] = placed.get(tile["tile"], 0) + bool(tile["colonist"])
    return placed | {b["building"]: b["colonists"] for b in player["buildings"]}
