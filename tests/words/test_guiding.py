"""Each kind of decision has its guide in every language: short, three steps, the last of them to confirm."""

import pytest

from pbem import rules
from pbem.words import LANGUAGES, summary, voice
from pbem.words.guiding import guide

KINDS = (*(phase for phase in rules.PHASES if phase != "game_over"), "waiting")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_has_three_steps(language: str) -> None:
    speaker = voice(language)
    sections = (*summary.game_in_short(speaker), *summary.roles_in_short(speaker))
    for kind in KINDS:
        found = guide(speaker, kind)
        assert len(found.steps) == 3
        assert found.anchor in {section.anchor for section in sections}
        for said in (found.about, *found.steps):
            assert said[-1] in ".?" and len(said) < 160 and "!" not in said, said
    assert len({guide(speaker, kind).title for kind in KINDS}) == len(KINDS)
