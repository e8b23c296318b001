"""The pages of a table: the game as one seat sees it, its moves, and the answer to an invitation."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.mail.contents.company import terms
from pbem.web.ending import Ending, ending
from pbem.web.guards import limiter
from pbem.web.guide import shown_guide
from pbem.web.news import asked, now_answer, seat_now
from pbem.web.notes import Unsaved, notes_part
from pbem.web.notices import Notice, gone, receipt, refusal
from pbem.web.orders import OrderForm, orders_section
from pbem.web.people import people
from pbem.web.proposal import proposal_page
from pbem.web.publicity import MayStand, may_stand
from pbem.web.rematch import Again, again
from pbem.web.seats import N_, house, seat_at
from pbem.web.speaking import voice
from pbem.web.tablepage import table_page
from pbem.web.talk import Unsaid, talk_part
from pbem.web.troubles import address_trouble
from pbem.web.typed import Draft, draft_of_form, draft_of_move, move_of

TABLE = Blueprint("table", __name__, url_prefix="/games")
LONGEST_KEY = 100


@TABLE.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """The table as the seat sees it, with the choice of `?move=` filled in."""
    with house.store.one_view():
        return table_answer(my_seat(slug), draft_of_move(request.args.get("move", "")))


@TABLE.get("/<slug>/now")
@limiter.limit("600 per minute")
def now(slug: str) -> ResponseReturnValue:
    """Whether anything is not as the page shows it, for its script; who asks is not noted as being there."""
    return now_answer(play.pulse(house, slug, my_seat(slug).number))


@TABLE.post("/<slug>/move")
def move(slug: str) -> ResponseReturnValue:
    """Plays the posted choice, or shows the page again with the reason and the choice still set."""
    seat = my_seat(slug)
    draft = draft_of_form(request.form)
    if request.form.get("look"):  # without script: the page with the choice set, on the board too
        return redirect(url_for("table.show", slug=slug, move=move_of(draft)), 303)
    try:
        entered = _submit(seat, draft)
    except play.PlayError as error:
        play.note_seen(house, seat.seat_id)
        return table_answer(seat, draft, error)
    return redirect(url_for("table.show", slug=slug, played=entered), 303)


@TABLE.post("/<slug>/here")
@limiter.limit("20 per minute")
def here(slug: str) -> ResponseReturnValue:
    """Notes that somebody touches the page: no letter goes to him meanwhile, nor tells what he reads there (`said`).

    Nothing that only reads comes here.
    """
    seat, said = my_seat(slug), request.form.get("said", "")
    play.note_seen(house, seat.seat_id)
    if said.isascii() and said.isdigit() and len(said) < 10:
        play.talk_seen(house, seat.seat_id, int(said))
    return "", 204


@TABLE.post("/<slug>/answer")
def answer(slug: str) -> ResponseReturnValue:
    """Accepts or declines the invitation."""
    seat = my_seat(slug)
    verbs = {"accept": play.accept, "decline": play.decline}
    verb = verbs.get(request.form.get("answer", ""))
    if verb is None:
        raise play.PlayError("bad_request", N_("Choose whether you play along or not."), 400)
    verb(house, seat.seat_id)
    return redirect(url_for("table.show", slug=slug), 303)


@TABLE.post("/<slug>/again")
@limiter.limit("20 per hour")
def ask_rematch(slug: str) -> ResponseReturnValue:
    """Asks for a rematch of a game that is over, or accepts the one that another asked for."""
    play.ask_rematch(house, my_seat(slug).seat_id)
    return redirect(url_for("table.show", slug=slug, _anchor="again"), 303)


def my_seat(slug: str) -> play.LinkedSeat:
    """The seat that this browser has at the table. Raises PlayError no_seat when it has none; see pbem.web.seats."""
    return seat_at(slug)


def table_answer(
    seat: play.LinkedSeat,
    draft: Draft | None = None,
    error: play.PlayError | None = None,
    notice: Notice | None = None,
    *,
    error_status: int = 200,
    orders: OrderForm | None = None,
    unsaid: Unsaid | None = None,
    unsaved: Unsaved | None = None,
) -> tuple[str, int]:
    """The page of the game in its present state; with an error its sentence above the choice, and its status.

    `orders`, `unsaid` and `unsaved` are the forms of a standing order, of talk and of notes as they were typed, with
    what was wrong, and then `error_status` of it.
    """
    draft = draft or Draft()
    pulse = play.pulse(house, seat.slug, seat.number)  # before the table is read: see now_of
    table = play.table(house, seat.slug, seat.number, recent=True, seen=_seen() or asked("seen"))
    status = error.status if error else error_status
    if table.view is None:
        aside = unsaid or unsaved
        shown, answered = _not_begun(seat, table, pulse, error or (aside.error if aside else None))
        return shown, status if answered == 200 else answered
    stale = gone(voice(), table, draft) if request.method == "GET" else ()
    notices = (
        *receipt(voice(), table, request.args.get("played", "")),
        *(refusal(voice(), table, draft, error, _seen()) if error else ()),
        *([notice] if notice else stale),
    )
    times = play.answer_times(house, table)
    page = table_page(voice(), table, house.clock(), Draft() if stale else draft, notices, times)
    trouble = address_trouble(voice(), play.seat_trouble(house, seat.seat_id))
    return render_template(
        "table.html", page=page, is_stale=bool(stale), trouble=trouble,
        orders=orders_section(voice(), table.orders, orders), end=_ending(seat) if table.scores else None,
        watch=play.watch_url(house, seat.slug), talk=talk_part(voice(), house, table, seat, unsaid),
        notes=notes_part(voice(), house, seat, unsaved), guide=shown_guide(seat, table),
        now=seat_now(seat, table, pulse), **_next_table(seat, table),
    ), status  # fmt: skip


def _not_begun(
    seat: play.LinkedSeat, table: play.Table, pulse: play.Pulse, error: play.PlayError | None
) -> tuple[str, int]:
    """The page of a table that has not begun: what its proposer may do, or the invitation."""
    found = play.proposal_of(house, seat.seat_id)
    if found is not None:
        return proposal_page(seat, table, found, error=error)
    invitation = render_template(
        "invitation.html", game=table.game, me=table.me, inviter=table.inviter,
        people=people(voice(), table, house.clock()),
        terms=terms(voice(), table.game, len(table.seats)), error=voice().say(error) if error else None,
        wanted=request.args.get("answer", ""), now=seat_now(seat, table, pulse),
    )  # fmt: skip
    return invitation, error.status if error else 200


def _next_table(seat: play.LinkedSeat, table: play.Table) -> dict[str, Again | MayStand | bool | None]:
    """What the page says of a rematch, of the public list, and whether a new table may be proposed."""
    way = play.proposals_mode(house)
    if not table.scores:
        return {"again": None, "public": None, "may_propose": way != "off"}
    return {
        "again": again(voice(), table, play.rematch_of(house, seat.seat_id), way),
        "public": may_stand(voice(), play.consent(house, seat.seat_id)),
        "may_propose": way != "off",
    }


def _ending(seat: play.LinkedSeat) -> Ending | None:
    """How the points came together; None where the log of the game cannot be played again: the count stands."""
    try:
        return ending(house, voice(), play.scene(house, seat.slug, seat.number), f"/games/{seat.slug}")
    except play.PlayError:
        current_app.logger.exception("game %s could not be played again for its end", seat.slug)
        return None


def _submit(seat: play.LinkedSeat, draft: Draft) -> int:
    """Has the move played; the number that it got in the log."""
    form = request.form
    if form.get("seat") != str(seat.number):
        raise play.PlayError(
            "wrong_seat",
            N_("This page was opened for another seat; here you are %(name)s. Nothing was played."),
            409,
            name=seat.name,
        )
    ply = _seen()
    if ply is None:
        raise play.PlayError("bad_request", N_("The form was incomplete. Nothing was played; choose again."), 400)
    chosen = _chosen(seat, draft, ply)
    key = form.get("key", "")[:LONGEST_KEY] or None
    done = play.submit(house, seat.slug, seat.number, ply, chosen, "web", key)
    return done.ply - len(done.applied) + 1  # others may have placed or stored since the page was opened


def _chosen(seat: play.LinkedSeat, draft: Draft, ply: int) -> str:
    """The chosen move in notation 2; what was written comes before what was ticked."""
    if draft.written.strip():
        table = play.table(house, seat.slug, seat.number, recent=True)
        return play.read_written(table, ply, draft.written, language=voice().language)
    chosen = move_of(draft)
    if not chosen:
        raise play.PlayError("malformed_move", N_("Nothing is chosen yet. Nothing was played."), 422)
    return chosen


def _seen() -> int | None:
    """How many moves the log had when the posted page was opened; None where the form does not say."""
    ply = request.form.get("ply", "")
    return int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 10 else None
