"""SpamAssassin, as Debian ships it and without the network, finds nothing in any letter that smells of spam."""

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem import mail, play
from pbem.mail.message import ANSWERING
from pbem.mail.signing import new_ed25519_key, sign
from pbem.words import LANGUAGES
from tests.conftest import START, StandingClock
from tests.letters.conftest import Played, copy_database, letter_of
from tests.servers import missing

MOST = 1.0
RECEIVED = """\
Return-Path: <{sender}>
Received: from games.pbem.example (games.pbem.example [45.79.100.25])
\tby mx.example.org (Postfix) with ESMTPS id 4ABCDE1234
\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))
\tfor <anna@example.org>; {date}
"""
_STATUS = re.compile(r"^X-Spam-Status: \S+ score=(-?[\d.]+) required=[\d.]+\s*tests=([A-Z0-9_,]*)", re.MULTILINE)


def as_arrived(house: play.House, played: Played, kind: str, language: str) -> bytes:
    """A letter with the lines that the hosts on its way add, signed as it should be."""
    settings = dataclasses.replace(house.settings, base_url="https://games.pbem.example", pictures=True)
    letter = letter_of(dataclasses.replace(house, settings=settings), played, kind, language)
    raw = letter.as_bytes(policy=letter.policy.clone(linesep="\r\n", max_line_length=250, refold_source="none"))
    row = next(info for info in play.list_letters(house) if info.kind == kind)
    sender = "" if kind in ANSWERING else play.bounce_address(house, row.id)
    head = RECEIVED.format(sender=sender, date=letter["Date"]).replace("\n", "\r\n")
    return head.encode() + sign(dataclasses.replace(settings, dkim=(("s1", new_ed25519_key()),)), raw)


def scores(folder: Path) -> dict[str, tuple[float, str]]:
    """Points and rules by file; all in one process, as its rules take seconds to load."""
    files = sorted(folder.iterdir())
    command = ["spamassassin", "--local", "--test-mode", *map(str, files)]
    done = subprocess.run(command, capture_output=True, timeout=540)
    found = _STATUS.findall(re.sub(r"\r?\n[ \t]+", "", done.stdout.decode("utf-8", "replace")))
    assert len(found) == len(files), done.stderr.decode("utf-8", "replace")[-2000:]
    return {file.stem: (float(points), rules) for file, (points, rules) in zip(files, found, strict=True)}


@pytest.mark.slow
def test_no_letter_smells_of_spam(
    house: play.House, played: Played, tmp_path: Path, _migrated_sqlite: Path, clock: StandingClock
) -> None:
    if shutil.which("spamassassin") is None:
        missing("SpamAssassin", "spamassassin")
    folder = tmp_path / "letters"
    folder.mkdir()
    for kind in mail.KINDS:
        for language in LANGUAGES:
            house.store.close()
            copy_database(_migrated_sqlite, str(house.store.engine.url.database))
            clock.moment = START
            (folder / f"{kind}.{language}.eml").write_bytes(as_arrived(house, played, kind, language))
    (folder / "control.eml").write_bytes(b"Subject: V1AGRA\r\n\r\nhttp://3232235777/ dear friend\r\n")
    found = scores(folder)
    assert found.pop("control")[0] >= MOST, "it finds what there is to find"
    for name, (points, rules) in found.items():
        print(f"{name:<30} {points:5.1f}  {rules}")
    assert {name: hit for name, hit in found.items() if hit[0] >= MOST} == {}
