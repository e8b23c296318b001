"""How mail clients put letters into threads, as they do it: JWZ's algorithm, Gmail's rule, Outlook's conversations.

Sources: Jamie Zawinski, "Message threading" (jwz.org/doc/threading.html), steps 1 to 5, which Thunderbird, mutt and
most others follow and IMAP has as THREAD=REFERENCES (RFC 5256); Google's help, "Gmail groups replies": the same
References and the same subject but for prefixes; [MS-OXOMSG] 2.2.1.2 PidTagConversationTopic: the normalised subject.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage

ID = re.compile(r"<[^<>\s]+>")
# "Re:", "AW:", "Antw:", "Re[2]:", "WG:", also several of them.
PREFIX = re.compile(r"^\s*(?:(?:re|fwd?|aw|wg|antw|betr|sv|vs)(?:\[\d+\])?\s*[:：]\s*)+", re.IGNORECASE)


@dataclass
class Container:
    """A place in a thread: a message, or one that is only referred to."""

    message: EmailMessage | None = None
    parent: "Container | None" = None
    children: list["Container"] = field(default_factory=list)

    @property
    def root(self) -> "Container":
        """The first of its thread."""
        return self if self.parent is None else self.parent.root

    @property
    def messages(self) -> list[EmailMessage]:
        """All that hang on it."""
        own = [self.message] if self.message is not None else []
        return own + [message for child in self.children for message in child.messages]


def bare(subject: str) -> str:
    """The subject without the prefixes of answers, blanks folded (RFC 5256, 2.1, in short)."""
    return " ".join(PREFIX.sub("", subject).split())


def references(message: EmailMessage) -> list[str]:
    """The ids that it refers to, oldest first: References, else the first of In-Reply-To (JWZ, step 1)."""
    found = ID.findall(str(message.get("References", "")))
    return found or ID.findall(str(message.get("In-Reply-To", "")))[:1]


def jwz(messages: Sequence[EmailMessage]) -> list[list[EmailMessage]]:
    """The threads of JWZ's algorithm: linked by References, then roots of one subject put together."""
    table: dict[str, Container] = {}
    for message in messages:
        own = _place(table, message)
        parent: Container | None = None
        for name in references(message):
            step = table.setdefault(name, Container())
            if parent is not None and step.parent is None and step is not parent and parent.root is not step:
                _link(parent, step)
            parent = step
        if own.parent is not None:
            own.parent.children.remove(own)
            own.parent = None
        if parent is not None and parent is not own and parent.root is not own:
            _link(parent, own)
    roots = [container for container in table.values() if container.parent is None]
    return _by_subject([root.messages for root in roots if root.messages])


def _place(table: dict[str, Container], message: EmailMessage) -> Container:
    name = str(message["Message-ID"])
    if name in table and table[name].message is not None:
        name = f"{name} {len(table)}"  # a second one with the same id is one of its own
    own = table.setdefault(name, Container())
    own.message = message
    return own


def _link(parent: Container, child: Container) -> None:
    child.parent = parent
    parent.children.append(child)


def _by_subject(threads: list[list[EmailMessage]]) -> list[list[EmailMessage]]:
    """Step 5: threads whose first messages have one subject become one."""
    merged: dict[str, list[EmailMessage]] = {}
    for number, thread in enumerate(threads):
        merged.setdefault(bare(str(thread[0]["Subject"])) or f" {number}", []).extend(thread)
    return list(merged.values())


def gmail(messages: Sequence[EmailMessage]) -> list[list[EmailMessage]]:
    """Gmail: what shares a referred id and the subject but for prefixes."""
    threads: list[tuple[set[str], str, list[EmailMessage]]] = []
    for message in messages:
        ids, subject = {*references(message), str(message["Message-ID"])}, bare(str(message["Subject"]))
        found = next((thread for thread in threads if thread[1] == subject and thread[0] & ids), None)
        if found is None:
            threads.append((ids, subject, [message]))
        else:
            found[0].update(ids)
            found[2].append(message)
    return [thread for _, _, thread in threads]


def outlook(messages: Sequence[EmailMessage]) -> list[list[EmailMessage]]:
    """Outlook without an Exchange index: the topic, or where none is given the normalised subject."""
    topics: dict[str, list[EmailMessage]] = {}
    for message in messages:
        topic = str(message.get("Thread-Topic") or bare(str(message["Subject"])))
        topics.setdefault(topic.casefold(), []).append(message)
    return list(topics.values())
