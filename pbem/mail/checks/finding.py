"""One thing that was looked at and what was found, in a sentence; it looks at nothing."""

from dataclasses import dataclass

GOOD, NOTE, BAD, UNKNOWN = "good", "note", "bad", "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """`topic` is what was looked at (SPF, DKIM …); `grade`: good, note (as you like), bad (to mend) or unknown."""

    topic: str
    grade: str
    text: str
