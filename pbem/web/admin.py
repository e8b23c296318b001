"""The admin's door: one-time link, sign-in, sign-out, and who may pass; it shows no game and keeps no password."""

import hashlib

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as Answer

from pbem import play
from pbem.web.guards import caller, limiter
from pbem.web.seats import N_, house
from pbem.web.speaking import voice
from pbem.web.unfailing import unfailing

ADMIN = Blueprint("admin", __name__, url_prefix="/admin")
COOKIE = "admin"
OPEN = frozenset({"admin.sign_in_page", "admin.sign_in", "admin.welcome_page", "admin.welcome"})
TOO_OFTEN = N_("That was tried too often. Wait a quarter of an hour and try again; nothing was changed.")


@ADMIN.before_request
def only_admins() -> Answer | None:
    """Lets only those pass who are signed in; the others go to the sign-in page, and from there on to their page."""
    if signed_in() is not None or request.endpoint in OPEN:
        return None
    wanted = request.full_path.rstrip("?") if request.method in ("GET", "HEAD") else None
    return redirect(url_for("admin.sign_in_page", next=wanted), 303)


def signed_in() -> play.AdminInfo | None:
    """The admin whose session this browser holds."""
    if "admin" not in g:
        g.admin = play.admin_by_session(house, request.cookies.get(COOKIE, ""))
    found: play.AdminInfo | None = g.admin
    return found


@ADMIN.context_processor
def who_is_there() -> dict[str, play.AdminInfo | None]:
    """Gives the templates `admin`, for the bar. It asks no database: an error's page comes here with that away, too."""
    return {"admin": g.get("admin")}


def me() -> play.AdminInfo:
    """The admin who asks; only where `only_admins` let somebody pass."""
    found = signed_in()
    assert found is not None
    return found


@ADMIN.get("/sign-in")
def sign_in_page() -> ResponseReturnValue:
    """The form; who is signed in already goes on."""
    if signed_in() is not None:
        return redirect(_local(request.args.get("next")), 303)
    return sign_in_form("", 200)


@ADMIN.post("/sign-in")
@limiter.limit("10 per 15 minutes", key_func=lambda: f"{_address_key()} from {caller()}")
@limiter.limit("200 per 15 minutes", key_func=lambda: _address_key())  # from everywhere, so that nobody is locked out
@limiter.limit("30 per 15 minutes")
def sign_in() -> ResponseReturnValue:
    """Signs in, or says that address and password do not belong together."""
    try:
        admin = play.sign_in(house, _typed_address(), request.form.get("password", ""))
    except play.PlayError as error:
        return sign_in_form(voice().say(error), error.status)
    return _with_session(redirect(_local(request.form.get("next")), 303), admin)


@ADMIN.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Forgets this browser."""
    play.end_sessions(house, me())
    answer = redirect(url_for("admin.sign_in_page"), 303)
    answer.delete_cookie(COOKIE, path="/admin", httponly=True, samesite="Lax", secure=_is_https())
    return answer


@ADMIN.get("/welcome/<token>")
def welcome_page(token: str) -> ResponseReturnValue:
    """The form for a new password. Opening it spends nothing, as link scanners open everything."""
    return welcome_form(token, "", 200)


@ADMIN.post("/welcome/<token>")
@limiter.limit("30 per 15 minutes")
def welcome(token: str) -> ResponseReturnValue:
    """Sets the password and signs in; the link is spent."""
    password = request.form.get("password", "")
    if password != request.form.get("again", ""):
        return welcome_form(token, voice().gettext(N_("The two passwords are not the same. Nothing was changed.")), 422)
    try:
        admin = play.set_password(house, token, password)
    except play.PlayError as error:
        if error.code != "bad_password":
            raise
        return welcome_form(token, voice().say(error), 422)
    return _with_session(redirect(url_for("admin.home"), 303), admin)


@ADMIN.errorhandler(TooManyRequests)
@unfailing
def too_often(_error: TooManyRequests) -> ResponseReturnValue:
    """The same form again, with what was typed but the password, and how long to wait."""
    sentence = voice().gettext(TOO_OFTEN)
    if request.endpoint == "admin.welcome":
        return welcome_form(str((request.view_args or {})["token"]), sentence, 429)
    return sign_in_form(sentence, 429)


def sign_in_form(sentence: str, status: int) -> ResponseReturnValue:
    """The sign-in page with what went wrong, if anything."""
    page = render_template(
        "admin/sign_in.html",
        sentence=sentence,
        address=_typed_address(),
        next=_local(request.values.get("next")),
        is_new=not play.has_admin(house),
    )
    return page, status


def welcome_form(token: str, sentence: str, status: int) -> ResponseReturnValue:
    """The page for a new password. Raises PlayError when the link is none, too old or spent."""
    admin = play.read_welcome(house, token)
    return render_template("admin/welcome.html", sentence=sentence, token=token, address=admin.email), status


def _with_session(answer: Answer, admin: play.AdminInfo) -> Answer:
    assert isinstance(answer, Response)
    answer.set_cookie(
        COOKIE,
        play.seal_session(house, admin),
        max_age=play.SESSION_AGE,
        path="/admin",
        httponly=True,
        samesite="Lax",
        secure=_is_https(),
    )
    return answer


def _is_https() -> bool:
    return house.settings.base_url.startswith("https:")


def _typed_address() -> str:
    return request.form.get("email", "").strip()[:320]


def _address_key() -> str:
    """What the limits count by; hashed, as what is typed there may be a password."""
    return "address " + hashlib.sha256(_typed_address().casefold().encode()).hexdigest()[:32]


def _local(wanted: str | None) -> str:
    """The page to go on to: one of the admin's own, whatever was asked for."""
    home = url_for("admin.home")
    if not wanted or not wanted.startswith(home) or wanted.startswith(url_for("admin.sign_in_page")):
        return home
    plain = all(32 < ord(c) < 127 and c != "\\" for c in wanted)
    return wanted if plain and len(wanted) < 500 else home
