"""Finds every sentence of the program in its sources and says what a catalog lacks; it writes no catalog."""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract

from pbem.paths import PACKAGE, templates_dir

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "gettext": None,
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "N2_": (1, 2),
}
TEMPLATE_OPTIONS = {"trimmed": "true", "trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def sources() -> Iterator[Path]:
    """Every file of the program that may hold a sentence: Python of pbem and worker, templates of web and mail."""
    yield from sorted(PACKAGE.rglob("*.py"))
    yield from sorted((PACKAGE.parent / "worker").rglob("*.py"))
    yield from sorted(path for path in templates_dir().rglob("*") if path.suffix in (".html", ".txt"))


def extracted() -> Catalog:
    """All msgids of the program. Raises jinja2.TemplateSyntaxError for a template that cannot be read."""
    found = Catalog(project="pbem", version="1", fuzzy=False)
    for path in sources():
        with path.open("rb") as file:
            method, options = ("python", {}) if path.suffix == ".py" else ("jinja2", TEMPLATE_OPTIONS)
            for _line, message, _comments, _context in extract(method, file, keywords=KEYWORDS, options=options):
                found.add(message, locations=[(_place(path), 1)])
    return found


def _place(path: Path) -> str:
    return path.relative_to(PACKAGE.parent).as_posix()


def faults(catalog: Catalog, program: Catalog) -> list[str]:
    """What is wrong with a catalog: a line for each sentence missing, empty, doubtful, or with other placeholders."""
    return [fault for wanted in program if wanted.id and (fault := _fault(catalog, wanted))]


def _fault(catalog: Catalog, wanted: Message) -> str:
    shown = wanted.id if isinstance(wanted.id, str) else wanted.id[0]
    found = catalog.get(shown)
    if found is None:
        return f"missing: {shown!r}"
    texts = [found.string] if isinstance(found.string, str) else list(found.string or [""])
    if not all(texts) or (not isinstance(wanted.id, str) and len(texts) != catalog.num_plurals):
        return f"not translated: {shown!r}"
    if found.fuzzy:
        return f"doubtful (fuzzy): {shown!r}"
    ids = [wanted.id] if isinstance(wanted.id, str) else list(wanted.id)
    allowed = set(PLACEHOLDER.findall(" ".join(ids)))
    needed = allowed - ({"num"} if len(ids) > 1 else set())
    for text in texts:
        has = set(PLACEHOLDER.findall(text))
        if not needed <= has <= allowed:
            return f"placeholders differ: {shown!r} -> {text!r}"
    return ""
