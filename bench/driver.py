"""Complete games of random legal moves, forced moves made by the rules; it measures nothing."""

from __future__ import annotations

from pbem import rules
from pbem.rules import buildings, moves
from pbem.rules import round as flow
from pbem.rules.gamefile import Line
from pbem.rules.model import Player, State
from pbem.rules.moves import Move

_BITS = (1 << 64) - 1


class Xorshift:
    """Marsaglia's 64-bit generator: quick, and the same everywhere."""

    __slots__ = ("x",)

    def __init__(self, seed: int) -> None:
        self.x = seed * 0x9E3779B97F4A7C15 & _BITS or 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        x = self.x
        x ^= x << 13 & _BITS
        x ^= x >> 7
        x ^= x << 17 & _BITS
        self.x = x
        return x % n


def table(players: int, number: int) -> State:
    """A new game of the sheet's rules; equal numbers, equal games."""
    return rules.new_game(rules.Rules.from_json({"players": players}), f"bench {number}")


def play(state: State, luck: Xorshift) -> tuple[int, int]:
    """Plays to the end with move objects, as an engine for search would; decisions and moves, forced ones too."""
    decisions = made = 0
    while state.to_act:
        seat = state.to_act[0]
        flow.step(state, seat, any_move(state, seat, luck))
        forced = flow.next_forced(state)
        while forced is not None:
            flow.step(state, forced[0], forced[1])
            made += 1
            forced = flow.next_forced(state)
        decisions += 1
    return decisions, made + decisions


def play_in_text(state: State, luck: Xorshift) -> tuple[int, int]:
    """Plays to the end through the face alone: every move is read from text and checked."""
    decisions = made = 0
    while True:
        legal = rules.legal(state)
        if not legal.to_act:
            return decisions, made
        seat = legal.to_act[0]
        if legal.place:
            text = place(state.players[seat], luck).text
        else:
            texts = legal.moves[seat]
            text = texts[luck.below(len(texts))]
        made += len(rules.apply(state, seat, text))
        decisions += 1


def logged(state: State, luck: Xorshift) -> list[Line]:
    """Plays to the end and returns the move lines of its game file."""
    lines: list[Line] = []
    while state.to_act:
        seat = state.to_act[0]
        for made in rules.apply(state, seat, any_move(state, seat, luck).text):
            lines.append(Line(len(lines) + 1, made.seat, made.move, "auto" if made.auto else ""))
    return lines


def any_move(state: State, seat: int, luck: Xorshift) -> Move:
    """A legal move of a seat to act, each equally likely."""
    options = flow.options(state, seat)
    return options[luck.below(len(options))] if options else place(state.players[seat], luck)


def place(player: Player, luck: Xorshift) -> Move:
    """A random legal placement: one circle after another is drawn until nobody is left."""
    circles = [place for place, n in buildings.all_circles(player) for _ in range(n)]
    amounts = [0] * buildings.PLACES
    for left in range(len(circles), max(len(circles) - player.people(), 0), -1):
        drawn = luck.below(left)
        amounts[circles[drawn]] += 1
        circles[drawn] = circles[left - 1]
    return moves.place_move(amounts)
