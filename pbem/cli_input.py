"""What the command line takes as text; it knows no command."""

from typing import Any

import click


class _Utf8(click.ParamType[str]):
    """A text; what is no UTF-8 comes with halves of characters in it, which nothing can store, and is refused."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The value as it came."""
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("it is no text in UTF-8.", param, ctx)
        return text


UTF8 = _Utf8()
