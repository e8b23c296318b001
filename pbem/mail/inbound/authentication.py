"""What our own receiver found out about a mail's sender (Authentication-Results, RFC 8601); it checks nothing itself.

Such a line proves something only when our receiver wrote it: anybody can put one into a mail.
"""

import re

from pbem.mail.inbound.mime import Fields

_COMMENT = re.compile(r"\([^()]*\)")
_BY = re.compile(r"(?i)\bby\s+([a-z0-9.-]+)")
_RESULT = re.compile(r"\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)(.*)", re.DOTALL)
_PROPERTY = re.compile(r"(?:^|\s)([a-z-]+\.[a-z-]+)\s*=\s*\"?([^\s\"]+)")
PASS, FAIL, UNKNOWN = "pass", "fail", ""


def authentication(fields: Fields, sender: str, authserv: str | None) -> str:
    """`pass`, `fail`, or "" where our receiver says nothing certain.

    DMARC decides where it was looked at; else SPF or DKIM must fit the domain in From (`sender` is that address), and
    SPF alone can fail: a DKIM signature that broke on the way is as good as none (RFC 6376, 6.3).
    """
    results = [each for line in _own_lines(fields, authserv) for each in _results(line)]
    dmarc = [result for method, result, _ in results if method == "dmarc"]
    if FAIL in dmarc:
        return FAIL
    domain = sender.rpartition("@")[2].lower()
    if PASS in dmarc or any(result == PASS and _fits(method, found, domain) for method, result, found in results):
        return PASS
    return FAIL if any(method == "spf" and result == FAIL for method, result, _ in results) else UNKNOWN


def _own_lines(fields: Fields, authserv: str | None) -> list[str]:
    """The lines of our receiver: those under its name, or right under its own Received line and in that host's name."""
    if authserv is not None:
        named = [value for value in fields.every("authentication-results") if _author(value) == authserv.lower()]
        return named[:1]
    names = [name for name, _ in fields.pairs]
    if "received" not in names:
        return []
    top = names.index("received")
    by = _BY.search(_bare(fields.pairs[top][1]))
    lines = []
    for name, value in fields.pairs[top + 1 :]:
        if name != "authentication-results" or by is None or not _same_house(_author(value), by[1].lower()):
            break
        lines.append(value)
    return lines


def _results(line: str) -> list[tuple[str, str, dict[str, str]]]:
    """Method, result and properties of each statement of a line."""
    found = []
    for statement in _bare(line).lower().split(";")[1:]:
        match = _RESULT.match(statement)
        if match:
            found.append((match[1], match[2], dict(_PROPERTY.findall(match[3]))))
    return found


def _fits(method: str, found: dict[str, str], domain: str) -> bool:
    """Whether what passed is about the domain in From, or one above or below it (RFC 7489, 3.1, relaxed)."""
    match method:
        case "dkim":
            proved = found.get("header.d") or found.get("header.i", "").rpartition("@")[2]
        case "spf":
            proved = found.get("smtp.mailfrom", "").rpartition("@")[2]
        case _:
            return False
    return _same_house(proved, domain)


def _same_house(one: str, other: str) -> bool:
    """Whether one name is the other, or under it, at least two labels being the same."""
    if not one or not other:
        return False
    short, long = sorted((one, other), key=len)
    return one == other or ("." in short and long.endswith(f".{short}"))


def _author(value: str) -> str:
    """The authserv-id at the beginning of a line, in small letters."""
    return _bare(value).partition(";")[0].strip().partition(" ")[0].lower()


def _bare(value: str) -> str:
    """The value without its comments, as deep as any is written."""
    for _ in range(3):
        value = _COMMENT.sub(" ", value)
    return value
