"""What a host's refusal means for letter and address, by codes (RFC 5321, 3463) and text; it acts on nothing."""

import re
from dataclasses import dataclass

DEAD, FULL, REFUSED, AWAY = "dead", "full", "refused", "away"  # about the address or what was sent to it
SENDER, US, LATER = "sender", "us", "later"  # about our sender, our settings, nothing that lasts
LONGEST_DETAIL = 300
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?<![\d.])([45]\d\d)(?=[ \-]|$)")
_UNKNOWN = re.compile(
    r"(user|recipient|mailbox|address|account|e-?mail)( account| address)?( you (tried|were trying) to reach)?"
    r"( <?\S+@\S+>?:?)? (is |was |has been |does |are )?"
    r"(unknown|not (found|exist|known|a (known|valid) user|valid)|doesn'?t exist|disabled|inactive|closed|invalid"
    r"|unavailable|not available|no longer (exists|valid|available|in use))"
    r"|(no such|unknown|invalid|unrouteable|non-?existent|nonexistent|undeliverable|bad|not a valid) "
    r"(local )?(user|recipient|mailbox|address|account|destination mailbox|person)"
    r"|no mailbox (here )?by that name|(doesn'?t|does not|not) have an? \S+ account|user (is )?(un)?known"
    r"|there is no one at this address|mailbox not found|recipientnotfound|no longer on (our )?server",
    re.IGNORECASE,
)
_FULL = re.compile(
    r"(mailbox|inbox|account|user|quota|storage)[^.;]{0,40}(is full|full\b|over ?quota|exceeded|out of (storage|space))"
    r"|over ?quota|quota (has been )?exceeded|exceed\w*[^.;]{0,30}(quota|storage allocation|mailbox size)"
    r"|mailbox size limit|out of storage space|insufficient (mailbox|disk) (space|quota)",
    re.IGNORECASE,
)
_POLICY = re.compile(
    r"spam|black ?list|block ?list|blocked|reputation|policy|dmarc|\bspf\b|dkim|unauthenticated|virus|malware|phish"
    r"|\bdnsbl\b|\brbl\b|banned|not accepted due to|suspicious|unsolicited|content rejected|banned content",
    re.IGNORECASE,
)
_RELAY = re.compile(
    r"relay(ing)?( access)?( is)?( not)? ?(denied|permitted|prohibited|allowed)|unable to relay|rcpthosts"
    r"|not permitted to relay|authentication (is )?required|must (first )?(authenticate|log ?in)|send as",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a host said: its code (550; 0 where none), enhanced status ("5.1.1" or "") and text in one line."""

    code: int
    status: str
    text: str

    @property
    def is_final(self) -> bool:
        """Whether the host will not change its mind: the enhanced status tells, or else the code."""
        return self.status[:1] == "5" or (not self.status and self.code >= 500)


def said(code: int, text: str) -> Said:
    """A reply of SMTP, its enhanced status (RFC 2034) taken from the beginning of its text."""
    line = one_line(text)
    found = _STATUS.match(line)
    return Said(code, found[0] if found else "", line)


def said_anywhere(text: str) -> Said:
    """What a text that people write into reports says: the first code and status in it, wherever they stand."""
    line = one_line(text)
    status, code = _STATUS.search(line), _CODE.search(line)
    return Said(int(code[1]) if code else 0, status[0] if status else "", line)


def one_line(text: str) -> str:
    """A host's text in one line of at most LONGEST_DETAIL characters; signs that are none go."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[:4000]).split())[:LONGEST_DETAIL]


def about_recipient(what: Said) -> str:
    """Why an address takes no letters: DEAD, FULL, REFUSED (the letter, not the address), AWAY or US.

    The status decides where it is exact; where it is general (5.0.0, 5.1.0, 5.7.1) or missing, the text does. Unclear
    words are REFUSED, which condemns no address. For a passing trouble ask `is_final` first.
    """
    by_status = _by_status(what.status)
    if by_status:
        return by_status
    if _RELAY.search(what.text):
        return US
    if what.status[2:3] == "7":  # security or policy, whatever else the text speaks of
        return REFUSED
    if _FULL.search(what.text):
        return FULL
    if _UNKNOWN.search(what.text) and not _POLICY.search(what.text):
        return DEAD
    if what.status[2:3] == "4" or _names_no_host(what.text):
        return AWAY
    return REFUSED


def _by_status(status: str) -> str:
    """The exact ones of RFC 3463 and its registry; "" for those that hosts use for everything."""
    match status.split(".")[1:]:
        case ["1", "1" | "2" | "3" | "6" | "9" | "10"] | ["2", "1"]:
            return DEAD
        case ["2", "2"]:
            return FULL
        case ["1", "7" | "8"]:
            return REFUSED
        case ["7", detail] if int(detail) in (*range(20, 30), 515, 509):  # SPF, DKIM, DMARC, PTR (RFC 7372, 7489)
            return REFUSED
        case ["7", "8" | "9" | "11" | "14"]:  # about signing in (RFC 4954)
            return US
        case ["4", "4" | "7"]:
            return AWAY
    return ""


def _names_no_host(text: str) -> bool:
    return re.search(r"(host|domain)( name)?( \S+)? (is )?(not found|unknown|does not exist)", text, re.I) is not None
