"""Writes the golden games beside this file; run once by hand: `python -m tests.games.make_games`.

For every end reason, number of players and ship minimum (simultaneous and in turn by turns, so that every pair of
these occurs) it plays games with bots that lean towards that end, from counted seeds, and keeps the shortest. A game
that is there is left alone: golden files change only when somebody deletes one on purpose and says why.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from itertools import count, product
from pathlib import Path
from typing import Any

from pbem import rules
from pbem.rules import gamefile

HERE = Path(__file__).parent
ENDINGS = ("colonists", "buildings", "vp")
TRIES = 60
# Words of moves that a game of this end likes, and how much more often than others.
LIKES: dict[str, dict[str, float]] = {
    "colonists": {"role mayor": 12, "settle": 3, "build": 2, "ship": 1},
    "buildings": {
        "role builder": 8,
        "role prospector": 6,
        "role mayor": 0.2,
        "role trader": 2,
        "build": 40,
        "sell": 40,
    },
    "vp": {
        "role captain": 30,
        "role craftsman": 30,
        "role settler": 10,
        "role mayor": 0.8,
        "settle corn": 20,
        "settle": 4,
    },
}


def names() -> list[tuple[str, str, dict[str, Any]]]:
    """File name, end reason and rules of every golden game."""
    found = []
    for ending, players, minimum in product(ENDINGS, (2, 3, 4, 5), (5, "players")):
        together = (ENDINGS.index(ending) + players + (minimum == 5)) % 2 == 0
        name = f"{ending}_{players}_{'sheet' if minimum == 5 else 'published'}_{'together' if together else 'in_turn'}"
        options = {"players": players, "ship_minimum": minimum, "simultaneous": together}
        found.append((name, ending, options))
    return found


def position_hash(state: rules.State) -> str:
    """SHA-256 of the whole position as sorted JSON without blanks."""
    text = json.dumps(rules.dump(state), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def result(state: rules.State) -> str:
    """The Result tag: points and tie-break by seat (notation 4)."""
    return " ".join(f"{score.seat}:{score.total}/{score.tiebreak}" for score in rules.score(state))


def move_for(state: rules.State, seat: int, likes: dict[str, float], luck: random.Random) -> str:
    """A legal move, the liked ones more often; the suggested placement."""
    asked = rules.legal(state)
    if asked.place:
        return rules.suggest_placement(rules.view(state, seat), seat)
    moves = asked.moves[seat]
    weights = [next((n for word, n in likes.items() if move.startswith(word)), 1) for move in moves]
    return luck.choices(moves, weights)[0]


def play(options: dict[str, Any], ending: str, seed: str) -> tuple[rules.State, list[gamefile.Line]]:
    """A whole game from its seed."""
    state = rules.new_game(rules.Rules.from_json(options), seed)
    luck, lines = random.Random(seed), []
    while state.to_act:
        seat = luck.choice(state.to_act)
        for made in rules.apply(state, seat, move_for(state, seat, LIKES[ending], luck)):
            lines.append(gamefile.Line(len(lines) + 1, made.seat, made.move, "auto" if made.auto else ""))
    return state, lines


def written(name: str, seed: str, state: rules.State, lines: list[gamefile.Line]) -> str:
    """The game file in plain notation 4; what the replay must come to stands below it, in comments."""
    tags = {
        "Format": gamefile.FORMAT,
        "Game": name.replace("_", " "),
        "Rules": gamefile.rules_text(state.rules),
        "SeedHash": gamefile.seed_hash(seed),
        "Seed": seed,
        **{f"Seat{seat}": f"Bot {seat}" for seat in range(len(state.players))},
        "Result": result(state),
    }
    header = [f'[{tag} "{value}"]' for tag, value in tags.items()]
    moves = [gamefile.move_line(line.number, line.seat, line.move, line.mark) for line in lines]
    hashed = gamefile.seed_hash(seed)
    for move in moves:
        hashed = gamefile.chain(hashed, move)
    below = [f"# the last chain hash is {hashed}", f"# the final position is {position_hash(state)}"]
    return "\n".join([*header, "", *moves, *below]) + "\n"


def main() -> None:
    """Writes the games that are missing."""
    for name, ending, options in names():
        path = HERE / f"{name}.prn"
        if path.exists():
            continue
        fitting: list[tuple[str, rules.State, list[gamefile.Line]]] = []
        for number in count():
            game = (f"{name} {number}", *play(options, ending, f"{name} {number}"))
            fitting += [game] if game[1].ending == ending else []
            if fitting and number >= TRIES:
                break
        path.write_text(written(name, *min(fitting, key=lambda game: len(game[2]))), encoding="ascii")


if __name__ == "__main__":
    main()
