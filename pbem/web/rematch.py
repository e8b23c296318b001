"""What a table that is over offers or says about its rematch, in words; it seats nobody."""

from dataclasses import dataclass

from pbem import play, words


@dataclass(frozen=True)
class Again:
    """A sentence about the rematch, and the label of the button that asks for it or accepts it; "" for none.

    `may_change`: people, rules and clock can be changed before it is asked for.
    """

    text: str
    button: str = ""
    may_change: bool = False


def again(voice: words.Voice, table: play.Table, found: play.Rematch | None, way: str) -> Again | None:
    """What to say below the final count; `way`: how players may propose tables (pbem.play.WAYS)."""
    if found is None and way == "off":
        return None
    if found is None and way == "moderated":
        text = voice.gettext(
            "The same people, rules and clock, at a new table: %(name)s. The host of this house looks at it first, "
            "then the others are invited by letter; you have accepted with this.",
            name=play.next_name(table.game.name),
        )
        return Again(text, voice.gettext("Ask for a rematch"), may_change=True)
    if found is None:
        text = voice.gettext(
            "The same people, rules and clock, at a new table: %(name)s. The others are invited by letter; you have "
            "accepted with this.",
            name=play.next_name(table.game.name),
        )
        return Again(text, voice.gettext("Ask for a rematch"), may_change=True)
    return _set(voice, found)


def _set(voice: words.Voice, found: play.Rematch) -> Again:
    """What became of a rematch that somebody has asked for."""
    if found.state in ("cancelled", "finished"):
        was = {
            "cancelled": voice.gettext("The rematch, %(name)s, was called off.", name=found.name),
            "finished": voice.gettext("The rematch, %(name)s, is over too.", name=found.name),
        }
        return Again(was[found.state])
    if found.state == "running":
        return Again(
            voice.gettext("The rematch, %(name)s, has begun; its letters come by themselves.", name=found.name)
        )
    if found.state == "proposed":
        return Again(voice.gettext("A rematch, %(name)s, waits for the host of this house.", name=found.name))
    if found.status == "invited":
        text = voice.gettext("A rematch has been asked for: %(name)s. The invitation is in a letter.", name=found.name)
        return Again(text, voice.gettext("I'll play"))
    return Again(
        voice.gettext(
            "The rematch, %(name)s, begins when all have accepted. It waits for %(names)s.",
            name=found.name,
            names=voice.listing(found.waits_for),
        )
    )
