"""All kinds of letters with sample data, as an admin may look at them; they are of no real table and go to nobody."""

from dataclasses import dataclass

from flask import Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from pbem import play, words
from pbem.mail.pictures import shown_inline
from pbem.mail.samples import sample
from pbem.web.admin import ADMIN
from pbem.web.admin_words import KINDS, LANGUAGE_NAMES
from pbem.web.seats import house
from pbem.web.speaking import voice

__all__ = ["ADMIN"]  # the blueprint with all its pages
SAMPLE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox"
)


@dataclass(frozen=True)
class Kind:
    """A kind of letter in the list."""

    kind: str
    name: str


@ADMIN.get("/letters")
def letters() -> ResponseReturnValue:
    """Every kind in one language, HTML and text, each in a frame that loads when it comes into sight."""
    chosen = request.args.get("language", voice().language)
    language = chosen if chosen in words.LANGUAGES else "en"
    kinds = tuple(Kind(kind, voice().gettext(KINDS.get(kind, kind))) for kind in play.KINDS)
    return render_template("admin/letters.html", kinds=kinds, spoken=language, languages=LANGUAGE_NAMES)


@ADMIN.get("/letters/<kind>/<language>/<part>")
def letter_part(kind: str, language: str, part: str) -> Response:
    """A sample's HTML with its pictures, or its text, to be framed: it may run and load nothing, no link works."""
    if kind not in play.KINDS or language not in words.LANGUAGES or part not in ("html", "text"):
        abort(404)
    letter = sample(house.settings, kind, language)
    if part == "html":
        answer = Response(shown_inline(letter), mimetype="text/html")
    else:
        body = letter.get_body(("plain",))
        head = f"{letter['Subject']}\n\n"
        answer = Response(head + (str(body.get_content()) if body else ""), mimetype="text/plain")
    answer.headers["Content-Security-Policy"] = SAMPLE_POLICY
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    return answer
