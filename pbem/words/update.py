"""Brings the catalogs in line with the sources: `python -m pbem.words.update`; a tool for developers alone.

New sentences come in empty (the tests then fail until they are translated), gone ones leave.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from pbem.words.catalog import LANGUAGES, SOURCE_LANGUAGE, catalog_path, read_catalog
from pbem.words.extracting import extracted, faults

HEADER = "# Written by pbem.words.update; the translations are written by hand."


def updated(language: str, program: Catalog) -> Catalog:
    """The catalog of a language with exactly the sentences of the program, translated as far as they were."""
    known = read_catalog(language) if catalog_path(language).exists() else Catalog(locale=language, project="pbem")
    known.update(program, no_fuzzy_matching=True, update_creation_date=False)
    known.obsolete.clear()
    known.fuzzy = False
    known.header_comment = HEADER
    return known


def write_catalog(path: Path, catalog: Catalog) -> None:
    """Writes a catalog in a form that changes no line without need."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=110, sort_output=True, include_lineno=False, omit_header=False)


def main() -> int:
    """Updates all catalogs; prints what still needs a translation. The exit code says whether anything does."""
    program = extracted()
    lacking = 0
    for language in LANGUAGES:
        if language == SOURCE_LANGUAGE:
            continue
        catalog = updated(language, program)
        write_catalog(catalog_path(language), catalog)
        for fault in faults(catalog, program):
            lacking += 1
            sys.stdout.write(f"{language}: {fault}\n")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
