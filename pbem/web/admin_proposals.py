"""What an admin does about tables that players propose, and about the public list; each act is one verb."""

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import play
from pbem.web.admin import ADMIN, me
from pbem.web.admin_acts import acted
from pbem.web.admin_games import home_page
from pbem.web.notices import BAD, Notice
from pbem.web.seats import house
from pbem.web.speaking import voice


@ADMIN.post("/proposals")
def set_proposals() -> ResponseReturnValue:
    """Switches whether players may propose tables."""
    try:
        play.set_proposals(house, request.form.get("proposals", ""), me().email)
    except play.PlayError as error:
        return home_page((Notice(voice().say(error), BAD),), error.status)
    return redirect(url_for("admin.home", did="set_proposals"), 303)


@ADMIN.post("/games/<slug>/agree")
def agree(slug: str) -> ResponseReturnValue:
    """The proposed table comes about."""
    return acted(slug, "agree_proposal", lambda by: play.agree_proposal(house, slug, by))


@ADMIN.post("/games/<slug>/refuse")
def refuse(slug: str) -> ResponseReturnValue:
    """It does not."""
    reason = request.form.get("reason", "")
    return acted(slug, "refuse_proposal", lambda by: play.refuse_proposal(house, slug, by, reason))


@ADMIN.post("/games/<slug>/unlist")
def unlist(slug: str) -> ResponseReturnValue:
    """Takes a finished game out of the public list."""
    return acted(slug, "unlist_game", lambda by: play.set_listed(house, slug, by, listed=False))


@ADMIN.post("/games/<slug>/list")
def list_again(slug: str) -> ResponseReturnValue:
    """Lets it in again, where its table agrees."""
    return acted(slug, "list_game", lambda by: play.set_listed(house, slug, by, listed=True))
