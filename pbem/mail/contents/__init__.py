"""Every kind of letter and what composes it: a new kind is a row here and a folder of templates/mail; no words here."""

from collections.abc import Callable, Mapping

from pbem import play
from pbem.mail.contents.answer import answer_view
from pbem.mail.contents.arrivals import start_view, takeover_view
from pbem.mail.contents.asking import turn_view
from pbem.mail.contents.clocks import deadline_view, paused_view, resumed_view
from pbem.mail.contents.confirm import confirm_view
from pbem.mail.contents.departures import called_off_view, replaced_view
from pbem.mail.contents.digest import digest_view
from pbem.mail.contents.fresh_link import fresh_link_view
from pbem.mail.contents.game_over import game_over_view
from pbem.mail.contents.invitations import invitation_reminder_view, invitation_view
from pbem.mail.contents.mended import bounce_mended_view
from pbem.mail.contents.my_games import my_games_view
from pbem.mail.contents.new_address import new_address_view
from pbem.mail.contents.proposals import declined_view, proposal_agreed_view, proposal_refused_view
from pbem.mail.contents.receipt import receipt_view
from pbem.mail.contents.saying import message_view, takeback_view
from pbem.mail.contents.talk import talk_view
from pbem.mail.contents.timeout import timeout_view
from pbem.mail.frames import Reader
from pbem.mail.views import LetterView

Compose = Callable[[play.House, play.Letter, Reader], LetterView | None]

# What a letter of the kind says as the table is now, rendered by the templates of templates/mail/KIND; None when it
# has nothing to say any more.
KINDS: Mapping[str, Compose] = {
    "invitation": invitation_view,
    "invitation_reminder": invitation_reminder_view,
    "start": start_view,
    "turn": turn_view,
    "reminder": turn_view,
    "timeout": timeout_view,
    "paused": paused_view,
    "resumed": resumed_view,
    "deadline": deadline_view,
    "replaced": replaced_view,
    "takeover": takeover_view,
    "takeback": takeback_view,
    "message": message_view,
    "bounce_mended": bounce_mended_view,
    "game_over": game_over_view,
    "called_off": called_off_view,
    "fresh_link": fresh_link_view,
    "new_address": new_address_view,
    "receipt": receipt_view,
    "answer": answer_view,
    "confirm": confirm_view,
    "my_games": my_games_view,
    "digest": digest_view,
    "talk": talk_view,
    "declined": declined_view,
    "proposal_agreed": proposal_agreed_view,
    "proposal_refused": proposal_refused_view,
}
