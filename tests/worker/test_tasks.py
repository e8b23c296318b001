"""The tasks: each may run twice, and the sweep finds all that is due though no bell was heard (architecture 3)."""

import logging
from dataclasses import replace

import pytest
from sqlalchemy import update

from pbem import play
from pbem.store import Game, Heartbeat, Store
from tests.conftest import SEATS, new_game, play_on
from worker.app import MEMORY, WorkerApp, celery_settings


def letters(house, kind):
    """The letters of a kind, with what became of them."""
    return [letter for letter in play.list_letters(house) if letter.kind == kind]


def test_a_letter_delivered_twice_leaves_once(house, run, smtp_sink):
    house = replace(house, settings=replace(house.settings, smtp_url=smtp_sink.url))
    app = WorkerApp(lambda: house, MEMORY)
    app.loader.import_default_modules()
    new_game(house)
    (letter,) = letters(house, "turn")
    for _ in range(2):
        app.tasks["pbem.deliver"](letter.id)
    assert len(smtp_sink.letters) == 1
    assert letters(house, "turn")[0].state == "sent"


def test_a_reminder_is_written_once(house, run, clock, doorbell):
    new_game(house)
    clock.forward(hours=25)
    (turn,) = play.due(house).reminders
    for _ in range(2):
        run("remind", turn)
    assert len(letters(house, "reminder")) == 1


def test_a_late_seat_is_played_for_once(house, run, clock):
    game = new_game(house)
    clock.forward(hours=49)
    (turn,) = play.due(house).timeouts
    for _ in range(2):
        run("time_out", turn)
    marks = [entry.mark for entry in play.table(house, game.slug, None).log]
    assert marks.count("timeout") == 1
    assert len(letters(house, "timeout")) == 1


def test_bots_move_until_a_person_is_asked(house, run):
    game = new_game(house, SEATS[0], "bot:steady", "bot:random")
    play_on(house, game.slug)
    for _ in range(2):
        run("bots", game.id)
        (owed,) = play.table(house, game.slug, None).owed[:1]
        assert owed.seat == 0


def test_a_daily_letter_is_rung_for_and_written_once(house, run, clock, doorbell):
    game = new_game(house)
    seat = play.table(house, game.slug, 0).seats[0]
    play.set_preferences(house, seat.id, language="nl", zone="Europe/Amsterdam", mode="digest", digest_hour=8)
    clock.forward(hours=23)
    run("sweep")
    (person,) = [number for what, number in doorbell.taken() if what == "digest"]
    for _ in range(2):
        run("digest", person)
    assert len(letters(house, "digest")) == 1


@pytest.mark.parametrize("name", ["deliver", "remind", "time_out", "digest"])
def test_an_id_of_nothing_changes_nothing(house, run, name):
    new_game(house)
    before = play.list_letters(house)
    run(name, 987654)
    assert play.list_letters(house) == before


def test_the_sweep_rings_for_all_that_is_due_in_order(house, run, clock, doorbell):
    game = new_game(house, *SEATS, name="Late")
    bots = new_game(house, "bot:steady", "bot:random", SEATS[0], name="Bots")
    clock.forward(hours=49)
    doorbell.taken()  # every bell so far is lost
    run("sweep")
    rung = doorbell.taken()
    order = list(dict.fromkeys(what for what, _ in rung))
    assert order == ["bots", "time_out", "remind", "deliver"]
    assert ("bots", bots.id) in rung
    assert {number for what, number in rung if what == "deliver"} == {
        letter.id for letter in play.list_letters(house, game.slug) if letter.state == "waiting"
    }


@pytest.mark.parametrize("place", [0, 1], ids=["before", "behind"])
def test_what_is_broken_keeps_nobody_else_from_being_served(house, clock, doorbell, smtp_sink, place):
    """Every due thing is a task of its own: one that fails leaves the others alone, sweep after sweep."""
    house = replace(house, settings=replace(house.settings, smtp_url=smtp_sink.url))
    app = WorkerApp(lambda: house, MEMORY)
    app.loader.import_default_modules()
    broken, _ = (new_game(house, "bot:steady", "bot:random", SEATS[n], name=f"Bots {n}") for n in (0, 1))
    late = [new_game(house, *SEATS, name=f"Late {n}") for n in range(2)]
    (ill,) = [letter.id for letter in play.list_letters(house, late[place].slug)]
    with house.store.write() as session:
        session.execute(update(Game).where(Game.id.in_((broken.id, late[place].id))).values(position={"to_act": []}))

    def served():
        app.tasks["pbem.sweep"]()
        while rung := doorbell.taken():
            for what, number in rung:
                app.tasks[f"pbem.{what}"].apply((number,))  # as a worker does: what is raised ends this task alone

    served()
    states = {letter.id: letter.state for letter in play.list_letters(house)}
    assert states.pop(ill) == "waiting"
    assert set(states.values()) == {"sent"} and smtp_sink.to("anna@example.org")
    clock.forward(hours=49)
    with house.store.write() as session:  # the worker went on meanwhile
        session.execute(update(Heartbeat).values(at=clock()))
    served()
    moved = {game.slug for game in play.list_games(house) if game.ply}
    assert moved == {"bots-1", f"late-{1 - place}"}
    due = play.due(house)
    assert due.bots == (broken.id,) and len(due.timeouts) == 1


def test_the_sweep_notes_that_it_was_made(house, run, clock):
    run("sweep")
    assert play.last_heartbeat(house, play.SWEEP) == clock.moment


@pytest.mark.parametrize(("name", "arguments"), [("sweep", ()), ("deliver", (1,)), ("bots", (1,)), ("time_out", (1,))])
def test_a_database_that_is_away_is_one_line(house, caplog, name, arguments):
    away = replace(house, store=Store("postgresql+psycopg://nobody:very-secret@127.0.0.1:1/none"))
    app = WorkerApp(lambda: away, MEMORY)
    app.loader.import_default_modules()
    with caplog.at_level(logging.WARNING):
        app.tasks[f"pbem.{name}"](*arguments)
    (record,) = [record for record in caplog.records if record.name == "worker.tasks"]
    assert record.exc_info is None
    assert "very-secret" not in caplog.text


@pytest.mark.parametrize("broker", [MEMORY, "redis://127.0.0.1:1/0"])
def test_settings_that_keep_letters_safe(broker):
    conf = celery_settings(broker)
    assert conf["task_acks_late"]
    assert conf["task_reject_on_worker_lost"]
    assert conf["worker_prefetch_multiplier"] == 1
    assert conf["accept_content"] == ["json"]
    assert conf["timezone"] == "UTC"
    sweep = conf["beat_schedule"]["sweep"]
    assert sweep["options"]["expires"] <= sweep["schedule"].total_seconds() <= 5


def test_a_running_task_is_never_given_out_again():
    conf = celery_settings("redis://127.0.0.1:1/0")
    assert conf["task_soft_time_limit"] < conf["task_time_limit"]
    assert conf["task_time_limit"] < conf["broker_transport_options"]["visibility_timeout"]
