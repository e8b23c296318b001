"""The web's assembly: one Flask application from a house; it holds no view and reads no environment."""

import hashlib
import re
from types import TracebackType

from flask import Flask, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter

from pbem.paths import templates_dir
from pbem.play import House
from pbem.web.address import ADDRESS
from pbem.web.admin_pages import ADMIN
from pbem.web.api import API
from pbem.web.asides import ASIDES
from pbem.web.assets import ASSETS
from pbem.web.errors import install_errors
from pbem.web.finished import FINISHED
from pbem.web.gamefiles import FILES
from pbem.web.guards import csrf, install_guards
from pbem.web.headers import install_headers
from pbem.web.links import LINKS
from pbem.web.lost import LOST
from pbem.web.mailbox import MAILBOX
from pbem.web.mygames import MYGAMES
from pbem.web.order_acts import ORDERS
from pbem.web.packing import install_packing
from pbem.web.pages import PAGES
from pbem.web.preferences import PREFERENCES
from pbem.web.proposal_acts import PROPOSAL
from pbem.web.propose import PROPOSE
from pbem.web.replay import REPLAY
from pbem.web.rulespage import RULES
from pbem.web.seats import holder
from pbem.web.speaking import install_speaking
from pbem.web.table import TABLE
from pbem.web.uninvited import UNINVITED

BLUEPRINTS = (
    ASSETS,
    PAGES,
    RULES,
    LINKS,
    TABLE,
    REPLAY,
    ORDERS,
    MYGAMES,
    LOST,
    ASIDES,
    PREFERENCES,
    ADDRESS,
    FILES,
    API,
    ADMIN,
    PROPOSE,
    PROPOSAL,
    FINISHED,
    UNINVITED,
)
_KEY_IN_PATH = re.compile(r"^/(t|stop|address|watch|no-invitations|admin/welcome)/([^/]+)")


class _Json(DefaultJSONProvider):
    """JSON whose names keep their order: that of notation 1, in which a placement must be written."""

    sort_keys = False


class _Application(Flask):
    """Flask, but for a log that never holds a link's token."""

    json_provider_class = _Json

    def log_exception(self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]) -> None:
        """Logs a failure with the path made harmless."""
        self.logger.error("Exception on %s [%s]", harmless(request.path), request.method, exc_info=exc_info)


class _ShortNumber(IntegerConverter):
    """The numbers of our addresses: what is longer than any id that a database counts to is no address of ours."""

    regex = r"\d{1,9}"


def harmless(path: str) -> str:
    """The path with a token in it replaced by 8 hex digits of its hash: enough to find it again, no key."""
    return _KEY_IN_PATH.sub(lambda hit: f"/{hit[1]}/{hashlib.sha256(hit[2].encode()).hexdigest()[:8]}", path)


def create_app(house: House, *, mailbox: bool) -> Flask:
    """The service's pages over that house. `mailbox`: also serve /mailbox, to this machine alone.

    Where the pages are for others, too (BASE_URL is not local), there is no mailbox: a proxy may well stand before it.
    """
    app = _Application("pbem.web", static_folder=None, template_folder=str(templates_dir() / "web"))
    app.extensions["pbem.house"] = house
    app.url_map.converters["int"] = _ShortNumber
    mailbox = mailbox and house.settings.is_local
    app.config["MAILBOX"] = mailbox
    if house.settings.base_url.startswith("https:"):  # then a proxy of ours stands before, and says who asks
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]
    install_guards(app, house.settings)
    install_speaking(app)
    app.jinja_env.globals["holder"] = holder
    install_packing(app)
    install_headers(app)
    install_errors(app)
    csrf.exempt("pbem.web.links.stop")  # RFC 8058: mail clients post there; the signed token is the proof
    csrf.exempt(API)  # a JSON body cannot be posted by a page of another site without the browser asking first
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    if mailbox:
        app.register_blueprint(MAILBOX)
    return app
