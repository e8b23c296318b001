"""A turn letter for every kind of decision, from positions of whole games; no database."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

from pbem import play, rules
from pbem.mail.inbound.html_text import html_text
from pbem.mail.inbound.own import Own, own_words
from pbem.mail.plain import REPLY_MARK
from pbem.words import LANGUAGES, Read, read_move
from tests.letters.checks import check_html, check_text
from tests.letters.samples import PHASES, composed, decisions, late


@pytest.fixture(scope="module")
def tables() -> dict[str, play.Table]:
    return decisions()


def moves_of(table: play.Table) -> tuple[str, ...]:
    assert table.legal and table.me
    seat = table.me.number
    return table.legal.moves.get(seat) or (rules.suggest_placement(table.view or {}, seat),)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", ["turn", "timeout"])
def test_a_letter_for_every_kind_of_decision(
    tables: dict[str, play.Table], kind: str, phase: str, language: str
) -> None:
    table, extra = late(tables[phase]) if kind == "timeout" else (tables[phase], {})
    letter = composed(table, kind, language, extra=extra)
    check_text(letter.text)
    check_html(letter.html, language)
    page = BeautifulSoup(letter.html, "html.parser")
    links = [urlsplit(str(a["href"])) for a in page.find_all("a", href=re.compile(r"[?]move="))]
    assert {parse_qs(link.query)["move"][0] for link in links} == set(moves_of(table))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
def test_the_answer_that_a_letter_proposes_is_the_move_that_it_means(
    tables: dict[str, play.Table], phase: str, language: str
) -> None:
    table = tables[phase]
    assert table.me and table.view and table.legal
    asking = composed(table, "turn", language).view.asking  # type: ignore[attr-defined]
    seat, offered = table.me.number, table.legal.moves.get(table.me.number)
    meant = [choice.choice.move for choice in asking.choices if choice.number in (0, int(asking.number or 0))]
    for answer in filter(None, (asking.number, asking.word, asking.word.upper())):
        reading = read_move(answer, table.view, seat, table.legal, language, offered)
        assert isinstance(reading, Read) and [reading.move] == meant, answer
    if phase == "mayor":  # the row that is shown is an answer as well
        row = read_move(asking.choices[0].choice.note, table.view, seat, table.legal, language, offered)
        assert isinstance(row, Read) and [row.move] == meant
    else:
        assert [choice.number for choice in asking.choices] == list(range(1, len(offered or ()) + 1))
        assert tuple(choice.choice.move for choice in asking.choices) == offered


@pytest.mark.parametrize("phase", PHASES)
def test_only_where_mail_can_come_in_a_letter_speaks_of_answering(tables: dict[str, play.Table], phase: str) -> None:
    answerable, silent = composed(tables[phase]), composed(tables[phase], reply_to="")
    for shown in (answerable.text, BeautifulSoup(answerable.html, "html.parser").get_text(" ")):
        assert shown.count(REPLY_MARK) == 1 and "at the top" in shown
    for shown in (silent.text, silent.html):
        assert REPLY_MARK not in shown and "at the top" not in shown
    for move in moves_of(tables[phase]):
        assert f"?move={move.replace('+', '%2B').replace('=', '%3D').replace(' ', '+')}\n" in silent.text
    check_text(silent.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_of_an_answer_above_our_own_letter_only_the_answer_is_left(
    tables: dict[str, play.Table], gap: str, phase: str, language: str
) -> None:
    """Even where the client marks nothing as quoted and says nothing of whom it quotes."""
    letter = composed(tables[phase], language=language)
    word = letter.view.asking.word  # type: ignore[attr-defined]
    quoted = "\n".join(f"> {line}" for line in letter.text.split("\n"))
    assert own_words(f"{word}{gap}{letter.text}", "") == Own((word,))
    assert own_words(f"{word}{gap}{quoted}", "") == Own((word,))
    assert own_words("", html_text(f"<p>{word}</p><blockquote>{letter.html}</blockquote>")) == Own((word,))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_spoils_no_first_line(tables: dict[str, play.Table], language: str) -> None:
    """What clients preview is the preheader: it comes first in both parts, and right behind it the mark."""
    letter = composed(tables["choose_role"], language=language)
    preheader = letter.view.frame.preheader
    lines = letter.text.split("\n")
    mark = next(number for number, line in enumerate(lines) if line.startswith(REPLY_MARK))
    assert " ".join(lines[:mark]) == preheader
    shown = BeautifulSoup(letter.html, "html.parser").body.get_text(" ")  # type: ignore[union-attr]
    assert shown.strip().startswith(preheader)
    assert shown.index(preheader) < shown.index(REPLY_MARK)
