"""What stands before the pages: known hosts, tokens against forged posts, limits against floods; it serves nothing."""

import ipaddress
from datetime import UTC, datetime, timedelta

from flask import Flask, Response, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from pbem import play
from pbem.config import Settings, host_of, is_local_name
from pbem.web.masking import MaskedTokens
from pbem.web.seats import N_

csrf = MaskedTokens()
LARGEST_POST = 64 * 1024
LATER = (429, 503)  # the answers after which one may come again


def caller() -> str:
    """Who asks, as limits count: the address, of IPv6 the first 64 bits, as each subscriber has all behind them."""
    try:
        address = ipaddress.ip_address(get_remote_address())
    except ValueError:
        return "?"
    return str(address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False))


limiter = Limiter(caller, swallow_errors=True, in_memory_fallback_enabled=True)


def install_guards(app: Flask, settings: Settings) -> None:
    """Sets sessions, forged-post tokens and limits up; limits count in Redis if there is one, else in this process."""
    app.config.update(
        SECRET_KEY=settings.secret_keys[0],
        SECRET_KEY_FALLBACKS=list(settings.secret_keys[1:]),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.base_url.startswith("https:"),
        PERMANENT_SESSION_LIFETIME=timedelta(days=180),
        MAX_CONTENT_LENGTH=LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=LARGEST_POST,
        WTF_CSRF_TIME_LIMIT=None,  # a form may stay open for the two days a person has
        WTF_CSRF_SSL_STRICT=False,  # it wants a Referer, which our pages never send
        RATELIMIT_STORAGE_URI=settings.redis_url or "memory://",
        # A Redis that hangs may hold up one request by this, and then the counting goes on in this process.
        RATELIMIT_STORAGE_OPTIONS={"socket_connect_timeout": 0.5, "socket_timeout": 0.5} if settings.redis_url else {},
        RATELIMIT_HEADERS_ENABLED=True,
    )
    app.config["PAGES_AT"] = settings.base_url
    app.session_interface = _LastingSession()
    app.before_request(_only_known_hosts)
    app.after_request(_come_again_after_refusals_alone)  # the last one to see an answer: the limiter comes before it
    csrf.init_app(app)
    limiter.init_app(app)


def _only_known_hosts() -> None:
    """Refuses other names than our own, which redirects would repeat. Any name will do for a sign of life."""
    address = current_app.config["PAGES_AT"]
    host = host_of(f"//{request.host}")
    if host == host_of(address) or is_local_name(host) or request.endpoint == "pages.health":
        return
    raise play.PlayError(
        "bad_host", N_("These pages are at %(address)s and under no other name."), 400, address=address
    )


def _come_again_after_refusals_alone(answer: Response) -> Response:
    """Takes away the Retry-After that the limiter adds to every answer it counts (RFC 9110 10.2.3)."""
    if answer.status_code not in LATER:
        answer.headers.pop("Retry-After", None)
    return answer


class _LastingSession(SecureCookieSessionInterface):
    """A session that outlives the browser's own: a letter is answered days later on a phone."""

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002
        """When the session's cookie ends."""
        return datetime.now(UTC) + app.permanent_session_lifetime
