"""The doorbell: whatever became of Redis, a move is neither failed nor slowed (architecture 3)."""

import json
import os
import signal
import time
from dataclasses import replace

import pytest
import redis as redis_client

from pbem import play
from tests.conftest import new_game, play_on
from tests.conftest import test_settings as settings_of
from worker import doorbell as doorbell_module
from worker.doorbell import doorbell, silence


@pytest.fixture
def bell_to(tmp_path):
    """The doorbell of a process with that REDIS_URL."""
    return lambda url: doorbell(settings_of("sqlite:///none", tmp_path, redis_url=url))


def seconds(work) -> float:
    """How long a call takes."""
    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_a_bell_is_a_small_message_with_an_id_and_an_end(bell_to, redis_server):
    ring = bell_to(redis_server.url)
    ring("deliver", 7)
    ring("bots", 8)
    client = redis_client.Redis(port=redis_server.port)
    assert (client.llen("mail"), client.llen("game")) == (1, 1)
    message = json.loads(client.lpop("mail"))
    assert message["headers"]["task"] == "pbem.deliver"
    assert message["headers"]["eta"] is None
    assert message["headers"]["expires"]
    assert "7" in message["headers"]["argsrepr"]
    client.close()


def test_without_a_broker_it_is_silent(bell_to):
    assert bell_to(None) is silence


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "redis://nowhere.invalid:6379/0"])
def test_a_dead_redis_is_said_once_and_costs_nothing(bell_to, caplog, url):
    ring = bell_to(url)
    assert seconds(lambda: [ring("bots", number) for number in range(5)]) < 5  # each of them would wait much longer
    assert len([record for record in caplog.records if record.name == doorbell_module.__name__]) == 1


def test_whatever_breaks_at_the_bell_stays_there(bell_to, caplog):
    ring = bell_to("redis://127.0.0.1/abc")
    ring("bots", 1)
    ring("bots", 2)  # it rests now
    (record,) = (record for record in caplog.records if record.name == doorbell_module.__name__)
    assert record.exc_info and "waits in the database" in record.message


def test_a_redis_that_hangs_costs_less_than_a_second(bell_to, redis_server):
    ring = bell_to(redis_server.url)
    ring("bots", 1)
    pid = redis_server.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        assert seconds(lambda: [ring("bots", number) for number in range(5)]) < 5  # each of them would wait much longer
    finally:
        os.kill(pid, signal.SIGCONT)


def test_it_rings_again_when_redis_is_back(bell_to, redis_server, caplog, monkeypatch):
    monkeypatch.setattr(doorbell_module, "REST", 0.0)
    ring = bell_to(redis_server.url)
    redis_server.kill()
    ring("bots", 1)
    redis_server.start()
    ring("bots", 2)
    client = redis_client.Redis(port=redis_server.port)
    assert client.llen("game") == 1
    client.close()


def test_moves_are_made_with_redis_dead(house, bell_to):
    house = replace(house, ring=bell_to("redis://127.0.0.1:1/0"))
    game = new_game(house)
    assert seconds(lambda: play_on(house, game.slug, moves=1)) < 2
    assert play.table(house, game.slug, None).game.ply >= 1
