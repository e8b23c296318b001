"""Templates of letters: a view becomes text of 72 columns and HTML with its styles inlined; it reads no game."""

import re
from functools import cache

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pbem.draw import DARK, LIGHT
from pbem.mail.plain import bound, rows, wrapped
from pbem.mail.views import LetterView
from pbem.paths import templates_dir
from pbem.words import voice

# Figure spaces after the preheader, so that clients do not show the begin of the letter behind it.
PREHEADER_PADDING = "\u2007\u034f " * 20
STYLE = re.compile(r'(?<= )style="[^"<>]*"')
INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def render_text(view: LetterView) -> str:
    """The text part."""
    text = _environment(view.frame.language).get_template(f"{view.frame.kind}/text.txt").render(v=view)
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"


def render_html(view: LetterView) -> str:
    """The HTML part: no remote content, one style element for dark mode alone."""
    html = _environment(view.frame.language).get_template(f"{view.frame.kind}/letter.html").render(v=view)
    return STYLE.sub(_shortened, INLINER.inline(html))


def _shortened(style: re.Match[str]) -> str:
    """A style without the blanks that say nothing: a fifth of a letter."""
    return re.sub(r"\s*([:;,])\s*", r"\1", style.group()).replace(';"', '"')


@cache
def _environment(language: str) -> Environment:
    """Templates are data of the program; every value in the HTML is escaped, an undefined name is an error."""
    environment = Environment(
        loader=FileSystemLoader(templates_dir() / "mail"),
        autoescape=select_autoescape(enabled_extensions=("html",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    speaker = voice(language)
    environment.install_gettext_translations(speaker.translations, newstyle=True)  # type: ignore[attr-defined]
    environment.filters.update(wrapped=wrapped, bound=bound, rows=rows)
    environment.globals.update(light=LIGHT, dark=DARK, padding=PREHEADER_PADDING)
    return environment
