"""The life of a game but for its moves: created, accepted or declined, started, called off, finished."""

import re
import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from pbem import rules
from pbem.play.duration import read_duration, write_duration
from pbem.play.kinds import BEFORE_START, INVITING, OPEN_STATES
from pbem.play.links import new_nonce
from pbem.play.outbox import has_heard, withdraw_all, withdraw_kinds, write_letter
from pbem.play.pacing import note_act, pause
from pbem.play.people import LONGEST_TITLE, check_name, check_seats, find_or_add_person
from pbem.play.reading import game_info
from pbem.play.record import record_events
from pbem.play.said import check_reason
from pbem.play.texts import check_text
from pbem.play.transaction import Transaction, must_have_rules, transaction
from pbem.play.turns import settle_turns
from pbem.play.types import N_, GameInfo, House, PlayError, SeatSpec
from pbem.rules import gamefile
from pbem.store import Game, Move, Seat

Allowed = Callable[[Transaction, Game], None]  # raises PlayError where an act is not this person's


@dataclass(frozen=True)
class Proposal:
    """That a player sets a table: who, with what word to the others; `admit` gives its first state, or refuses."""

    person_id: int
    admit: Callable[[Transaction], str]
    word: str = ""


@dataclass(frozen=True)
class _Plan:
    """A table as it was asked for, checked."""

    title: str
    seats: tuple[SeatSpec, ...]
    seconds: int
    rules: rules.Rules
    seed: str
    by: str
    start: bool
    inviter: str
    form_key: str | None
    open_points: bool
    proposal: Proposal | None


def create_game(
    house: House,
    *,
    name: str,
    seats: Sequence[SeatSpec],
    clock: str,
    by: str,
    rules_options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    start: bool = False,
    inviter: str = "",
    form_key: str | None = None,
    open_points: bool = False,
    proposal: Proposal | None = None,
) -> GameInfo:
    """Sets a table for 2 to 5 seats and invites its people; `start` begins at once instead (bots alone always do).

    `inviter` is named in the invitation; with `open_points` points lie open for all. With a `proposal` it is a
    player's, who has accepted with it. A second call with the same `form_key` gives the game of the first. Raises
    PlayError for a name, seat, address, language, zone, clock or rule that cannot be, and as `proposal.admit` does.
    """
    tidy = tuple(check_seats(list(seats)))
    plan = _Plan(
        title=check_name(name, LONGEST_TITLE),
        seats=tidy,
        seconds=read_duration(clock),
        rules=_read_rules(len(tidy), rules_options or {}),
        seed=check_text(seed or secrets.token_hex(32)),
        by=by,
        start=start,
        inviter=check_name(inviter) if inviter else "",
        form_key=form_key and check_text(form_key),
        open_points=open_points,
        proposal=proposal,
    )
    try:
        return _set_table(house, plan)
    except IntegrityError:  # another process took slug, form key or address at the same moment; now they can be seen
        return _set_table(house, plan)


def _set_table(house: House, plan: _Plan) -> GameInfo:
    with transaction(house) as tx:
        made = _made_before(tx, plan.form_key)
        if made is not None:
            return game_info(made)
        state = plan.proposal.admit(tx) if plan.proposal else "inviting"
        game = _add_game(tx, plan, state)
        for number, spec in enumerate(plan.seats):
            _add_seat(tx, game, number, spec)
        tx.session.flush()
        verb = "propose" if plan.proposal else "create_game"
        tx.audit(plan.by, verb, game.id, name=plan.title, seats=[spec.name for spec in plan.seats])
        if plan.start or is_complete(game):
            begin(tx, game, plan.by)
        elif state == "inviting":
            invite(tx, game, plan.inviter)
        return game_info(game)


def is_complete(game: Game) -> bool:
    """Whether everybody whom the game invites has accepted, so that it begins."""
    return game.state == "inviting" and all(seat.status == "accepted" for seat in game.seats)


def _made_before(tx: Transaction, form_key: str | None) -> Game | None:
    return tx.session.scalar(select(Game).where(Game.form_key == form_key)) if form_key else None


def _read_rules(players: int, options: Mapping[str, Any]) -> rules.Rules:
    try:
        return rules.Rules.from_json({**options, "players": players})
    except rules.RulesError as error:
        raise PlayError("bad_rules", error.template, 400, **error.params) from error


def _add_game(tx: Transaction, plan: _Plan, state: str) -> Game:
    game = Game(
        slug=_free_slug(tx, plan.title),
        name=plan.title,
        state=state,
        rules=plan.rules.to_json(),
        rules_version=rules.RULES_VERSION,
        seed=plan.seed,
        seed_hash=gamefile.seed_hash(plan.seed),
        chain=gamefile.seed_hash(plan.seed),
        ply=0,
        clock_seconds=plan.seconds,
        clock_text=write_duration(plan.seconds),
        created_by=plan.by,
        form_key=plan.form_key,
        open_points=plan.open_points,
        proposed_by=plan.proposal.person_id if plan.proposal else None,
        word=plan.proposal.word if plan.proposal else "",
        created_at=tx.now,
    )
    tx.session.add(game)
    tx.session.flush()
    return game


def _free_slug(tx: Transaction, title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "game"
    if tx.session.scalar(select(Game.id).where(Game.slug == slug)) is None:
        return slug
    return f"{slug}-{secrets.token_hex(3)}"


def _add_seat(tx: Transaction, game: Game, number: int, spec: SeatSpec) -> None:
    person = None if spec.bot else find_or_add_person(tx, spec)
    is_proposer = person is not None and person.id == game.proposed_by
    game.seats.append(
        Seat(
            number=number,
            name=spec.name,
            person=person,
            bot=spec.bot,
            nonce=new_nonce(),
            status="accepted" if spec.bot or is_proposer else "invited",
        )
    )


def invite(tx: Transaction, game: Game, inviter: str) -> None:
    """Writes to everybody who has not accepted yet."""
    for seat in game.seats:
        if seat.status == "invited":
            write_letter(tx, "invitation", seat, f"invitation:{seat.id}", ply=0, inviter=inviter)


def accept(house: House, seat_id: int) -> GameInfo:
    """The seat's person will play; the last one to say so starts the game. Once more changes nothing.

    Raises PlayError not_open when the game has begun without this answer or was called off.
    """
    with transaction(house) as tx:
        game, seat = _invited(tx, seat_id)
        if seat.status == "accepted":
            return game_info(game)
        _must_take_answers(game)
        if seat.person_id is not None:
            note_act(tx, seat.person_id)
        seat.status = "accepted"
        withdraw_kinds(tx, seat, INVITING, "the invitation was answered")
        tx.audit(seat.name, "accept", game.id, seat=seat.number)
        if is_complete(game):
            begin(tx, game, seat.name)
        return game_info(game)


def decline(house: House, seat_id: int) -> GameInfo:
    """The seat's person will not play. Raises PlayError not_open when the game is not inviting any more."""
    with transaction(house) as tx:
        game, seat = _invited(tx, seat_id)
        if seat.status != "declined":
            _must_take_answers(game)
            note_declined(tx, game, seat)
        return game_info(game)


def note_declined(tx: Transaction, game: Game, seat: Seat) -> None:
    """The seat's person will not play; who proposed the table is told, as only he can give the seat to another."""
    seat.status = "declined"
    withdraw_kinds(tx, seat, INVITING, "the invitation was answered")
    tx.audit(seat.name, "decline", game.id, seat=seat.number)
    for other in game.seats:
        if other is not seat and other.person_id is not None and other.person_id == game.proposed_by:
            once = f"declined:{seat.id}:{seat.person_id}:{game.id}"
            write_letter(tx, "declined", other, once, ply=0, by=seat.number, person=seat.person_id)


def _invited(tx: Transaction, seat_id: int) -> tuple[Game, Seat]:
    game_id = tx.session.scalars(select(Seat.game_id).where(Seat.id == seat_id)).one()
    game = tx.lock_game_id(game_id)
    return game, next(seat for seat in game.seats if seat.id == seat_id)


def _must_take_answers(game: Game) -> None:
    """As long as an admin has to agree nobody is invited, but who has a link may say so all the same."""
    if game.state != "proposed":
        _must_be_inviting(game)


def _must_be_inviting(game: Game) -> None:
    if game.state == "proposed":
        raise PlayError("not_agreed", N_("%(game)s is a proposal: agree to it first."), 409, game=game.name)
    if game.state == "running":
        raise PlayError("not_open", N_("%(game)s has begun already."), 409, game=game.name)
    if game.state != "inviting":
        raise PlayError("not_open", N_("%(game)s is over."), 409, game=game.name)


def start_game(house: House, slug: str, by: str) -> GameInfo:
    """Begins without waiting for more answers. Raises PlayError no_such_game, not_open, or declined."""
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        _must_be_inviting(game)
        gone = [seat.name for seat in game.seats if seat.status == "declined"]
        if gone:
            raise PlayError(
                "declined",
                N_("%(names)s will not play; give that seat to somebody else, or call this game off."),
                409,
                names=", ".join(gone),
            )
        begin(tx, game, by)
        return game_info(game)


def call_off_game(
    house: House, slug: str, by: str, reason: str = "", *, allowed: Allowed | None = None, own: int | None = None
) -> GameInfo:
    """Ends a game that is not over; nobody wins, nobody is asked any more.

    Who has heard of the game gets a letter with the reason, but for the `own` seat of who does it. Raises PlayError
    no_such_game, not_open, bad_text, and as `allowed` does.
    """
    why = check_reason(reason)
    with transaction(house) as tx:
        game = tx.lock_game(slug)
        must_not_be_over(game)
        if allowed is not None:
            allowed(tx, game)
        settle_turns(tx, game, (), set())
        told = [seat for seat in game.seats if seat.number != own and _is_to_be_told(tx, game, seat)]
        withdraw_all(tx, game.id, "the game was called off")
        for seat in told:
            write_letter(tx, "called_off", seat, f"called_off:{seat.id}", ply=game.ply, reason=why)
        game.state, game.finished_at, game.paused_at = "cancelled", tx.now, None
        tx.audit(by, "call_off", game.id, reason=why)
        return game_info(game)


def _is_to_be_told(tx: Transaction, game: Game, seat: Seat) -> bool:
    """Who had a letter or has answered by another way, as through a link handed on; not who has declined."""
    if game.state in BEFORE_START and seat.status != "invited":
        return seat.status == "accepted"
    moved = select(Move.id).where(Move.game_id == game.id, Move.mark == "", Move.seat == seat.number)
    return has_heard(tx, seat) or tx.session.scalar(moved.limit(1)) is not None


def must_not_be_over(game: Game) -> None:
    """Raises PlayError not_open for a game that was finished or called off."""
    if game.state not in OPEN_STATES:
        raise PlayError("not_open", N_("%(game)s is over."), 409, game=game.name)


def begin(tx: Transaction, game: Game, by: str) -> None:
    """Deals, asks the first of those who are to act, and tells the others that the game has begun."""
    must_have_rules(game)
    state = rules.new_game(rules.Rules.from_json(game.rules), game.seed)
    events = rules.narrate_advance(state)
    game.state, game.started_at = "running", tx.now
    for seat in game.seats:
        seat.status = "accepted"
        withdraw_kinds(tx, seat, INVITING, "the game has begun")
    tx.audit(by, "start", game.id)
    _announce(tx, game, rules.legal(state).to_act)
    record_events(tx, game, state, events, mark="auto", via="rules")


def _announce(tx: Transaction, game: Game, asked: tuple[int, ...]) -> None:
    """A start letter for who is not asked at once. Where bots begin it waits a little: a turn letter may say it all."""
    bots_begin = all(seat.bot for seat in game.seats if seat.number in asked)
    at = tx.now + (pause(game) if bots_begin else timedelta(0))
    for seat in game.seats:
        if seat.number not in asked:
            write_letter(tx, "start", seat, f"start:{seat.id}", ply=game.ply, not_before=at)
