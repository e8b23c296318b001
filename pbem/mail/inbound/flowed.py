"""Text as it was typed before a mail program broke its lines (RFC 3676) or put a signature around it (RFC 9580)."""

import re

_ARMOUR = re.compile(r"-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")


def unflowed(text: str, delete_space: bool) -> str:
    """Lines that end in a blank joined with the next of the same quote depth; quoted ones begin with "> ".

    `delete_space`: the blank before a soft break was added and goes (DelSp=yes).
    """
    lines: list[str] = []
    open_depth = -1  # of a line that goes on
    for line in text.split("\n"):
        depth, content = _split(line)
        is_soft = content.endswith(" ") and content != "-- "
        if open_depth == depth and content != "-- ":
            lines[-1] += content
        else:
            lines.append(f"{'>' * depth} {content}" if depth else content)
        if is_soft and delete_space:
            lines[-1] = lines[-1][:-1]
        open_depth = depth if is_soft else -1
    return "\n".join(lines)


def _split(line: str) -> tuple[int, str]:
    """Depth of quoting, and what follows without the blank that was stuffed in before it."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")


def unarmoured(text: str) -> str:
    """What was signed by OpenPGP inside the text; what is enciphered, a key or a signature is left out."""
    if "-----BEGIN PGP " not in text:
        return text
    kept: list[str] = []
    reading, in_head = True, False
    for line in text.split("\n"):
        mark = _ARMOUR.fullmatch(line)
        if mark:
            is_signed = mark[1] == "BEGIN" and mark[2] == "SIGNED MESSAGE"
            reading, in_head = is_signed or mark[1] == "END", is_signed
        elif in_head:  # "Hash: SHA512", up to a blank line
            in_head = bool(line.strip())
        elif reading:
            kept.append(line.removeprefix("- "))
    return "\n".join(kept)
