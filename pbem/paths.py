"""Where the files that are not code lie, in a checkout and when installed from a wheel; must not read them."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """The folder with ``web/`` and ``mail/``: ``pbem/templates`` of a wheel, else ``templates`` of the checkout."""
    installed = PACKAGE / "templates"
    return installed if installed.is_dir() else PACKAGE.parent / "templates"
