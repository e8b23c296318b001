"""What a move other than a role does, in sentences, before it is made: exact, from the open position; never advice."""

from collections.abc import Mapping
from typing import Any

from pbem import rules
from pbem.rules import outlook
from pbem.words import forecast
from pbem.words.tongue import Tongue
from pbem.words.wording import counted

View = dict[str, Any]
Names = Mapping[int, str]


def consequences(tongue: Tongue, view: View, seat: int, move: str, names: Names) -> tuple[str, ...]:
    """The sentences for a legal move of the seat; for a placement also one that is not finished."""
    verb, *rest = move.split()
    match verb, rest:
        case "settle", [tile, *plus]:
            return _settle(tongue, view, seat, tile, bool(plus))
        case "build", [building, *plus]:
            return _build(tongue, view, seat, building, bool(plus))
        case "take", [good]:
            return _take(tongue, view, seat, good)
        case "sell", [good]:
            return _sell(tongue, view, seat, move, names)
        case "ship", _:
            return _ship(tongue, view, seat, move)
        case "keep", _:
            return _keep(tongue, view, seat, rest)
        case "place", _:
            return _place(tongue, view, seat, move)
    return ()


def _settle(tongue: Tongue, view: View, seat: int, tile: str, with_colonist: bool) -> tuple[str, ...]:
    player = view["players"][seat]
    space = len(player["island"]) + 1
    said = [tongue.gettext("It takes space %(space)s of 12 of your island.", space=space)]
    if space == 12:
        said.append(tongue.gettext("Your island is then full."))
    if tile == "quarry":
        works = tongue.gettext(
            "Manned, it makes buildings 1 doubloon cheaper, by as many quarries as they have points."
        )
    elif tile == "corn":
        works = tongue.gettext("Manned, it brings 1 corn each harvest and needs no building.")
    else:
        room = forecast.circles(player, tile)
        works = (
            tongue.ngettext("Your buildings make %(good)s from %(num)s plantation.",
                            "Your buildings make %(good)s from %(num)s plantations.", room, good=tongue.name(tile))
            if room
            else tongue.gettext("You have no building for %(good)s yet.", good=tongue.name(tile))
        )  # fmt: skip
    begins = (
        tongue.gettext("A colonist lies on it at once.")
        if with_colonist
        else tongue.gettext("It works once a colonist lies on it.")
    )
    return (*said, works, begins)


def _build(tongue: Tongue, view: View, seat: int, building: str, with_colonist: bool) -> tuple[str, ...]:
    player, row = view["players"][seat], rules.building(building)
    cost = rules.price(view, seat, building)
    left = player["doubloons"] - cost
    said = [
        tongue.ngettext(
            "You pay %(cost)s of %(have)s, %(num)s left.",
            "You pay %(cost)s of %(have)s, %(num)s left.",
            left,
            cost=cost,
            have=player["doubloons"],
        ),
        tongue.gettext("%(points)s at the end.", points=tongue.thing("vp", row.vp)),
    ]
    if not row.violet and row.good:
        tiles = sum(tile["tile"] == row.good for tile in player["island"])
        said.append(
            tongue.ngettext(
                "%(num)s circle; of its plantations you have %(tiles)s.",
                "%(num)s circles; of its plantations you have %(tiles)s.",
                row.circles,
                tiles=tiles,
            )
        )
    said.append(
        tongue.gettext("A colonist lies on it at once.")
        if with_colonist
        else tongue.gettext("It works once a colonist lies on it.")
    )
    used = sum(rules.building(b["building"]).size for b in player["buildings"]) + row.size
    if used >= 12 and view["ending"] is None:
        said.append(tongue.gettext("Your city is then full: this round is the last."))
    return tuple(said)


def _take(tongue: Tongue, view: View, seat: int, good: str) -> tuple[str, ...]:
    mine, left = view["players"][seat]["goods"][good] + 1, view["supply"]["goods"][good] - 1
    return (tongue.gettext("Then you have %(goods)s; the supply keeps %(left)s.",
                           goods=tongue.thing(good, mine), left=left),)  # fmt: skip


def _sell(tongue: Tongue, view: View, seat: int, move: str, names: Names) -> tuple[str, ...]:
    after = outlook.preview(view, seat, move)["players"][seat]
    doubloons, kept = tongue.thing("doubloons", after["doubloons"]), tongue.things(after["goods"])
    said = [
        tongue.gettext("You will have %(doubloons)s; %(goods)s stay with you.", doubloons=doubloons, goods=kept)
        if kept
        else tongue.gettext("You will have %(doubloons)s and no goods.", doubloons=doubloons)
    ]
    later = outlook.sales_after(view, seat, move)
    for one in later:
        if one.good:
            said.append(tongue.gettext("%(name)s can then sell %(good)s for %(price)s.", name=names[one.seat],
                                       good=tongue.name(one.good), price=one.price))  # fmt: skip
    if len(view["trading_house"]) == 3:
        said.append(tongue.gettext("The house is then full: nobody sells after you, and it is emptied."))
    elif not any(one.good for one in later):
        said.append(tongue.gettext("Nobody after you can sell."))
    return tuple(said)


def _ship(tongue: Tongue, view: View, seat: int, move: str) -> tuple[str, ...]:
    _, good, where = move.split()
    brings = rules.load_preview(view, seat, move)
    after = outlook.preview(view, seat, move)
    said = [_points(tongue, view, seat, brings)]
    if where == "wharf":
        said.append(tongue.gettext("They go to the supply; your wharf is then used for this phase."))
    else:
        ship = next(one for one in after["cargo_ships"] if one["capacity"] == int(where))
        room = ship["capacity"] - ship["loaded"]
        said.append(
            tongue.gettext("The ship of %(size)s then takes only %(good)s, %(room)s more.", size=where,
                           good=tongue.name(good), room=room)
            if room
            else tongue.gettext("The ship of %(size)s is then full; it sails at the end of the phase.", size=where)
        )  # fmt: skip
    left = tongue.things(after["players"][seat]["goods"])
    said.append(
        tongue.gettext("%(goods)s stay with you for now.", goods=left)
        if left
        else tongue.gettext("You then have no goods left.")
    )
    return tuple(said)


def _points(tongue: Tongue, view: View, seat: int, brings: Mapping[str, int]) -> str:
    """The points of a load by their parts."""
    captain = int(view["chooser"] == seat and not view["progress"].get("privilege_vp_given"))
    rest = brings["vp"] - brings["barrels"] - captain
    parts = [str(brings["barrels"])]
    parts += [tongue.gettext("%(count)s as captain", count=captain)] if captain else []
    parts += [tongue.gettext("%(count)s by the harbor", count=rest)] if rest > 0 else []
    points = tongue.thing("vp", brings["vp"])
    if len(parts) == 1:
        return tongue.gettext("You get %(points)s.", points=points)
    return tongue.gettext("You get %(points)s: %(parts)s.", points=points, parts=" + ".join(parts))


def _keep(tongue: Tongue, view: View, seat: int, rest: list[str]) -> tuple[str, ...]:
    goods, kept = view["players"][seat]["goods"], counted(rest)
    lost = {good: n - kept.get(good, 0) for good, n in goods.items()}
    if not any(lost.values()):
        return (tongue.gettext("You lose nothing."),)
    return (
        tongue.ngettext("%(goods)s goes back to the supply.", "%(goods)s go back to the supply.",
                        sum(lost.values()), goods=tongue.things(lost)),
    )  # fmt: skip


def _place(tongue: Tongue, view: View, seat: int, move: str) -> tuple[str, ...]:
    after = outlook.preview(view, seat, move)
    now, then = (tongue.things(forecast.harvest(which, seat)) or tongue.gettext("nothing") for which in (view, after))
    said = [
        tongue.gettext("Next harvest: %(goods)s, as now.", goods=then)
        if now == then
        else tongue.gettext("Next harvest: %(goods)s, instead of %(now)s.", goods=then, now=now)
    ]
    player = after["players"][seat]
    empty = sum(not tile["colonist"] for tile in player["island"])
    empty += sum(rules.building(b["building"]).circles - b["colonists"] for b in player["buildings"])
    if empty:
        said.append(tongue.ngettext("%(num)s circle stays empty.", "%(num)s circles stay empty.", empty))
    else:
        said.append(tongue.gettext("No circle stays empty."))
    if player["san_juan"]:
        waiting = tongue.thing("colonists", player["san_juan"])
        said.append(tongue.gettext("%(colonists)s in San Juan.", colonists=waiting))
    return tuple(said)
