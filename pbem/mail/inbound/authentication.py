"""What our own receiver found out about a mail's sender (Authentication-Results, RFC 8601); it checks nothing itself.

Such a line proves something only when our receiver wrote it: anybody can put one into a mail.
"""

import re
from itertools import takewhile

from pbem.mail.inbound.mime import Fields

_COMMENT = re.compile(r"\([^()]*\)")
_BY = re.compile(r"(?i)\bby\s+([a-z0-9.-]+)")
_RESULT = re.compile(r"\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)(.*)", re.DOTALL)
_PROPERTY = re.compile(r"(?:^|\s)([a-z-]+\.[a-z-]+)\s*=\s*\"?([^\s\"]+)")
PASS, FAIL, UNKNOWN = "pass", "fail", ""


def authentication(fields: Fields, sender: str, authserv: str | None) -> str:
    """`pass`, `fail`, or "" where our receiver says nothing certain.

    DMARC decides where it was looked at; else SPF or DKIM must fit the domain in From (`sender` is that address), and
    SPF alone can fail: a DKIM signature that broke on the way is as good as none (RFC 6376, 6.3). Of several lines the
    topmost that speaks of DMARC counts, else the worst: what stands below may have come with the mail.
    """
    lines = [_results(line) for line in _own_lines(fields, authserv)]
    dmarc = [result for results in lines for method, result, _ in results if method == "dmarc"]
    if dmarc and dmarc[0] in (PASS, FAIL):
        return dmarc[0]
    verdicts = [_verdict(results, sender.rpartition("@")[2].lower()) for results in lines]
    return FAIL if FAIL in verdicts else PASS if PASS in verdicts else UNKNOWN


def _verdict(results: list[tuple[str, str, dict[str, str]]], domain: str) -> str:
    """What SPF and DKIM of one line say of the domain in From."""
    if any(result == PASS and _fits(method, found, domain) for method, result, found in results):
        return PASS
    return FAIL if any(method == "spf" and result == FAIL for method, result, _ in results) else UNKNOWN


def _own_lines(fields: Fields, authserv: str | None) -> list[str]:
    """The lines of our receiver, as they stand together.

    With a name given they begin at the topmost line of that name, else right under the topmost Received line, and then
    they must bear the name of the host that wrote that.
    """
    names = [name for name, _ in fields.pairs]
    if authserv is not None:
        start = next((n for n, pair in enumerate(fields.pairs) if _is_by(pair, authserv)), len(names))
        return [value for _, value in takewhile(lambda pair: _is_by(pair, authserv), fields.pairs[start:])]
    if "received" not in names:
        return []
    top = names.index("received")
    by = _BY.search(_bare(fields.pairs[top][1]))
    below = takewhile(lambda pair: pair[0] == "authentication-results", fields.pairs[top + 1 :])
    lines = [value for _, value in below]
    return list(takewhile(lambda line: by is not None and _same_house(_author(line), by[1].lower()), lines))


def _is_by(pair: tuple[str, str], authserv: str) -> bool:
    return pair[0] == "authentication-results" and _author(pair[1]) == authserv.lower()


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
