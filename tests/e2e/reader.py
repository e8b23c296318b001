"""A browser in the plain sense: it keeps cookies, follows links and redirects, and fills in forms. No JavaScript."""

import random
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from functools import cached_property
from http.cookiejar import CookieJar

from bs4 import BeautifulSoup, Tag


@dataclass
class Page:
    """What a request came to, after redirects."""

    url: str
    status: int
    body: str

    @cached_property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.body, "html.parser")

    @property
    def heading(self) -> str:
        found = self.soup.find("h1")
        return found.get_text(" ", strip=True) if found else ""

    def forms(self) -> list[Tag]:
        return list(self.soup.find_all("form", attrs={"method": "post"}))

    def decision(self) -> Tag | None:
        """The form of the decision, if this page asks for one."""
        found = self.soup.select_one("form#choose")
        return found if isinstance(found, Tag) else None


@dataclass
class Reader:
    """Somebody with a browser and a mailbox; every random choice comes from `luck`."""

    luck: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, url: str) -> Page:
        return self._open(urllib.request.Request(url))

    def post(self, url: str, fields: list[tuple[str, str]]) -> Page:
        return self._open(urllib.request.Request(url, data=urllib.parse.urlencode(fields).encode()))

    def _open(self, request: urllib.request.Request) -> Page:
        try:
            answer = self._opener.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return Page(answer.geturl(), answer.status or 0, answer.read().decode("utf-8"))

    def submit(self, page: Page, form: Tag, button: Tag | None = None) -> Page:
        """Posts a form as it stands, with one of its radio buttons of each name chosen by luck."""
        fields = self._fields(form)
        if button is not None and button.get("name"):
            fields.append((str(button["name"]), str(button.get("value", ""))))
        return self.post(urllib.parse.urljoin(page.url, str(form.get("action", ""))), fields)

    def _fields(self, form: Tag) -> list[tuple[str, str]]:
        fields, radios = [], {}
        for element in form.find_all("input"):
            name, kind = element.get("name"), str(element.get("type", "text"))
            if not name or element.has_attr("disabled"):
                continue
            if kind == "radio":
                radios.setdefault(str(name), []).append(str(element.get("value", "")))
            elif kind == "checkbox":
                if element.has_attr("checked") or self.luck.random() < 0.5:
                    fields.append((str(name), str(element.get("value", "on"))))
            else:
                fields.append((str(name), str(element.get("value", ""))))
        return fields + [(name, self.luck.choice(values)) for name, values in radios.items()]

    def decide(self, page: Page) -> Page:
        """Answers the decision on the page: some choice, sometimes pass or the hacienda, the placement suggested."""
        form = page.decision()
        assert form is not None, f"no decision on {page.url}: {page.heading}"
        quiet = [(form, button) for button in form.select("button[name=do]")]
        quiet += [(other, b) for other in page.forms() if other is not form for b in other.select("button[name=do]")]
        if quiet and (self.luck.random() < 0.15 or not form.select("input[type=radio], input[type=number]")):
            chosen, button = self.luck.choice(quiet)
            return self.submit(page, chosen, button)
        return self.submit(page, form)
