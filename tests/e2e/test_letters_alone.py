"""Three people who share nothing but e-mail finish a game (issue 2, "How it is shown")."""

import random
import re
import time

import pytest

from tests.e2e.correspondent import Correspondent, kind_of, text_of
from tests.e2e.services import Service, as_in_the_procfile, one_process
from tests.servers import SmtpSink, wait_until

SEATS = (
    "Anna <anna@example.org>;lang=nl;tz=Europe/Amsterdam",
    "Bea <bea@example.org>;lang=de;tz=Europe/Berlin",
    "Cem <cem@example.org>;lang=en;tz=Europe/Istanbul",
)
CLOCK = "8m"  # short enough for no pause before a letter, long enough that nobody is late
PATIENCE = 400.0

pytestmark = pytest.mark.slow


@pytest.fixture
def service(request, tmp_path, smtp_sink):
    if request.param == "one process":
        made = one_process(tmp_path, smtp_sink.url)
    else:
        database = request.getfixturevalue("postgres_url")
        made = as_in_the_procfile(tmp_path, smtp_sink.url, database, request.getfixturevalue("redis_url"))
    made.start()
    yield made
    made.stop()


def set_table(service: Service, sink: SmtpSink, clock: str = CLOCK) -> tuple[str, list[Correspondent]]:
    """A game by the command line, accepted by its three people from their letters."""
    seats = [part for seat in SEATS for part in ("--seat", seat)]
    game = service.command("game", "create", "--name", "Friday table", *seats, "--clock", clock, "--seed", "e2e")
    people = [
        Correspondent(a, sink, random.Random(a)) for a in ("anna@example.org", "bea@example.org", "cem@example.org")
    ]
    sink.wait(3)
    for person in people:
        accept(person)
    return game["slug"], people


def accept(person: Correspondent) -> None:
    (invitation,) = person.news()
    person.read[str(invitation.message["Message-ID"])] = invitation
    page = person.reader.get(re.findall(r"https?://\S+/t/[\w.\-]+", text_of(invitation.message))[0])
    form, button = next((f, b) for f in page.forms() for b in f.select("button[value=accept]"))
    assert person.reader.submit(page, form, button).status == 200


def play_on(people: list[Correspondent], is_over, between=lambda moves: None) -> None:
    """Everybody answers the newest letter until it is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_over():
            return
        played = [person.answer_newest() for person in people]
        between(sum(person.moves for person in people))
        if not any(played):
            time.sleep(0.02)
    raise AssertionError(f"no end after {[person.moves for person in people]} moves")


def final_letters(person: Correspondent) -> list:
    return [x for x in person.sink.to(person.address) if kind_of(x.message) == "game_over"]


def count_of(text: str) -> set[tuple[str, tuple[str, ...]]]:
    """The numbers of the final table by name, whatever the language; its rows begin with the place."""
    rows = re.findall(r"^[> ] \d\. (Anna|Bea|Cem)\b[^\d\n]*((?:\s+\d+)+)\s*$", text, re.M)
    return {(name, tuple(numbers.split())) for name, numbers in rows}


def check_the_end(service: Service, slug: str, people: list[Correspondent]) -> None:
    shown = service.command("game", "show", slug)
    assert shown["game"]["state"] == "finished"
    counts = [count_of(text_of(final_letters(person)[0].message)) for person in people]
    assert len(counts[0]) == 3 and counts[0] == counts[1] == counts[2], counts
    totals = {shown["seats"][score["seat"]]["name"]: str(score["total"]) for score in shown["scores"]}
    for name, numbers in counts[0]:
        assert totals[name] in numbers, (totals, counts[0])
    plies = [entry["ply"] for entry in shown["log"]]
    assert plies == list(range(1, len(plies) + 1))
    for number in range(3):
        own = [entry for entry in shown["log"] if entry["seat"] == number and entry["mark"] == ""]
        assert len(own) > 20 and {entry["via"] for entry in own} == {"web"}


@pytest.mark.parametrize("service", ["one process"], indirect=True)
def test_a_whole_game_from_letters_alone(service, smtp_sink):
    slug, people = set_table(service, smtp_sink)
    play_on(people, lambda: all(final_letters(person) for person in people))
    check_the_end(service, slug, people)
    assert [person.late for person in people] == [[], [], []], "a letter came for a turn that was over"
    log = service.command("game", "show", slug)["log"]
    for number, person in enumerate(people):
        assert person.moves == sum(e["seat"] == number and e["mark"] == "" for e in log)
        turns = [x for x in person.sink.to(person.address) if kind_of(x.message) == "turn"]
        assert len({x.message["Message-ID"] for x in turns}) == len(turns) == person.moves
    print(f"\n{len(log)} moves, {sum(p.moves for p in people)} decisions, {len(smtp_sink.letters)} letters")


@pytest.mark.parametrize("service", ["one process", "procfile"], indirect=True)
def test_kill_9_in_mid_game_costs_nothing(service, smtp_sink):
    slug, people = set_table(service, smtp_sink)
    due = [8, 20]

    def power_cut(moves: int) -> None:
        if due and moves >= due[0]:
            before = service.command("game", "show", slug)["game"]["ply"]
            service.kill()
            service.start()
            assert service.command("game", "show", slug)["game"]["ply"] >= before
            due.pop(0)

    play_on(people, lambda: not due and sum(person.moves for person in people) >= 30, power_cut)
    assert [person.late for person in people] == [[], [], []], "a letter came for a turn that was over"
    shown = service.command("game", "show", slug)
    for number, person in enumerate(people):
        assert person.moves == sum(e["seat"] == number and e["mark"] == "" for e in shown["log"]), "a move was lost"
    asked = [people[entry["seat"]] for entry in shown["to_act"]]
    assert asked
    wait_until(lambda: all(turn_letters(person) > person.moves for person in asked), "who is asked to be told")


def turn_letters(person: Correspondent) -> int:
    """How many different letters have asked that person for a decision."""
    return len({x.message["Message-ID"] for x in person.sink.to(person.address) if kind_of(x.message) == "turn"})
