"""A browser in an admin's hands: it knows selects and signs in with a one-time link."""

from typing import Any

import pytest
from argon2 import PasswordHasher

from pbem import play
from tests.web.conftest import Browser, Page, Site

ADDRESS = "marjan@example.org"
PASSWORD = "three words or four"


class AdminBrowser(Browser):
    """Posts forms as they stand on the page, selects and all; redirects are followed unless asked otherwise."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.app)
        self.site = site

    def all_fields(self, form: str) -> dict[str, str]:
        assert self.page is not None
        fields = self.fields(form)
        for select in self.page.soup.select(f"{form} select"):
            chosen = select.select_one("option[selected]") or select.select_one("option")
            assert chosen is not None
            fields[str(select["name"])] = str(chosen["value"])
        return fields

    def post(self, form: str, follow: bool = True, **changes: str) -> Page:
        fields = {**self.all_fields(form), **{name.replace("_", "-"): text for name, text in changes.items()}}
        assert self.page is not None
        action = str(self.page.soup.select_one(form)["action"])  # type: ignore[index]
        page = Page(self.client.post(action, data=fields, follow_redirects=follow))
        if follow:
            self.page = page
        return page

    def welcome_path(self, address: str = ADDRESS) -> str:
        return play.create_admin(self.site.house, address, "test").removeprefix(self.site.house.settings.base_url)

    def enter(self, address: str = ADDRESS) -> "AdminBrowser":
        """Is signed in, with PASSWORD set; the pages on the way are looked at elsewhere."""
        house = self.site.house
        admin = play.set_password(house, play.create_admin(house, address, "test").rpartition("/")[2], PASSWORD)
        self.client.set_cookie("admin", play.seal_session(house, admin), path="/admin")
        return self

    def sign_in(self, **typed: str) -> Page:
        self.get("/admin/sign-in")
        return self.post("main form", **{"email": ADDRESS, "password": PASSWORD, **typed})

    def raw(self, path: str, **data: Any) -> Page:
        """A post without the page that it belongs to, but with its token."""
        self.get("/admin/")
        token = self.fields("header form")["csrf_token"]
        return Page(self.client.post(path, data={"csrf_token": token, **data}))


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords hashed in no time: what hashing costs is argon2's own matter. To be imported by a test module."""
    monkeypatch.setattr("pbem.play.admins._HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
