"""Pictures of one letter: drawn, kept to be sent inside it, shown where there is no mail client; it draws no pieces."""

import logging
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from hashlib import sha256

from pbem.mail.views import Picture

LOG = logging.getLogger(__name__)
_SHOWN = re.compile(r'src="cid:([\w.@-]+)"')


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as it is sent; `cid` is its Content-ID without brackets, equal for equal pictures."""

    cid: str
    name: str
    png: bytes


class Album:
    """The pictures of one letter, in the order in which its contents ask for them.

    `domain` ends their addresses; without one the album stays closed, and the letter has no pictures.
    """

    def __init__(self, domain: str = "", letter_id: int = 0) -> None:
        self.images: list[Image] = []
        self._domain = domain
        self._letter_id = letter_id

    def add(self, name: str, drawn: Callable[[], tuple[str, str]]) -> Picture | None:
        """The picture of a drawing, given as its SVG and its alternative text, to be sent under a file's name.

        None where the album is closed. One that cannot be drawn is None too and told in the log: a letter without its
        picture is a letter.
        """
        if not self._domain:
            return None
        try:
            from pbem.draw.raster import png  # here, as only who sends letters needs what draws pixels

            svg, says = drawn()
            image = Image(content_id(svg, self._domain), name, png(svg))
        except Exception:  # whatever breaks in it
            LOG.exception("The picture %s of letter %s was left out.", name, self._letter_id)
            return None
        self.images.append(image)
        return Picture(cid=image.cid, alt=says)


def content_id(svg: str, domain: str) -> str:
    """An address of the picture's own (RFC 2392), the same whenever the same is drawn."""
    return f"{sha256(svg.encode()).hexdigest()[:24]}@{domain}"


def attach(message: EmailMessage, html: str, images: list[Image]) -> None:
    """Adds the HTML part, with the pictures it shows beside it in `multipart/related` (RFC 2387)."""
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    shown = [image for image in images if f"cid:{image.cid}" in html]
    if not shown:
        return
    *_, related = message.iter_parts()
    assert isinstance(related, MIMEPart)
    related.make_related()
    related.set_param("type", "text/html")
    for image in shown:
        related.attach(_part(image))


def _part(image: Image) -> MIMEPart:
    """Its policy folds base64 at 76 columns (RFC 2045), which the message's own would not."""
    part = MIMEPart(policy=SMTP)
    part.set_content(
        image.png, "image", "png", cid=f"<{image.cid}>", disposition="inline", filename=image.name, cte="base64"
    )
    return part


def shown_inline(message: EmailMessage) -> str:
    """The HTML part with its pictures in it as `data:` addresses, for who is no mail client; "" without HTML."""
    body = message.get_body(("related", "html"))
    if body is None:
        return ""
    html = message.get_body(("html",))
    found = {str(part["Content-ID"]).strip("<> "): part.get_content() for part in body.walk() if part["Content-ID"]}
    return with_data(str(html.get_content()) if html else "", found)


def with_data(html: str, pngs: Mapping[str, bytes]) -> str:
    """The HTML with each picture of these in the place of its Content-ID; others stay as they are."""

    def source(match: re.Match[str]) -> str:
        png = pngs.get(match[1])
        return f'src="data:image/png;base64,{b64encode(png).decode()}"' if isinstance(png, bytes) else match[0]

    return _SHOWN.sub(source, html)
