"""The game as a file for those at the table (notation 4); it has nothing that their pages do not show."""

from flask import Blueprint, Response

from pbem import play
from pbem.web.seats import house
from pbem.web.table import my_seat

FILES = Blueprint("files", __name__, url_prefix="/games")


@FILES.get("/<slug>.prn")
def download(slug: str) -> Response:
    """The game file, to keep and to check; the seed is in it once the game is over."""
    seat = my_seat(slug)
    answer = Response(play.export_game(house, seat.slug), mimetype="text/plain")
    answer.headers["Content-Disposition"] = f'attachment; filename="{seat.slug}.prn"'
    return answer
