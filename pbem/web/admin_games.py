"""The admin's pages of games: the list, the form for a new one, one game and the acts on it; each act is one verb."""

import secrets
from datetime import timedelta

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from pbem import bots, play
from pbem.web.admin import ADMIN, me, sign_in_form, signed_in, welcome_form
from pbem.web.admin_desk import Papers, desk, read_papers
from pbem.web.admin_form import GameFields, empty_form, read_form
from pbem.web.admin_lists import game_rows, health, mail_rows, proposal_rows
from pbem.web.admin_words import LANGUAGE_NAMES, PROPOSALS, act, stamp
from pbem.web.notices import BAD, DONE, Notice
from pbem.web.seats import N_, house
from pbem.web.speaking import voice
from pbem.web.talk import talk_of_host
from pbem.web.troubles import desk_troubles
from pbem.web.unfailing import unfailing

PAGE = 50
RECEIPT_SHOWN_FOR = timedelta(minutes=10)
LOST = N_("The page was open for too long, or cookies are off. Nothing was changed; send it again.")


@ADMIN.get("/")
def home() -> ResponseReturnValue:
    """Health, and the games that are not over before those that are."""
    return home_page(receipt(play.list_audit(house, limit=20)), 200)


def home_page(notices: tuple[Notice, ...], status: int) -> ResponseReturnValue:
    """The list of games; a form on it that was refused comes again as it was filled in."""
    number = _page_number()
    now = house.clock()
    lines = play.list_tables(house, first=(number - 1) * PAGE, limit=PAGE + 1)
    page = render_template(
        "admin/home.html",
        notices=notices,
        typed=request.form,
        key=secrets.token_urlsafe(12),
        rows=game_rows(voice(), lines[:PAGE], now),
        page=number,
        has_more=len(lines) > PAGE,
        health=health(voice(), play.last_heartbeat(house, play.SWEEP), play.mail_state(house), now),
        now=stamp(voice(), now, now),
        troubles=desk_troubles(voice(), play.list_troubles(house), now),
        proposals=proposal_rows(voice(), play.waiting_proposals(house), now),
        way=play.proposals_mode(house),
        ways=PROPOSALS,
    )
    return page, status


@ADMIN.get("/audit")
def audit() -> ResponseReturnValue:
    """The newest acts in all games, and at this door."""
    now = house.clock()
    acts = tuple((stamp(voice(), line.at, now), act(voice(), line), line) for line in play.list_audit(house))
    return render_template("admin/audit.html", acts=acts)


@ADMIN.get("/mail")
def mail() -> ResponseReturnValue:
    """Mail that came in, newest first: from whom, for which game, and what came of it."""
    number = _page_number()
    mails = play.list_mails(house, first=(number - 1) * PAGE, limit=PAGE + 1)
    rows = mail_rows(voice(), mails[:PAGE], house.clock())
    return render_template("admin/mail.html", rows=rows, page=number, has_more=len(mails) > PAGE)


def _page_number() -> int:
    page = request.args.get("page", "1")
    return max(int(page), 1) if page.isascii() and page.isdigit() and len(page) < 5 else 1


@ADMIN.get("/games/new")
def new_game() -> ResponseReturnValue:
    """The form for a new table."""
    return _form_page(empty_form(), 200)


@ADMIN.post("/games/new")
def create() -> ResponseReturnValue:
    """Sets the table, once for each form, or shows the form again with a sentence at each field that cannot be."""
    typed = read_form(request.form, voice())
    if not typed.is_good:
        return _form_page(typed, 422)
    try:
        game = play.create_game(
            house,
            name=typed.name,
            seats=typed.specs,
            clock=typed.clock,
            by=me().email,
            rules_options=typed.rules_options,
            start=typed.begin == "now",
            inviter=typed.inviter,
            form_key=typed.key,
            open_points=typed.points == "open",
        )
    except play.PlayError as error:
        return _form_page(typed, error.status, voice().say(error))
    return redirect(url_for("admin.game", slug=game.slug, did="create_game"), 303)


@ADMIN.get("/games/<slug>")
def game(slug: str) -> ResponseReturnValue:
    """One game."""
    papers = read_papers(house, slug)
    return _game_page(papers, receipt(papers.audit), 200)


@ADMIN.post("/games/<slug>/start")
def start(slug: str) -> ResponseReturnValue:
    """Begins the game without waiting for more answers."""
    try:
        play.start_game(house, slug, me().email)
    except play.PlayError as error:
        return refused(slug, error)
    return redirect(url_for("admin.game", slug=slug, did="start"), 303)


@ADMIN.post("/games/<slug>/call-off")
def call_off(slug: str) -> ResponseReturnValue:
    """Ends the game without a winner."""
    try:
        play.call_off_game(house, slug, me().email, request.form.get("reason", ""))
    except play.PlayError as error:
        return refused(slug, error)
    return redirect(url_for("admin.game", slug=slug, did="call_off"), 303)


@ADMIN.post("/games/<slug>/seats/<int:number>/fresh-link")
def fresh_link(slug: str, number: int) -> ResponseReturnValue:
    """Voids a seat's links and has a new one sent; a second delivery of the same form does nothing more."""
    own = next((seat for seat in read_papers(house, slug).desks if seat.number == number), None)
    if own is None or own.address is None:
        return refused(slug, play.PlayError("no_such_seat", N_("There is no person on that seat."), 404))
    if request.form.get("stamp", "") == own.stamp:
        play.revoke_links(house, own.id, me().email)
    return redirect(url_for("admin.game", slug=slug, did="revoke_links"), 303)


@ADMIN.post("/games/<slug>/seats/<int:number>/address-works")
def address_works(slug: str, number: int) -> ResponseReturnValue:
    """The address of a seat's person takes letters again."""
    play.mend_address(house, person_on(slug, number).id, me().email)
    return redirect(url_for("admin.game", slug=slug, did="mend_address"), 303)


@ADMIN.post("/games/<slug>/seats/<int:number>/address")
def change_address(slug: str, number: int) -> ResponseReturnValue:
    """The person on a seat has another address."""
    try:
        play.change_address(house, person_on(slug, number).id, request.form.get("address", ""), me().email)
    except play.PlayError as error:
        return refused(slug, error)
    return redirect(url_for("admin.game", slug=slug, did="change_address"), 303)


def person_on(slug: str, number: int) -> play.SeatDesk:
    """The seat, if a person has it. Raises PlayError no_such_game or no_such_seat."""
    own = next((seat for seat in read_papers(house, slug).desks if seat.number == number), None)
    if own is None or own.address is None:
        raise play.PlayError("no_such_seat", N_("There is no person on that seat."), 404)
    return own


@ADMIN.errorhandler(CSRFError)
@unfailing
def lost_session(_error: CSRFError) -> ResponseReturnValue:
    """A form without its token: nothing was changed, and the same form comes again as it was filled in."""
    sentence = voice().gettext(LOST)
    arguments = request.view_args or {}
    if request.endpoint == "admin.welcome":
        return welcome_form(str(arguments["token"]), sentence, 400)
    if signed_in() is None or request.endpoint == "admin.sign_in":
        return sign_in_form(sentence, 400)
    if request.endpoint == "admin.create":
        return _form_page(read_form(request.form, voice()), 400, sentence)
    if request.endpoint == "admin.message_all":
        return home_page((Notice(sentence, BAD),), 400)
    if "slug" in arguments:
        return _game_page(read_papers(house, str(arguments["slug"])), (Notice(sentence, BAD),), 400)
    return redirect(url_for("admin.home"), 303)


def _form_page(typed: GameFields, status: int, sentence: str = "") -> ResponseReturnValue:
    page = render_template(
        "admin/new_game.html",
        form=typed,
        sentence=sentence,
        bots=bots.NAMES,
        languages=LANGUAGE_NAMES,
        zones=play.zones(),
    )
    return page, status


def _game_page(papers: Papers, notices: tuple[Notice, ...], status: int) -> ResponseReturnValue:
    whole = next((name for name in ("log", "letters") if request.args.get(name) == "all"), "")
    trouble = papers.table.game.trouble
    if trouble is not None:
        notices = (Notice(voice().say(trouble), BAD), *notices)
    shown = desk(voice(), papers, house.clock(), whole=whole, notices=notices)
    troubles = desk_troubles(voice(), papers.troubles, house.clock())
    page = render_template(
        "admin/game.html",
        desk=shown,
        troubles=troubles,
        typed=request.form,
        acted=request.path,
        key=secrets.token_urlsafe(12),
        bots=bots.NAMES,
        languages=LANGUAGE_NAMES,
        zones=play.zones(),
        talk=talk_of_host(voice(), house, papers.table),
    )
    return page, status


def refused(slug: str, error: play.PlayError) -> ResponseReturnValue:
    """The page of the game with why nothing was done, and the form as it was filled in."""
    return _game_page(read_papers(house, slug), (Notice(voice().say(error), BAD),), error.status)


def receipt(audit: tuple[play.AuditInfo, ...]) -> tuple[Notice, ...]:
    """What was just done, looked up in the audit trail so that an address cannot claim it."""
    did, since = request.args.get("did"), house.clock() - RECEIPT_SHOWN_FOR
    mine = (entry for entry in audit if entry.actor == me().email and entry.at >= since)
    newest = next((entry for entry in mine if entry.verb == did), None)
    return (Notice(act(voice(), newest), DONE),) if newest else ()
