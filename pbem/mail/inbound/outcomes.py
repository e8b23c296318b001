"""What came of a mail, in a sentence: the answer to "where is my mail?"; it reads no mail and no database."""

from collections.abc import Mapping

from pbem import play, words


def N_(text: str) -> str:
    """Marks a sentence for translation."""
    return text


OUTCOMES: Mapping[str, str] = {
    "move": N_("Its move was played."),
    "moves": N_("Its moves were played."),
    "command": N_("What it asks for was done."),
    "talk": N_("What it says was said at the table."),
    "answer": N_("Nothing was played; an answer says why, and what is possible."),
    "confirm": N_("It came from another address, so nothing was played; the player is asked whether it is his."),
    "copy": N_("The same mail had come before; nothing was done."),
    "complaint": N_("Somebody calls a letter of ours unwanted. Nothing was done; talk to that player."),
    "unread": N_("It was read, and nothing was done."),
    "failed": N_("Reading it broke again and again, so it was given up: %(error)s"),
    "bounce_dead": N_("A letter came back: there is nobody at its address."),
    "bounce_full": N_("A letter came back: the mailbox it went to is full."),
    "bounce_refused": N_("A letter came back: its host does not want it."),
    "bounce_away": N_("A letter came back: its host could not be reached."),
    "bounce_delayed": N_("A letter is late; its host goes on trying."),
    "bounce_automatic": N_("A machine answered a letter, which did arrive."),
    "bounce_again": N_("A letter came back once more; that was known."),
    "bounce_unclear": N_("It came where letters come back to, and is no report that can be read."),
    "bounce_forged": N_("It came where letters come back to, with an address that is none of ours."),
}
NOT_ANSWERED: Mapping[str, str] = {
    "command": N_("What it asks for was done; no answer went out, as too many did within the hour."),
    "answer": N_("Nothing was played, and no answer went out: too many did within the hour."),
    "confirm": N_("It came from another address, so nothing was played; too many questions went out within the hour."),
}
ASKED_FOR_A_LETTER = ("help", "board")  # these do nothing but bring one
NO_LETTER = N_("It asks for a letter, and none went out: too many did within the hour.")
MACHINES: Mapping[str, str] = {
    "auto_reply": N_("A machine wrote it; nothing was done."),
    "vacation": N_("It says that somebody is away, written by a machine; nothing was done."),
    "bounce": N_("A report on a letter, but not where such reports go; nothing was done."),
    "list": N_("It came through a mailing list; nothing was done."),
    "loop": N_("It is a letter of ours that came back; nothing was done."),
    "read_receipt": N_("It says that a letter was opened; nothing was done."),
}
IGNORED = N_("It is for no seat at a table; nothing was done.")
WAITS = N_("It waits for the worker.")
AGAIN = N_("Reading it broke (%(error)s); it will be tried again.")


def told(voice: words.Voice, mail: play.MailInfo) -> str:
    """What came of the mail, or what will."""
    error, is_broken = str(mail.detail.get("error", "?")), "error" in mail.detail
    if mail.state == "new":
        return voice.gettext(AGAIN if is_broken else WAITS, error=error)
    word = mail.outcome or "unread"
    if word == "ignored":
        machine = str(mail.detail.get("machine"))
        return voice.gettext(MACHINES.get(machine, IGNORED))
    if mail.detail.get("reply_sent") is False and word in NOT_ANSWERED:
        is_letter = mail.detail.get("command") in ASKED_FOR_A_LETTER
        return voice.gettext(NO_LETTER if is_letter else NOT_ANSWERED[word])
    return voice.gettext(OUTCOMES.get(word, OUTCOMES["unread"]), error=error)
