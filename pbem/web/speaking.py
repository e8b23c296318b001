"""In whose language a page speaks: the seat's, else what the browser asks for; it words nothing itself."""

from functools import cache, lru_cache

from flask import Flask, g, render_template, request
from jinja2 import StrictUndefined
from markupsafe import Markup

from pbem import draw, words
from pbem.web.assets import asset_name
from pbem.web.naming import cards, soft


def install_speaking(app: Flask) -> None:
    """Gives the templates the reader's words and the drawings."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: voice().translations.gettext(message),
        lambda one, many, count: voice().translations.ngettext(one, many, count),
        newstyle=True,
    )
    app.jinja_env.globals.update(asset=asset_name, piece=piece, drawn=drawn, sprite=sprite, language=language)
    app.jinja_env.globals.update(is_still=is_still, is_known=is_known)
    app.jinja_env.globals.update(sketch=sketch, piece_cards=piece_cards, soft=soft)


def stranger() -> words.Voice:
    """The voice for somebody of whom only the browser's Accept-Language is known."""
    return words.voice(request.accept_languages.best_match(words.LANGUAGES) or "en")


def voice() -> words.Voice:
    """The voice of this request."""
    if "voice" not in g:
        g.voice = stranger()
    found: words.Voice = g.voice
    return found


def speak(chosen: words.Voice, *, is_still: bool = False) -> None:
    """From here on this request is answered in that voice; `is_still`: to somebody who wants nothing to move."""
    g.voice, g.is_still = chosen, is_still


def is_still() -> bool:
    """Whether the reader wants nothing on the page to move."""
    return bool(g.get("is_still", False))


def language() -> str:
    """The language of the page, for its ``lang``."""
    return voice().language


def is_known() -> bool:
    """Whether this browser keeps somebody's link, so that the page may point to "My games"; it may have ended."""
    return "me" in request.cookies


def piece(symbol: str, css: str = "p") -> Markup:
    """A drawing, hidden from screen readers (its name stands beside it); it is defined once by ``sprite()``."""
    drawn(symbol)
    return _use(symbol, css)


@cache
def _use(symbol: str, css: str) -> Markup:
    return Markup('<svg class="{}" aria-hidden="true"><use href="#{}"/></svg>').format(css, symbol)


def drawn(symbol: str) -> Markup:
    """Notes that the page uses a drawing, and writes nothing."""
    g.setdefault("pieces", {})[symbol] = None
    return Markup()


def sketch(drawing: draw.Drawing) -> Markup:
    """A drawing of ours with the pieces it is made of, which ``sprite()`` defines."""
    g.setdefault("pieces", {}).update(dict.fromkeys(drawing.symbols))
    return Markup(drawing.svg)  # noqa: S704 - pbem.draw escapes what it is given


def piece_cards() -> Markup:
    """The card of every piece, the same on each page of a language."""
    shown = cards(words.voice(language()))
    g.setdefault("pieces", {}).update(dict.fromkeys(card.piece for card in shown))
    return _cards(language())


@cache
def _cards(_language: str) -> Markup:
    return Markup(render_template("cards.html", cards=cards(words.voice(_language))))  # noqa: S704 - our own template


def sprite() -> Markup:
    """The definitions of the drawings this page has used so far; to be called last."""
    symbols = _symbols(tuple(g.get("pieces", {})))
    return Markup('<svg class="sprite" aria-hidden="true">{}</svg>').format(Markup(symbols))  # noqa: S704 - our own file


@lru_cache(maxsize=64)
def _symbols(names: tuple[str, ...]) -> str:
    return draw.sprite(names)
