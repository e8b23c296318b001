"""What an admin reads about moments, letters and acts, in sentences; it reads no request and no database."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from pbem import play, words
from pbem.web.seats import N_
from pbem.words.times import span


def N2_(singular: str, plural: str) -> tuple[str, str]:
    """Marks a sentence and its plural for translation."""
    return singular, plural


THIS_WEEK = timedelta(days=6)
JUST_NOW = timedelta(seconds=10)
KINDS: Mapping[str, str] = {
    "invitation": N_("invitation"),
    "invitation_reminder": N_("reminder of the invitation"),
    "start": N_("the game begins"),
    "turn": N_("your turn"),
    "reminder": N_("reminder"),
    "timeout": N_("played for you"),
    "paused": N_("paused"),
    "resumed": N_("goes on"),
    "deadline": N_("more time"),
    "replaced": N_("seat given away"),
    "takeover": N_("seat taken over"),
    "takeback": N_("a move taken back?"),
    "message": N_("message"),
    "bounce_mended": N_("letters come again"),
    "game_over": N_("final count"),
    "called_off": N_("called off"),
    "fresh_link": N_("new link"),
    "my_games": N_("link to all games"),
    "new_address": N_("another address"),
    "receipt": N_("receipt of a mail"),
    "answer": N_("answer to a mail"),
    "confirm": N_("question whose mail it was"),
    "digest": N_("daily letter"),
    "declined": N_("somebody declines"),
    "proposal_agreed": N_("proposal agreed to"),
    "proposal_refused": N_("proposal refused"),
}
# Why a letter was withdrawn, as pbem.play and pbem.mail note it.
REASONS: Mapping[str, str] = {
    "the turn was over": N_("the turn was over before it could leave"),
    "a newer letter asks": N_("a newer letter asks the same and more"),
    "a reminder asks": N_("a reminder went instead"),
    "the address was mended": N_("it was about moments that had passed when the address worked again"),
    "letters were stopped": N_("the person had stopped the letters"),
    "not wanted any more": N_("the person wants no such letters any more"),
    "no digest is wanted any more": N_("the person wants no such letters any more"),
    "the seat has another person": N_("the seat has another person"),
    "the invitation was answered": N_("the invitation was answered"),
    "the game was over": N_("the game was over"),
    "the game goes on": N_("the game goes on"),
    "the game is paused again": N_("the game is paused again"),
    "the game has begun": N_("the game had begun"),
    "the game was called off": N_("the game had been called off"),
    "the game was paused": N_("the game was paused"),
    "the game went on": N_("the game went on"),
    "the deadline was changed again": N_("a newer letter says the same and more"),
    "somebody else has the seat now": N_("somebody else has the seat now"),
    "nothing to say any more": N_("the turn was over before it could leave"),
}
STATES: Mapping[str, str] = {
    "proposed": N_("proposed"),
    "inviting": N_("being invited"),
    "running": N_("running"),
    "finished": N_("finished"),
    "cancelled": N_("called off"),
}
ANSWERS: Mapping[str, str] = {
    "invited": N_("has not answered yet"),
    "accepted": N_("plays"),
    "declined": N_("has declined"),
}
UNANSWERED: Mapping[str, str] = {
    "invited": N_("%(name)s has not answered yet"),
    "declined": N_("%(name)s has declined"),
}
ACTS: Mapping[str, str] = {
    "create_game": N_("%(actor)s set this table: %(seats)s."),
    "accept": N_("%(actor)s has accepted."),
    "decline": N_("%(actor)s has declined."),
    "start": N_("%(actor)s has started the game."),
    "call_off": N_("%(actor)s has called the game off."),
    "pause": N_("%(actor)s has paused the game."),
    "resume": N_("%(actor)s has let the game go on."),
    "change_deadline": N_("%(actor)s has given more time to seat %(seats)s."),
    "replace_seat": N_("%(actor)s has given the seat of %(was)s to %(name)s."),
    "message": N_("%(actor)s has written a message; people it goes to: %(people)s."),
    "say": N_("%(actor)s has said something at the table."),
    "hide_talk": N_("%(actor)s has taken away a message of %(name)s."),
    "set_talk_mode": N_("%(actor)s has changed how table talk comes: %(mode)s."),
    "time_out": N_("The time of seat %(seat)s was up; a bot played %(move)s."),
    "finish": N_("The game has come to its end."),
    "stop_letters": N_("%(actor)s has stopped the letters of this game."),
    "away": N_("%(actor)s is away until %(until)s."),
    "back": N_("%(actor)s is back."),
    "resume_letters": N_("%(actor)s gets the letters of this game again."),
    "show_guides": N_("%(actor)s wants the guides for beginners back."),
    "hide_guide": N_("%(actor)s needs that guide no more: %(kind)s."),
    "set_preferences": N_("%(actor)s has changed preferences: %(mode)s, %(language)s, %(zone)s."),
    "give_grace": N_("The service was away since %(since)s; who had next to no time left has it until %(until)s."),
    "revoke_links": N_("%(actor)s has voided all links of seat %(seat)s and had a new one sent."),
    "letter_bounced": N_("Letter %(letter)s came back: %(error)s"),
    "suppress_address": N_("Letters to %(name)s wait from now on: %(error)s"),
    "mend_address": N_("%(actor)s said that the address of seat %(seat)s works again."),
    "request_address": N_("%(actor)s has asked for letters at another address."),
    "confirm_address": N_("%(actor)s has confirmed another address; letters go there now."),
    "change_address": N_("%(actor)s has changed the address of seat %(seat)s; links sent before are void."),
    "open_watch": N_("%(actor)s has made a link for who looks on."),
    "close_watch": N_("%(actor)s has withdrawn the link for who looks on."),
    "give_up_letter": N_("Letter %(letter)s was given up: %(error)s"),
    "give_up_mail": N_("Mail %(mail)s that came in was given up: %(error)s"),
    "create_admin": N_("%(actor)s made a one-time link for %(email)s."),
    "set_password": N_("%(actor)s has set a new password."),
    "sign_in": N_("%(actor)s has signed in."),
    "sign_in_failed": N_("Somebody failed to sign in as %(actor)s."),
    "sign_out": N_("%(actor)s has signed out."),
    "propose": N_("%(actor)s has proposed this table: %(seats)s."),
    "agree_proposal": N_("%(actor)s has agreed to the table."),
    "refuse_proposal": N_("%(actor)s has not agreed to the table."),
    "set_proposals": N_("%(actor)s has switched the tables that players propose: %(way)s."),
    "stop_invitations": N_("%(actor)s wants no more invitations by players."),
    "allow_invitations": N_("%(actor)s may be invited by players again."),
    "allow_public": N_("%(actor)s lets the game stand in the public list."),
    "forbid_public": N_("%(actor)s does not let the game stand in the public list."),
    "unlist_game": N_("%(actor)s has taken the game out of the public list."),
    "list_game": N_("%(actor)s has let the game into the public list again."),
}
AGAIN_NOW = N2_(
    "Goes again at once, after %(num)s attempt: %(error)s", "Goes again at once, after %(num)s attempts: %(error)s"
)
AGAIN_LATER = N2_(
    "Will be tried again %(moment)s, after %(num)s attempt: %(error)s",
    "Will be tried again %(moment)s, after %(num)s attempts: %(error)s",
)
PROPOSALS: Mapping[str, tuple[str, str]] = {
    "open": (N_("open"), N_("players invite whom they like, within the limits of a day")),
    "moderated": (N_("moderated"), N_("an admin agrees to each table before anybody is invited")),
    "off": (N_("off"), N_("only admins set tables")),
}
LANGUAGE_NAMES: Mapping[str, str] = {"en": N_("English"), "nl": N_("Dutch"), "de": N_("German")}


def stamp(voice: words.Voice, at: datetime, now: datetime) -> str:
    """A moment in UTC, saying so: the weekday within a week, else with the date."""
    near = abs(at - now) < THIS_WEEK
    return voice.gettext("%(moment)s UTC", moment=voice.short_moment(at) if near else voice.moment(at))


def ago(voice: words.Voice, at: datetime, now: datetime) -> str:
    """How long ago: "2 hours ago"."""
    return voice.gettext("just now") if now - at < JUST_NOW else span(at, now, voice.language)


def fate(voice: words.Voice, letter: play.LetterInfo, now: datetime, *, is_kept: bool) -> str:
    """What became of a letter, or what will: the answer to "where is my mail?". `is_kept`: no SMTP host is set."""
    ended = stamp(voice, letter.ended_at or letter.created_at, now)
    if letter.is_held:
        return voice.gettext("Waits until the address works again.")
    if letter.state == "waiting":
        return _waits(voice, letter, now)
    if letter.state == "withdrawn":
        reason = letter.last_error or "the turn was over"
        return voice.gettext("Not sent: %(reason)s.", reason=voice.gettext(REASONS.get(reason, reason)))
    if letter.state == "dead":
        return voice.ngettext(
            "Given up %(moment)s after %(num)s attempt; it will not be tried again. The reason: %(error)s",
            "Given up %(moment)s after %(num)s attempts; it will not be tried again. The reason: %(error)s",
            letter.attempts,
            moment=ended,
            error=letter.last_error or "?",
        )
    if letter.merged_into is not None:
        return voice.gettext("Sent %(moment)s within letter %(number)s.", moment=ended, number=letter.merged_into)
    sent = (
        voice.gettext("Put into the mailbox of this machine %(moment)s, as no mail host is set.", moment=ended)
        if is_kept
        else voice.gettext("Taken by the mail host %(moment)s.", moment=ended)
    )
    if letter.bounced_at is None:
        return sent
    back = voice.gettext("Came back %(moment)s.", moment=stamp(voice, letter.bounced_at, now))
    return f"{sent} {back}"


def _waits(voice: words.Voice, letter: play.LetterInfo, now: datetime) -> str:
    moment = stamp(voice, letter.not_before, now)
    is_due = letter.not_before <= now
    if letter.last_error:
        forms = AGAIN_NOW if is_due else AGAIN_LATER
        return voice.ngettext(*forms, letter.attempts, moment=moment, error=letter.last_error)
    if letter.waits_for == "visit":
        return voice.gettext("Waits for its person to play or look in, who wants no second letter before that.")
    if letter.waits_for == "day" and not is_due:
        return voice.gettext("Will be sent %(moment)s, as its person wants one letter a day.", moment=moment)
    if letter.waits_for == "quiet" and not is_due:
        return voice.gettext("Will be sent %(moment)s, when the quiet hours of its person are over.", moment=moment)
    if not is_due:
        return voice.gettext("Will be sent %(moment)s.", moment=moment)
    if letter.attempts:
        return voice.gettext("Is being sent; if the worker was stopped, it goes again within minutes.")
    return voice.gettext("Waits for the worker since %(moment)s.", moment=moment)


def act(voice: words.Voice, entry: play.AuditInfo) -> str:
    """A line of the audit trail as a sentence; one of an unknown verb as it stands."""
    params = {key: _plain(value) for key, value in entry.detail.items()}
    template = ACTS.get(entry.verb)
    if template is None:
        return " ".join([f"{entry.actor}: {entry.verb}", *(f"{key}={value}" for key, value in params.items())])
    unknown = ("seat", "letter", "mail", "error", "email", "name", "was", "people", "move")
    known = dict.fromkeys(unknown, "?") | {"seats": ""}
    text = voice.gettext(template, **{**known, "actor": entry.actor, **params})
    return f"{text} {params['reason']}" if params.get("reason") else text


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
