"""The kinds of letters and what is true of each as a kind; it reads and writes nothing."""

KINDS = (
    "invitation", "invitation_reminder", "start", "turn", "reminder", "timeout", "paused", "resumed", "deadline",
    "replaced", "takeover", "takeback", "message", "bounce_mended", "game_over", "called_off", "fresh_link", "digest",
    "receipt", "answer", "confirm", "new_address", "my_games", "talk",
    "declined", "proposal_agreed", "proposal_refused",
)  # fmt: skip
# Asked for by the reader, or about more than turns: who stopped the letters of a game gets these all the same.
WANTED_ALWAYS = (
    "invitation", "fresh_link", "replaced", "takeover", "bounce_mended", "receipt", "answer", "confirm", "new_address",
    "my_games", "declined", "proposal_agreed", "proposal_refused",
)  # fmt: skip
ASKING = ("turn", "reminder")
INVITING = ("invitation", "invitation_reminder")
TO_OTHERS = ("new_address",)  # goes to the address in its `extra`, not to the person's present one
# What can be told in another letter to the same person, in a line or as a section; which one becomes the letter that
# holds the others: the first of these, and of several that ask the one with the least time. An answer to table talk is
# said aloud, so a letter about it holds none that could be answered with a move: it comes last.
MERGING = ("digest", "turn", "reminder", "message", "deadline", "timeout", "paused", "resumed", "receipt", "talk")
ALONE = "alone"  # in a letter's `extra`: it is never merged
TALK_MODES = ("each", "turn", "none")  # how a person hears of what is said at the table
BEFORE_START = ("proposed", "inviting")  # states of a game: an admin is to agree, or people are
OPEN_STATES = (*BEFORE_START, "running")
MODES = ("each", "once", "digest", "none")  # how many letters a person wants
