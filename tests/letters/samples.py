"""Letters of every decision from whole games of random moves, without a database: for tests and for looking at them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from pbem import play, rules
from pbem.mail.contents import KINDS
from pbem.mail.frames import Reader
from pbem.mail.pictures import Album
from pbem.mail.rendering import render_html, render_text
from pbem.mail.views import LetterView
from pbem.play.logs import told_from
from pbem.words import voice

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
NAMES = ("Anna", "Bea", "Cem", "Dirk", "Emine")
PHASES = tuple(phase for phase in rules.PHASES if phase != "game_over")
URL = "http://127.0.0.1:8000/t/" + "x" * 65
REPLY_TO = "play+g12.s0.p148.abcdefgh234567ab@in.pbem.example"


@dataclass(frozen=True)
class Composed:
    """A letter as it would leave; `album` are its pictures."""

    view: LetterView
    text: str
    html: str
    album: Album


def game(players: int, seed: str) -> Iterator[play.Table]:
    """Every decision of a whole game of random moves, as the table of the seat to act."""
    luck = random.Random(seed)
    state = rules.new_game(rules.Rules.from_json({"players": players}), seed)
    log: list[play.LogEntry] = []
    while (legal := rules.legal(state)).to_act:
        seat = legal.to_act[0]
        view = rules.view(state, seat)
        yield table_of(view, legal, seat, log)
        moves = legal.moves.get(seat) or (rules.suggest_placement(view, seat),)
        acting = [move for move in moves if move != "pass"] or list(moves)
        for event in rules.narrate(state, seat, luck.choice(acting)):
            mark = "auto" if event.auto else ""
            log.append(play.LogEntry(len(log) + 1, event.seat, event.move, mark, "test", NOW, event))


def decisions(players: int = 4) -> dict[str, play.Table]:
    """A decision of each phase, the one with most to choose and to tell in games until all phases have come."""
    found: dict[str, play.Table] = {}
    for seed in range(50):
        for table in game(players, str(seed)):
            phase = (table.view or {})["phase"]
            if phase not in found or weight(table) > weight(found[phase]):
                found[phase] = table
        if len(found) == len(PHASES):
            return found
    raise AssertionError(f"fifty games ask nothing in {set(PHASES) - set(found)}")


def weight(table: play.Table) -> int:
    """How many choices the seat has, and how much has happened."""
    return len(next(iter(table.legal.moves.values()), ())) + len(table.since) // 2 if table.legal else 0


def table_of(view: dict[str, Any], legal: rules.Legal, seat: int, log: list[play.LogEntry]) -> play.Table:
    """The table of the seat to act, asked just now, with 48 hours."""
    info = SimpleNamespace(
        paused_at=None,
        id=12,
        ply=len(log),
        chain="3fa91c07",
        round=view["round"],
        name="Friday table",
        clock_seconds=48 * 3600,
    )
    names = NAMES[: len(view["players"])]
    seats = tuple(play.SeatInfo(n, n, name, None, "en", "UTC", "accepted", True) for n, name in enumerate(names))
    owed = play.Owed(seat, len(log), NOW, NOW + timedelta(hours=48))
    return play.Table(
        game=info,  # type: ignore[arg-type]
        seats=seats,
        me=seats[seat],
        view=view,
        legal=legal,
        owed=(owed,),
        my_turn=owed,
        log=tuple(log),
        since_ply=told_from(log, seat),
        scores=(),
    )


def composed(
    table: play.Table,
    kind: str = "turn",
    language: str = "en",
    reply_to: str = REPLY_TO,
    album: Album | None = None,
    **changes: Any,
) -> Composed:
    """The letter of that kind to the seat to act, without pictures where no album takes them.

    `changes` are of the letter: `extra`, `is_first` …
    """
    assert table.me is not None and table.my_turn is not None
    seat = table.me.number
    fields: dict[str, Any] = {"merged": (), "is_first": False, "extra": {}, **changes}
    letter: Any = SimpleNamespace(kind=kind, seat=seat, ply=table.my_turn.since_ply, **fields)
    reader = Reader(
        letter=letter,
        table=table,
        voice=voice(language, "Europe/Amsterdam"),
        names=table.names,
        table_name=table.game.name,
        play_url=URL,
        stop_url=URL.replace("/t/", "/stop/"),
        reply_to=reply_to,
        album=album or Album(),
    )
    house: Any = SimpleNamespace(clock=lambda: NOW)
    view = KINDS[kind](house, letter, reader)
    assert view is not None
    return Composed(view, render_text(view), render_html(view), reader.album)


def late(table: play.Table) -> tuple[play.Table, dict[str, Any]]:
    """The same table, whose seat to act was late for its last move; and the `extra` of the letter that says so."""
    assert table.me is not None
    mine = [entry for entry in table.log if entry.seat == table.me.number and not entry.mark]
    log = tuple(replace(e, mark="timeout") if mine and e.ply == mine[-1].ply else e for e in table.log)
    moves = [mine[-1].move] if mine else []
    return replace(table, log=log), {"since": mine[-1].ply - 1 if mine else 0, "moves": moves}
