"""What we show for a move reads back as that very move: whole random games, every seat count, every language."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pbem import rules
from pbem.words import LANGUAGES, Read, Unclear, read_move, voice

pytestmark = pytest.mark.slow

Asked = tuple[dict[str, Any], int, rules.Legal, tuple[str, ...]]


def placements(view: dict[str, Any], seat: int, place: dict[str, Any], luck: random.Random) -> tuple[str, ...]:
    """The suggested placement and another legal one."""
    circles = [name for name, room in place["circles"].items() for _ in range(room)]
    laid = luck.sample(circles, min(len(circles), place["colonists"]))
    other = ["place", *(f"{n}={laid.count(n)}" for n in (*rules.TILES, *rules.BUILDINGS) if n in laid)]
    return rules.suggest_placement(view, seat), " ".join(other)


def decisions(players: int, seed: str, **options: object) -> Iterator[Asked]:
    """Every decision of a random game with all legal moves, or two placements."""
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json({"players": players, **options}), seed)
    while (legal := rules.legal(state)).to_act:
        seat = luck.choice(legal.to_act)
        view = rules.view(state, seat)
        moves = legal.moves.get(seat) or placements(view, seat, legal.place[seat], luck)
        yield view, seat, legal, moves
        acting = [move for move in moves if move != "pass"] or list(moves)
        rules.apply(state, seat, luck.choice(acting))


def test_a_random_game_has_every_kind_of_move() -> None:
    seen = {move.split()[0] for players in (3, 5) for *_, moves in decisions(players, "1") for move in moves}
    assert seen == {"role", "settle", "hacienda", "place", "build", "take", "sell", "ship", "keep", "pass"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(2, {}, marks=pytest.mark.slow),
        (3, {"simultaneous": False}),
        (4, {}),
        pytest.param(5, {}, marks=pytest.mark.slow),
    ],
)
def test_every_sentence_of_every_legal_move_reads_back(players: int, options: dict[str, Any], language: str) -> None:
    speaker = voice(language)
    told = set()
    for view, seat, legal, moves in decisions(players, "1", **options):
        choices = speaker.choices(view, seat, legal)
        shown = [(choice.move, text) for choice in choices for text in (choice.label, choice.button)]
        shown += [(move, text) for move in moves for text in (move, speaker.move(move), speaker.played(move))]
        for move, text in shown:
            assert read_move(text, view, seat, legal, language) == Read(move), (text, view["phase"])
            told.add(text)
        for choice in (choice for choice in choices if choice.move.startswith("place ")):
            assert read_move(choice.note, view, seat, legal, language) == Read(choice.move)
    assert len(told) > 100


@pytest.mark.parametrize("players", [2, 4])
def test_numbers_read_as_offered_and_in_no_other_way(players: int) -> None:
    for view, seat, legal, moves in decisions(players, "numbers"):
        offered = legal.moves.get(seat, moves)
        for number, move in enumerate(offered, 1):
            assert read_move(str(number), view, seat, legal, "nl", offered) == Read(move)
            assert read_move(f"{number}  {move}", view, seat, legal, "nl", offered) == Read(move)
        assert isinstance(read_move("1", view, seat, legal, "nl"), Unclear)
        assert isinstance(read_move(str(len(offered) + 1), view, seat, legal, "nl", offered), Unclear)


WORDS = (
    *rules.ROLES, *rules.GOODS, *rules.TILES, "market", "hacienda", "wharf", "harbor", "small", "take",
        "neem", "baue",
    "ship", "sell", "keep", "place", "pass", "nothing", "geen", "not", "or", "of", "und", "the", "mit",
    "colonist", "with",
    "without", "+", "-", "=", "?", "2", "6", "1", "maybe", "kolonist", "ha", "co", "Kapitän", "\x00", "👍",
    "…", ",", "no",
)  # fmt: skip
DOUBT = {"geen", "not", "or", "of", "?", "maybe", "\x00", "👍", "…", "no"}


def test_any_heap_of_words_reads_as_a_legal_move_or_none() -> None:
    """Whatever is written: no error, only legal moves, and none from a text with a word of doubt in it."""
    luck = random.Random("heap")
    read = 0
    for view, seat, legal, _ in decisions(4, "heap"):
        for _ in range(8):
            words = luck.choices(WORDS, k=luck.randint(1, 4))
            reading = read_move(" ".join(words), view, seat, legal, luck.choice(LANGUAGES))
            if isinstance(reading, Unclear):
                assert voice("de").say(reading)
                assert all(move in legal.moves.get(seat, ()) for move in reading.candidates)
                continue
            read += 1
            assert rules.why_not(view, seat, reading.move) is None
            assert not DOUBT & set(words), words
    assert read > 25


# What people also call so, where the move itself is not legal.
ALSO = {
    "hacienda": ("build hacienda",),
    "role prospector": ("role prospector_2",),
    **{f"take {good}": (f"settle {good}",) for good in rules.GOODS},
}


def test_every_other_move_is_refused_with_a_reason() -> None:
    """A move of notation 2 that is not legal now is never read as another one, but where people call that so."""
    every = [f"role {role}" for role in rules.ROLES] + [f"build {building}" for building in rules.BUILDINGS]
    every += [f"{verb} {good}" for verb in ("sell", "take", "settle") for good in rules.GOODS]
    every += [f"ship {good} {size}" for good in rules.GOODS for size in (4, 5, 6, 7, 8, "wharf")]
    every += ["pass", "hacienda", "role mayor -colonist", "settle quarry", "settle quarry +colonist"]
    for view, seat, legal, moves in decisions(5, "others"):
        for move in random.Random(str(view["round"])).sample(every, 4):
            reading = read_move(move, view, seat, legal, "en")
            as_said = next((other for other in ALSO.get(move, ()) if other in moves), None)
            if move in moves:
                assert reading == Read(move)
            elif as_said:
                assert reading == Read(as_said)
            else:
                assert isinstance(reading, Unclear), (move, reading, moves)
