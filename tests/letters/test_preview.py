"""Letters with sample data, on the command line and for the dashboard: every kind, of no real table."""

import pytest
from click.testing import CliRunner

from pbem import play
from pbem.cli import main
from pbem.config import Settings
from pbem.mail.pictures import shown_inline
from pbem.mail.samples import sample
from tests.conftest import test_settings
from tests.letters.checks import check_text
from tests.letters.conftest import text_of

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(tmp_path) -> Settings:
    """Without pictures: what drawing takes is tried elsewhere."""
    return test_settings("sqlite:///none", tmp_path, pictures=False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", play.KINDS)
def test_every_kind_has_a_sample(settings: Settings, kind: str) -> None:
    letter = sample(settings, kind, "nl")
    check_text(text_of(letter))
    assert letter["X-PBEM-Kind"] == kind and 'lang="nl"' in shown_inline(letter)
    assert kind in ("digest", "my_games", "receipt", "answer") or str(letter["Subject"]).startswith("Vrijdagtafel – ")


@pytest.mark.slow
def test_a_sample_touches_no_database_and_opens_nothing(settings: Settings, house: play.House) -> None:
    text = text_of(sample(settings, "turn", "en"))
    token = next(line for line in text.split("\n") if "/t/" in line).strip().partition("/t/")[2]
    with pytest.raises(play.PlayError, match="not one of ours"):
        play.read_link(house, "play", token.partition("?")[0])
    assert play.list_games(house) == () and not list(settings.data.glob("none*"))


def test_the_command_shows_a_letter(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PBEM_DATA", str(tmp_path / "var"))
    monkeypatch.setenv("PICTURES", "no")

    def run(*arguments: str, code: int = 0) -> str:
        done = CliRunner().invoke(main, ["mail", "preview", *arguments])
        assert done.exit_code == code, done.output
        return done.output

    assert run().split() == list(play.KINDS)
    shown = run("message", "--language", "de")
    assert "Subject: Freitagsrunde – eine Nachricht von Dirk\n\nFreitagsrunde, Runde" in shown
    file = tmp_path / "letter.html"
    assert "Subject" not in run("message", "--html", str(file)) and "Dirk writes" in file.read_text("utf-8")
    assert "MIME-Version: 1.0" in run("message", "--raw")
    assert "'nobody' is not one of" in run("nobody", code=2)
    assert not (tmp_path / "var" / "pbem.sqlite").exists()


def test_a_kind_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    result = CliRunner().invoke(main, ["mail", "preview", "letter"])
    assert result.exit_code == 2 and "'letter' is not one of 'invitation'" in result.stderr
    assert "'[invitation|" not in result.stderr
