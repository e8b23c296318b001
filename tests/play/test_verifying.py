"""Stored games replayed: what was played is found good, whatever was changed behind our back is found (issue 3, 5)."""

import json
from typing import Any

import pytest
from sqlalchemy import func, insert, select, text, update

from pbem import bots, play, rules
from pbem.play.record import record_events
from pbem.play.transaction import transaction
from pbem.rules import gamefile
from pbem.rules.checking import BAD, check_file
from pbem.rules.replaying import replay
from pbem.store import Game, Move, Store
from tests.conftest import first_answer, new_game, play_on

pytestmark = pytest.mark.slow

BOTS = ("bot:steady", "bot:random", "bot:random")


def play_out(house: play.House, slug: str) -> None:
    """Plays a game to its end in one transaction, as its bots would."""
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        state = rules.load(game.position)
        while state.to_act:
            seat = state.to_act[0]
            move = bots.choose("random", rules.view(state, seat), rules.legal(state), seat, f"{game.ply}")
            record_events(tx, game, state, rules.narrate(state, seat, move), mark="bot", via="bot")


@pytest.fixture
def finished(house: play.House) -> str:
    """A game of bots that is over."""
    slug = new_game(house, *BOTS, name='Friday “2” ["x"]', seed="a  seed\n").slug
    play_out(house, slug)
    assert play.table(house, slug, None).game.state == "finished"
    return slug


def said(house: play.House, slug: str) -> str:
    """All that is wrong with a stored game."""
    found = play.verify_game(house, slug)
    assert found.is_good == (not found.faults)
    return " ".join(fault.message for fault in found.faults)


def change(house: play.House, statement: Any) -> None:
    with house.store.write() as session:
        session.execute(statement)


def test_what_was_played_is_good_at_every_moment(house: play.House) -> None:
    """Before the start, at the start, between two placements, and called off."""
    slug = new_game(house, start=False).slug
    assert said(house, slug) == ""
    play.start_game(house, slug, "test")
    assert said(house, slug) == ""
    play_on(house, slug, until="mayor")
    play_on(house, slug)
    assert said(house, slug) == ""
    play_on(house, slug, moves=12)
    found = play.verify_game(house, slug)
    info = play.table(house, slug, None).game
    assert (found.faults, found.ply, found.chain, found.state) == ((), info.ply, info.chain, "running")
    play.call_off_game(house, slug, "test")
    assert said(house, slug) == ""


def test_a_finished_game_is_good_and_so_is_its_file(house: play.House, finished: str) -> None:
    assert said(house, finished) == ""
    game = gamefile.read(play.export_game(house, finished))
    assert all(check.outcome == "good" for check in check_file(game))
    assert json.dumps(rules.dump(replay(game).state)) == json.dumps(play.whole_position(house, finished))
    assert (game.tags["Game"], game.tags["Seed"]) == ('Friday “2” ["x"]', "a  seed\n")
    assert game.tags["Chain"].startswith(play.table(house, finished, None).game.chain)
    assert [game.tags[f"Seat{n}"] for n in range(3)] == ["Steady", "Random", "Random II"]


def test_a_running_game_keeps_its_seed(house: play.House) -> None:
    slug = new_game(house).slug
    play_on(house, slug, moves=9)
    written = play.export_game(house, slug)
    game = gamefile.read(written)
    assert "Seed" not in game.tags and "Result" not in game.tags
    assert '"tests"' not in written
    assert not [check for check in check_file(game) if check.outcome == BAD]
    assert len(game.lines) == play.table(house, slug, None).game.ply
    play.call_off_game(house, slug, "test")
    assert "Seed" not in gamefile.read(play.export_game(house, slug)).tags


def test_games_that_have_no_file(house: play.House) -> None:
    slug = new_game(house, start=False).slug
    with pytest.raises(play.PlayError, match="has not begun yet"):
        play.export_game(house, slug)
    for verb in (play.export_game, play.verify_game):
        with pytest.raises(play.PlayError, match="no game nothing"):
            verb(house, "nothing")


def changed_position(house: play.House, slug: str) -> dict[str, Any]:
    position = play.whole_position(house, slug)
    assert position
    position["players"][1]["doubloons"] += 1
    return position


def test_a_changed_row_is_found_at_its_move(house: play.House, finished: str) -> None:
    """One change after another, each undone by hand."""
    with house.store.read() as session:
        game_id, chain, ply = session.execute(select(Game.id, Game.chain, Game.ply)).one()
        rows = {row.ply: row for row in session.execute(select(Move.ply, Move.seat, Move.move, Move.mark, Move.chain))}
    built = next(n for n, row in rows.items() if row.move.startswith("build"))
    forced = next(n for n, row in rows.items() if row.mark == "auto")
    tests: list[tuple[int, dict[str, Any], str]] = [
        (built, {"move": "pass"}, f"Move {built}: its chain hash"),
        (built, {"move": "build statue"}, f"Move {built}: “build statue” is no move"),
        (5, {"seat": 7}, "Move 5: "),
        (5, {"mark": "admin"}, "Move 5: "),
        (5, {"mark": "odd"}, "Move 5: there is no such mark"),
        (forced, {"mark": ""}, f"Move {forced}: it is forced"),
        (7, {"chain": "0" * 64}, "Move 7: its chain hash"),
        (ply, {"ply": ply + 1}, f"Move {ply}: the log goes on with move {ply + 1}"),
    ]
    for number, values, why in tests:
        row = Move.game_id == game_id
        change(house, update(Move).where(row, Move.ply == number).values(values))
        assert why in said(house, finished), values
        was = {name: getattr(rows[number], name) for name in values}
        change(house, update(Move).where(row, Move.ply == values.get("ply", number)).values(was))
    assert said(house, finished) == ""
    extra = {"game_id": game_id, "ply": ply + 1, "seat": 0, "move": "pass", "mark": "", "via": "x"}
    line = gamefile.move_line(ply + 1, 0, "pass")
    values = {**extra, "at": house.clock(), "chain": gamefile.chain(chain, line), "event": {}}
    change(house, insert(Move).values(values))
    assert "The game is over" in said(house, finished)


def test_a_changed_game_is_found(house: play.House, finished: str) -> None:
    with house.store.read() as session:
        game = session.scalars(select(Game)).one()
    position = changed_position(house, finished)
    doubloons = position["players"][1]["doubloons"]
    tests: list[tuple[str, Any, str]] = [
        ("seed", "other", "The seed is not the one whose hash was published at the start."),
        ("seed_hash", "0" * 64, "The seed is not the one"),
        ("position", position, f"position.players.1.doubloons is {doubloons}, not {doubloons - 1}"),
        ("position", dict(reversed(game.position.items())), "The stored position is not where the moves lead"),
        ("position", None, "position is null"),
        ("ply", game.ply - 1, f"The log has {game.ply} moves, but the game counts {game.ply - 1}."),
        ("chain", "f" * 64, "chain hash is not that of its last move"),
        ("state", "running", "The game is over, but it is stored as running."),
        ("rules", {**game.rules, "players": 4}, "Move "),
        ("rules", [], "The rules must be an object."),
        ("rules_version", 2, "begun with version 2 of the rules; this program has version 1."),
    ]
    for name, value, why in tests:
        was = getattr(game, name)
        change(house, update(Game).values({name: value}))
        assert why in said(house, finished), name
        change(house, update(Game).values({name: was}))
    assert said(house, finished) == ""


def test_a_log_without_its_last_moves_is_found(house: play.House, finished: str) -> None:
    ply = play.table(house, finished, None).game.ply
    change(house, text(f"DELETE FROM move WHERE ply > {ply - 5}"))
    assert f"The log has {ply - 5} moves, but the game counts {ply}." in said(house, finished)


def test_all_games_are_replayed_and_one_bad_one_stops_nothing(
    house: play.House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.play.verifying._BATCH", 2)
    slugs = [new_game(house, *BOTS, name=f"Game {n}").slug for n in range(5)]
    change(house, update(Game).where(Game.slug == slugs[1]).values(seed="other"))
    if house.store.url.startswith("sqlite"):
        change(house, text("UPDATE game SET position = '{' WHERE slug = 'game-3'"))
    else:
        change(house, update(Game).where(Game.slug == "game-3").values(position={}))
    found = list(play.verify_all(house))
    assert [each.slug for each in found] == slugs
    assert [each.slug for each in found if not each.is_good] == ["game-1", "game-3"]


def test_a_game_of_unknown_rules_is_not_played_on(house: play.House) -> None:
    waiting, running = new_game(house, start=False, name="Waiting").slug, new_game(house, name="Running").slug
    table = play.table(house, running, 0)
    change(house, update(Game).values(rules_version=2))
    with pytest.raises(play.PlayError, match="version 2 of the rules") as refused:
        play.submit(house, running, 0, table.game.ply, first_answer(table), "test")
    assert (refused.value.code, refused.value.status) == ("unknown_rules_version", 409)
    with pytest.raises(play.PlayError, match="this program has version 1"):
        play.start_game(house, waiting, "test")
    assert play.table(house, running, 0).game.ply == table.game.ply
    assert play.table(house, waiting, 0).game.state == "inviting"


def test_a_snapshot_sees_one_moment(house: play.House) -> None:
    """A move made while a game is being replayed is no fault of the game."""
    slug = new_game(house).slug
    store: Store = house.store
    with store.snapshot() as session:
        assert session.scalar(select(Game.ply)) == 0
        play_on(house, slug, moves=3)
        assert session.scalar(select(func.count(Move.id))) == 0
    with store.snapshot() as session:
        assert session.scalar(select(func.count(Move.id))) == session.scalar(select(Game.ply))
