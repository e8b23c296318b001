"""What the page of a finished table asks and says about the public list, in words; it lists nothing."""

from dataclasses import dataclass

from pbem import play, words


@dataclass(frozen=True)
class MayStand:
    """What a finished table's page says of the public list; `value` is what its button posts."""

    text: str
    note: str
    button: str
    value: str
    is_public: bool


def may_stand(voice: words.Voice, found: play.Consent | None) -> MayStand | None:
    """What to ask or say below the final count; nothing while the game is not over."""
    if found is None:
        return None
    button, value = (voice.gettext("Take my yes back"), "no") if found.mine else (voice.gettext("Yes, it may"), "yes")
    note = voice.gettext(
        "Everybody could read then who played, with how many points, and every move. No address is shown, and search "
        "engines are kept out. You can take it back at any time."
    )
    return MayStand(_how_it_stands(voice, found), "" if found.mine else note, button, value, found.is_public)


def _how_it_stands(voice: words.Voice, found: play.Consent) -> str:
    if found.is_out:
        return voice.gettext("The host of this house has taken this game out of the public list.")
    if found.is_public:
        return voice.gettext("This game stands in the public list: everybody at the table has said yes.")
    if found.mine:
        return voice.gettext("You have said yes. It waits for %(names)s.", names=voice.listing(found.missing))
    return voice.gettext("May this game stand in the public list of finished games? It does once all have said yes.")
