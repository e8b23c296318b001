"""The state of a game in small slotted classes; it holds numbers and lists and decides nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbem.rules.errors import N_, BadRequest
from pbem.rules.names import NOBODY, PERSONS, TILE_KINDS

if TYPE_CHECKING:
    from pbem.rules.chance import Chance
    from pbem.rules.hooks import Answers, Decision
    from pbem.rules.moves import Move
    from pbem.rules.sets import RuleSet

_RULE_KEYS = ("players", "ship_minimum", "simultaneous", "expansions")


@dataclass(frozen=True, slots=True)
class Rules:
    """What a table agreed on (notation 3). `ship_minimum` is 5 (the sheet) or "players" (published)."""

    players: int
    ship_minimum: int | str = 5
    simultaneous: bool = True
    expansions: tuple[str, ...] = field(default=())

    @classmethod
    def from_json(cls, obj: object) -> Rules:
        """Reads and checks a rules object; BadRequest says what is wrong with it."""
        if not isinstance(obj, dict):
            raise BadRequest(N_("The rules must be an object."))
        for key in obj:
            if key not in _RULE_KEYS:
                raise BadRequest(N_("The rules know no “%(key)s”."), key=str(key)[:40])
        players = obj.get("players")
        if type(players) is not int or not 2 <= players <= 5:
            raise BadRequest(N_("The rules need players, a whole number from 2 to 5."))
        minimum = obj.get("ship_minimum", "players" if players == 2 else 5)
        if not (type(minimum) is int and minimum == 5) and minimum != "players":
            raise BadRequest(N_('ship_minimum must be 5 or "players".'))
        simultaneous = obj.get("simultaneous", True)
        if type(simultaneous) is not bool:
            raise BadRequest(N_("simultaneous must be true or false."))
        if obj.get("expansions", []) != []:
            raise BadRequest(N_("expansions must be an empty list; this engine plays the base game."))
        return cls(players, minimum, simultaneous)

    def to_json(self) -> dict[str, object]:
        """The rules object as positions write it."""
        return {
            "players": self.players,
            "ship_minimum": self.ship_minimum,
            "simultaneous": self.simultaneous,
            "expansions": list(self.expansions),
        }

    def least_on_ship(self) -> int:
        """The fewest colonists a refilled ship should carry (rules 3.2)."""
        return 5 if self.ship_minimum == 5 else self.players


class Ship:
    """A cargo ship: `good` is -1 while it is empty."""

    __slots__ = ("capacity", "good", "loaded")

    def __init__(self, capacity: int, good: int = NOBODY, loaded: int = 0) -> None:
        self.capacity = capacity
        self.good = good
        self.loaded = loaded


class Player:
    """One seat's board.

    A *place* is where persons lie: a tile kind (0 to 5), or `TILE_KINDS` + a building's number.
    `crew[person kind][place]` is the truth; `manned`, `plants` and `answers` follow from it (`buildings.refresh`).
    """

    __slots__ = (
        "answers",
        "buildings",
        "city",
        "crew",
        "doubloons",
        "goods",
        "island",
        "manned",
        "owned",
        "plants",
        "san_juan",
        "seat",
        "tiles",
        "vp",
    )

    def __init__(self, seat: int, places: int, answers: Answers) -> None:
        self.seat = seat
        self.doubloons = 0
        self.vp = 0
        self.goods: list[int] = [0, 0, 0, 0, 0]
        self.island: list[int] = []
        self.tiles: list[int] = [0] * TILE_KINDS
        self.buildings: list[int] = []
        self.owned = 0  # bit n: the building of number n
        self.city = 0  # city spaces in use
        self.san_juan: list[int] = [0] * len(PERSONS)
        self.crew: list[list[int]] = [[0] * places for _ in PERSONS]
        self.manned: list[int] = [0] * places
        self.plants: list[int] = [0, 0, 0, 0, 0]
        self.answers: Answers = answers

    def copy(self) -> Player:
        """The same board, changed by nothing that changes this one."""
        other = Player(self.seat, 0, self.answers)
        other.doubloons = self.doubloons
        other.vp = self.vp
        other.goods = list(self.goods)
        other.island = list(self.island)
        other.tiles = list(self.tiles)
        other.buildings = list(self.buildings)
        other.owned = self.owned
        other.city = self.city
        other.san_juan = list(self.san_juan)
        other.crew = [list(crew) for crew in self.crew]
        other.manned = list(self.manned)
        other.plants = list(self.plants)
        return other

    def people(self) -> int:
        """All persons of the seat, wherever they are."""
        return sum(self.san_juan) + sum(self.manned)


class State:
    """A whole position (notation 3). Everything that is counted by good, role, building or person kind is a list."""

    __slots__ = (
        "asking",
        "cards",
        "chance",
        "chooser",
        "closing",
        "deck",
        "discard",
        "ending",
        "face_up",
        "goods",
        "governor",
        "house",
        "interrupted",
        "may_take",
        "options",
        "passed",
        "pending",
        "people",
        "phase",
        "places_used",
        "players",
        "privilege_given",
        "quarries",
        "role_doubloons",
        "round",
        "rules",
        "second_turn",
        "sets",
        "ship_people",
        "ships",
        "shortages",
        "started",
        "stock",
        "taken_by",
        "to_act",
        "turn_used",
        "unsettled",
        "vp",
    )

    def __init__(self, rules: Rules, players: list[Player], chance: Chance, buildings: int) -> None:
        self.rules = rules
        self.sets: list[RuleSet] = []
        self.chance = chance
        self.players = players
        self.round = 1
        self.governor = 0
        self.phase = 0
        self.chooser = 0
        self.to_act: list[int] = [0]
        self.cards: list[int] = []  # roles in play
        self.role_doubloons: list[int] = [0] * 8
        self.taken_by: list[int] = [NOBODY] * 8
        self.vp = 0
        self.people: list[int] = [0] * len(PERSONS)  # in the supply, by person kind
        self.ship_people: list[int] = [0] * len(PERSONS)  # on the colonist ship
        self.quarries = 0
        self.goods: list[int] = [0, 0, 0, 0, 0]
        self.stock: list[int] = [NOBODY] * buildings  # copies left; -1: not in play
        self.face_up: list[int] = [0, 0, 0, 0, 0]
        self.deck: list[int] = []  # the top is the last
        self.discard: list[int] = [0, 0, 0, 0, 0]
        self.house: list[int] = []
        self.ships: list[Ship] = []
        self.ending: str | None = None
        # What a phase needs to go on (notation 3, progress).
        self.turn_used: list[str] = []  # special moves the seat to act has made this turn
        self.second_turn = False  # the settler's chooser has his second turn
        self.may_take: list[int] = []
        self.privilege_given = False
        self.places_used: dict[str, list[int]] = {}  # own loading places, by name: the seats that used theirs
        self.passed: list[int] = []
        self.started: list[int] = []  # seats that have moved in this captain phase
        self.pending: list[Decision] = []  # decisions that come before the phase goes on; the last is on top
        self.interrupted: list[int] = []  # who acts when no decision is pending any more
        self.asking = False  # a pending decision is being asked
        self.closing = False  # the phase's last seat has had its turn
        # Not part of the position: the answers of the decision at hand, and what the last production lacked.
        self.options: dict[int, list[Move]] = {}
        self.unsettled = False  # loaded, and forced moves may still wait
        self.shortages: list[tuple[int, int, int]] = []

    def copy(self) -> State:
        """The same position, changed by nothing that changes this one; for trying a move out."""
        other = State(self.rules, [player.copy() for player in self.players], self.chance.copy(), 0)
        other.sets = self.sets
        other.round = self.round
        other.governor = self.governor
        other.phase = self.phase
        other.chooser = self.chooser
        other.to_act = list(self.to_act)
        other.cards = self.cards
        other.role_doubloons = list(self.role_doubloons)
        other.taken_by = list(self.taken_by)
        other.vp = self.vp
        other.people = list(self.people)
        other.ship_people = list(self.ship_people)
        other.quarries = self.quarries
        other.goods = list(self.goods)
        other.stock = list(self.stock)
        other.face_up = list(self.face_up)
        other.deck = list(self.deck)
        other.discard = list(self.discard)
        other.house = list(self.house)
        other.ships = [Ship(ship.capacity, ship.good, ship.loaded) for ship in self.ships]
        other.ending = self.ending
        self._copy_progress(other)
        return other

    def _copy_progress(self, other: State) -> None:
        other.turn_used = list(self.turn_used)
        other.second_turn = self.second_turn
        other.may_take = list(self.may_take)
        other.privilege_given = self.privilege_given
        other.places_used = {name: list(seats) for name, seats in self.places_used.items()}
        other.passed = list(self.passed)
        other.started = list(self.started)
        other.pending = list(self.pending)
        other.interrupted = list(self.interrupted)
        other.asking = self.asking
        other.closing = self.closing
        other.unsettled = self.unsettled

    def clockwise(self, seat: int) -> list[int]:
        """All seats, clockwise from this one."""
        n = len(self.players)
        return [(seat + i) % n for i in range(n)]
