"""What stands before the forms: tokens against forged posts and limits against floods; it answers nothing itself."""

from datetime import UTC, datetime, timedelta

from flask import Flask
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

from pbem.config import Settings

csrf = CSRFProtect()
limiter = Limiter(get_remote_address, swallow_errors=True, in_memory_fallback_enabled=True)
LARGEST_POST = 64 * 1024


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
    app.session_interface = _LastingSession()
    csrf.init_app(app)
    limiter.init_app(app)


class _LastingSession(SecureCookieSessionInterface):
    """A session that outlives the browser's own: a letter is answered days later on a phone."""

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002
        """When the session's cookie ends."""
        return datetime.now(UTC) + app.permanent_session_lifetime
