"""Whether what a waiting letter is about is still so; it looks at rows alone and words nothing."""

from pbem.play.kinds import ASKING, INVITING, WANTED_ALWAYS
from pbem.store import Letter, Person, Turn

OF_A_RUNNING_GAME = ("start", "paused", "resumed", "deadline", "takeback")


def why_over(letter: Letter, person: Person, turn: Turn | None) -> str:
    """Why the letter has nothing to say any more, for the admin's list; "" where it has. `turn`: the seat's open one.

    A kind whose content has more to look at does so when it is composed.
    """
    seat, game = letter.seat, letter.game
    if seat.person_id != letter.person_id and letter.kind != "replaced":
        return "the seat has another person"
    if seat.letters_off_at is not None and letter.kind not in WANTED_ALWAYS:
        return "letters were stopped"
    if letter.kind in ASKING and (turn is None or turn.since_ply != letter.ply):
        return "the turn was over"
    if letter.kind in INVITING and (game.state != "inviting" or seat.status != "invited"):
        return "the invitation was answered"
    if letter.kind in OF_A_RUNNING_GAME and game.state != "running":
        return "the game was over"
    if letter.kind == "paused" and game.paused_at is None:
        return "the game goes on"
    if letter.kind == "resumed" and game.paused_at is not None:
        return "the game is paused again"
    if letter.kind == "digest" and person.letter_mode != "digest":
        return "no digest is wanted any more"
    return ""
