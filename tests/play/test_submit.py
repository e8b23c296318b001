"""The way of a turn: ply, key, turn, move, log, position, turns and letters in one transaction (architecture 3)."""

import threading
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from pbem import play, rules
from pbem.play.logs import told_from
from pbem.rules import gamefile
from tests.conftest import first_answer, new_game, play_on

TABLES = ("game", "move", "turn", "answer", "letter", "audit", "seat", "person")


def contents(house) -> dict[str, list[tuple]]:
    """Every row of every table, to compare before and after."""
    with house.store.read() as session:
        return {
            t: [tuple(map(repr, row)) for row in session.execute(text(f"SELECT * FROM {t} ORDER BY id"))]
            for t in TABLES
        }


def test_a_move_is_logged_and_the_next_is_asked(house, clock, doorbell):
    game = new_game(house)
    doorbell.taken()
    clock.forward(hours=3)
    done = play.submit(house, game.slug, 0, 0, "role settler", "page")
    assert done == play.Submitted(1, ({"seat": 0, "move": "role settler"},))
    table = play.table(house, game.slug, 0)
    assert [(e.ply, e.seat, e.move, e.mark, e.via, e.at) for e in table.log] == [
        (1, 0, "role settler", "", "page", clock())
    ]
    assert table.my_turn == play.Owed(0, 1, clock(), clock.forward(hours=48))
    assert table.game.ply == 1 and table.since_ply == 1


@pytest.mark.parametrize(
    "seat, ply, move, code, status",
    [
        (1, 0, "role settler", "not_your_turn", 409),
        (0, 1, "role settler", "stale", 409),
        (0, 0, "role prospector", "illegal_move", 422),
        (0, 0, "pass", "illegal_move", 422),
        (0, 0, "role", "malformed_move", 400),
        (0, 0, "fly to the moon", "malformed_move", 400),
        (0, 0, "", "malformed_move", 400),
        (0, 0, "role settler" * 100, "malformed_move", 400),
        (0, -1, "role settler", "bad_request", 400),
        (0, True, "role settler", "bad_request", 400),
        (0, "0", "role settler", "bad_request", 400),
        (0, 10**9, "role settler", "bad_request", 400),
        (0, 0, None, "malformed_move", 400),
        (7, 0, "role settler", "bad_request", 400),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(house, doorbell, seat, ply, move, code, status):
    game = new_game(house)
    before = contents(house)
    doorbell.taken()
    with pytest.raises(play.PlayError) as refused:
        play.submit(house, game.slug, seat, ply, move, "page", "key")
    assert (refused.value.code, refused.value.status) == (code, status)
    assert str(refused.value).endswith(".")
    assert contents(house) == before and doorbell.taken() == []


def test_an_unknown_game_and_one_that_has_not_begun(house):
    with pytest.raises(play.PlayError, match="There is no game nowhere"):
        play.submit(house, "nowhere", 0, 0, "role mayor", "page")
    game = new_game(house, start=False)
    with pytest.raises(play.PlayError, match="has not begun yet"):
        play.submit(house, game.slug, 0, 0, "role mayor", "page")


def test_a_second_delivery_gets_the_first_answer(house):
    game = new_game(house)
    first = play.submit(house, game.slug, 0, 0, "role settler", "page", "k1")
    before = contents(house)
    again = play.submit(house, game.slug, 0, 0, "role  settler", "page", "k1")
    assert (again.ply, again.applied, again.repeated) == (first.ply, first.applied, True)
    play.submit(house, game.slug, 0, 1, "pass", "page", "k2")
    later = play.submit(house, game.slug, 0, 0, "role settler", "page", "k1")
    assert later == again
    assert len(contents(house)["move"]) == len(before["move"]) + 1


def test_a_key_used_for_another_move_is_stale(house):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", "page", "k1")
    with pytest.raises(play.PlayError, match="was used already, for role settler"):
        play.submit(house, game.slug, 0, 1, "pass", "page", "k1")


def test_a_ply_to_come_is_stale_whosever_turn_it_is(house):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", "page")
    for seat in (0, 1):
        with pytest.raises(play.PlayError, match="The table is only at move 1; your choice was for move 24") as refused:
            play.submit(house, game.slug, seat, 24, "pass", "page")
        assert (refused.value.code, refused.value.status) == ("stale", 409)


def test_keys_belong_to_a_seat(house):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", "page", "k")
    play.submit(house, game.slug, 0, 1, "pass", "page", "k0")
    assert not play.submit(house, game.slug, 1, 2, "pass", "page", "k").repeated


def test_two_windows_of_one_seat_the_second_is_told(house):
    game = new_game(house)
    play.submit(house, game.slug, 0, 0, "role settler", "page", "window 1")
    with pytest.raises(play.PlayError, match="The table has moved on: it is at move 1, your choice was for move 0"):
        play.submit(house, game.slug, 0, 0, "role mayor", "page", "window 2")


def test_placing_side_by_side_makes_nobody_stale(house):
    """Rules 5: others who place meanwhile do not change my question."""
    game = new_game(house, seed="place")
    play.submit(house, game.slug, 0, 0, "role settler", "test")
    play_on(house, game.slug, until="choose_role")
    table = play.table(house, game.slug, None)
    play.submit(house, game.slug, table.owed[0].seat, table.game.ply, "role mayor", "test")
    table = play.table(house, game.slug, None)
    asked = [owed.seat for owed in table.owed]
    assert len(asked) >= 2, "the seed should leave two seats a choice"
    ply = table.game.ply
    for number, seat in enumerate(asked):
        answer = first_answer(play.table(house, game.slug, seat))
        assert play.submit(house, game.slug, seat, ply, answer, "test").ply >= ply + number + 1


def test_the_log_is_a_chain_that_anybody_can_check(house):
    game = new_game(house)
    play_on(house, game.slug, 30)
    table = play.table(house, game.slug, None)
    digest = table.game.seed_hash
    for entry in table.log:
        digest = gamefile.chain(digest, gamefile.move_line(entry.ply, entry.seat, entry.move, entry.mark))
    assert digest[:8] == table.game.chain and gamefile.seed_hash("tests") == table.game.seed_hash


def test_the_stored_position_is_that_of_a_replay(house):
    game = new_game(house)
    play_on(house, game.slug, 60)
    state = rules.new_game(rules.Rules.from_json({"players": 3}), "tests")
    for entry in play.table(house, game.slug, None).log:
        if entry.mark != "auto":
            rules.apply(state, entry.seat, entry.move)
    assert rules.dump(state) == play.whole_position(house, game.slug)


def test_bells_ring_after_the_commit_only(house, doorbell, monkeypatch):
    game = new_game(house)
    doorbell.taken()
    before = contents(house)

    def break_down(*_args, **_options):
        raise RuntimeError("the machine dies here")

    monkeypatch.setattr("pbem.play.record.settle_turns", break_down)
    with pytest.raises(RuntimeError):
        play.submit(house, game.slug, 0, 0, "role settler", "page", "k")
    assert contents(house) == before and doorbell.taken() == []


def test_a_whole_game_ends_with_a_letter_to_everybody(house):
    game = new_game(house, clock="20s")
    play_on(house, game.slug, until="game_over")
    table = play.table(house, game.slug, 1)
    assert table.game.state == "finished" and table.owed == () and len(table.scores) == 3
    final = [x for x in play.list_letters(house, game.slug, 5000) if x.kind == "game_over"]
    assert sorted(x.to_address for x in final) == ["anna@example.org", "bea@example.org", "cem@example.org"]
    with pytest.raises(play.PlayError, match="is over"):
        play.submit(house, game.slug, 0, table.game.ply, "role mayor", "page")


def test_a_double_click_at_the_same_instant_plays_once(house):
    game = new_game(house)
    answers = at_once([lambda: play.submit(house, game.slug, 0, 0, "role settler", "page", "k")] * 6)
    assert {answer.ply for answer in answers} == {1}
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 5
    assert len(play.table(house, game.slug, None).log) == 1


def test_two_windows_at_the_same_instant_one_wins(house):
    game = new_game(house)
    roles = ("settler", "mayor", "builder", "trader")
    answers = at_once([lambda r=r: play.submit(house, game.slug, 0, 0, f"role {r}", "page", r) for r in roles])
    won = [answer for answer in answers if isinstance(answer, play.Submitted)]
    lost = [answer for answer in answers if isinstance(answer, play.PlayError)]
    assert len(won) == 1 and {error.code for error in lost} <= {"stale", "not_your_turn"} and len(lost) == 3
    plies = [entry.ply for entry in play.table(house, game.slug, None).log]
    assert plies == list(range(1, len(plies) + 1))


def at_once(calls) -> list:
    """Runs the calls in threads that start together; gives what each returned or the PlayError it raised."""
    gate = threading.Barrier(len(calls))
    results: list = [None] * len(calls)

    def run(number: int, call) -> None:
        gate.wait()
        try:
            results[number] = call()
        except play.PlayError as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert None not in results
    return results


def test_reading_a_table_changes_nothing(house):
    game = new_game(house)
    before = contents(house)
    for seat in (None, 0, 1, 2):
        play.table(house, game.slug, seat)
    play.list_games(house), play.list_letters(house), play.due(house), play.seat_links(house, game.slug)
    assert contents(house) == before


def test_a_seat_sees_its_own_choices_and_nothing_hidden(house):
    game = new_game(house)
    mine, other, public = (play.table(house, game.slug, seat) for seat in (0, 1, None))
    assert mine.legal and mine.legal.moves[0] and other.legal and other.legal.moves == {}
    for table in (mine, other, public):
        assert isinstance(table.view["plantations"]["draw"], int) and "random" not in table.view
        assert "tests" not in repr(table).replace("seed_hash", "")


def told(log: str, me: int = 0) -> int:
    """What `told_from` makes of a log written as "seat:role:move[:mark]" in one round, phases by their role."""
    entries = []
    for ply, line in enumerate(log.split(", "), start=1):
        seat, role, move, mark = [*line.split(":"), ""][:4]
        event = rules.Event(int(seat), move, mark == "auto", 1, 0, role, role, None, {})
        entries.append(play.LogEntry(ply, int(seat), move, mark, "test", datetime(2026, 11, 30, tzinfo=UTC), event))
    return told_from(entries, me)


@pytest.mark.parametrize(
    "log, since",
    [
        ("1:mayor:role mayor, 1:mayor:place", 0),
        ("0:prospector:role prospector, 1:trader:role trader", 1),
        ("0:craftsman:role craftsman, 0:craftsman:take corn, 1:trader:role trader", 1),
        ("0:mayor:role mayor, 1:mayor:place, 0:mayor:place, 2:mayor:place", 1),
        ("1:craftsman:role craftsman, 1:craftsman:take corn, 0:mayor:role mayor, 0:mayor:place", 3),
        ("1:mayor:role mayor, 1:mayor:place, 0:mayor:place, 2:mayor:place", 3),
        ("0:captain:role captain, 0:captain:ship corn 5, 1:captain:ship corn 5, 0:captain:ship indigo 6", 4),
        ("0:captain:role captain, 0:captain:ship corn 5, 1:captain:ship corn 5", 1),
        ("0:builder:role builder, 1:trader:role trader, 0:trader:sell corn:timeout", 1),
    ],
)
def test_what_is_told_begins_with_the_own_role_or_move(log, since):
    assert told(log) == since
