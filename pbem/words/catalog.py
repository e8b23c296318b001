"""The catalogs: reads the .po files beside it into gettext translations; it writes nothing."""

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES: tuple[str, ...] = ("en", "nl", "de")
SOURCE_LANGUAGE = "en"
LOCALE_FOLDER = Path(__file__).parent / "locale"


def catalog_path(language: str) -> Path:
    """Where the catalog of a language lies; English has none, its sentences are the msgids."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / "messages.po"


def read_catalog(language: str) -> Catalog:
    """The catalog of a language as babel reads it. Raises OSError when there is none."""
    with catalog_path(language).open("rb") as file:
        return read_po(file, locale=language, domain="messages")


@cache
def translations(language: str) -> NullTranslations:
    """The gettext translations of a language, also for `jinja2.ext.i18n`; English gives back its msgids."""
    if language == SOURCE_LANGUAGE or language not in LANGUAGES:
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, read_catalog(language))
    compiled.seek(0)
    return GNUTranslations(compiled)
