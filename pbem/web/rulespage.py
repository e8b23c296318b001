"""For beginners: the rules in short in the reader's language (`pbem.words.summary`), and the end of the guide."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pbem import play, rules, words
from pbem.web.guards import limiter
from pbem.web.naming import building_css
from pbem.web.preferences import OWN_NAMES
from pbem.web.seats import house, speak_as_known
from pbem.web.speaking import speak, voice
from pbem.web.table import my_seat
from pbem.words import summary

RULES = Blueprint("rules", __name__)
_OWN: Mapping[str, tuple[str, str]] = {
    "hidden_tile": ("tile-back", ""),
    "quarry": ("tile-quarry", "quarry"),
    "barrel": ("good-sugar", "sugar"),
    "doubloon": ("doubloon", "gold"),
    "point": ("vp", "vpc"),
    "point_down": ("vp-down", "vpc"),
    "colonist": ("colonist", "person"),
    "san_juan": ("colonist", ""),
    "governor": ("governor", "gov"),
    "cargo_ship": ("cargo-ship", "hull"),
    "colonist_ship": ("colonist-ship", "hull"),
    "trading_house": ("trading-house", "hull"),
    "role_card": ("role-prospector", "gold"),
    "production_building": ("b-sugar_mill", "sugar"),
    "violet_building": ("b-office", "vio"),
    "large_building": ("b-guild_hall", "vio"),
    "manned": ("colonist", "person"),
}


@dataclass(frozen=True)
class Drawn:
    """A term or building with its drawing; `piece` is "" where there is none."""

    said: summary.Term | summary.Lot
    piece: str
    css: str


@RULES.get("/rules")
def show() -> str:
    """The whole summary; `?lang=` chooses the language, else it is the reader's, as far as this browser says it."""
    _speak_as_asked()
    speaker = voice()
    others = [language for language in words.LANGUAGES if language != speaker.language]
    players, ready = summary.set_up(speaker)
    return render_template(
        "rules.html",
        game=summary.game_in_short(speaker),
        roles=summary.roles_in_short(speaker),
        house=summary.house_rules(speaker),
        lots={column: tuple(map(_lot, lots)) for column, lots in summary.lots(speaker).items()},
        pieces=tuple(map(_term, summary.pieces(speaker))),
        players=players,
        ready=ready,
        tongues=(speaker.language, *others),
        vocabulary=summary.word_list(speaker, [words.voice(language) for language in others]),
        own_names=OWN_NAMES,
        tile_name=speaker.tile,
    )


@RULES.post("/games/<slug>/guide")
@limiter.limit("60 per hour")
def hide_guide(slug: str) -> Answer:
    """The guide to one kind of decision is not shown again, or with `all` no guide."""
    play.hide_guide(house, my_seat(slug).seat_id, request.form.get("hide", ""))
    return redirect(url_for("table.show", slug=slug, _anchor="turn"), 303)


def _speak_as_asked() -> None:
    """The language of `?lang=`, else that of a seat which this browser holds, else what the browser asks for."""
    wanted = request.args.get("lang", "")
    if wanted in words.LANGUAGES:
        speak(words.voice(wanted))
    else:
        speak_as_known()


def _lot(lot: summary.Lot) -> Drawn:
    return Drawn(lot, f"b-{lot.name}", building_css(lot.name))


def _term(term: summary.Term) -> Drawn:
    kind, _, name = term.term.rpartition(":")
    if kind == "tile":
        return Drawn(term, f"tile-{name}", name)
    if name in rules.GOODS:
        return Drawn(term, f"good-{name}", name)
    return Drawn(term, *_OWN.get(name, ("", "")))
