"""The verbs of the service, each one transaction, and what they give; must not import Flask, Celery or any mail."""

from pbem.play.addresses import (
    Answering,
    bounce_address,
    read_bounce_address,
    read_reply_address,
    reply_address,
)
from pbem.play.admins import (
    SESSION_AGE,
    AdminInfo,
    admin_by_session,
    create_admin,
    end_sessions,
    has_admin,
    read_welcome,
    seal_session,
    set_password,
    sign_in,
)
from pbem.play.again import Rematch, ask_rematch, next_name, rematch_key, rematch_of
from pbem.play.answering import (
    LETTERS_BACK,
    Addressee,
    addressee,
    answered_letter,
    letter_subjects,
    note_plan,
    noted_plan,
    seat_of_known,
    set_away,
    set_back,
    tables_of_person,
    write_back,
)
from pbem.play.charting import points_by_round
from pbem.play.claiming import claim_letter
from pbem.play.digests import WaitingSeat, next_digest, waiting_seats, write_digest
from pbem.play.duration import read_duration, write_duration
from pbem.play.gamefiles import export_game
from pbem.play.games import accept, call_off_game, create_game, decline, start_game
from pbem.play.guiding import GUIDES, WAITING, hide_guide, may_guide_again, needs_guide, show_guides
from pbem.play.habits import answer_times
from pbem.play.heard import MOST_TOLD, TELLING, Saying, talk_known, talk_seen, untold
from pbem.play.inbox import (
    CameIn,
    MailInfo,
    claim_mail,
    describe_mail,
    fail_mail,
    finish_mail,
    forget_old_mails,
    is_copy,
    list_mails,
    mail_info,
    people_among,
    store_mail,
)
from pbem.play.inviting import remind_invited
from pbem.play.kinds import ASKING, BEFORE_START, KINDS, MERGING, MODES, OPEN_STATES, TALK_MODES, WANTED_ALWAYS
from pbem.play.letters import request_fresh_link, request_my_games, resume_letters, revoke_links, stop_letters
from pbem.play.links import link_url, make_link, read_link
from pbem.play.messages import send_message
from pbem.play.moderating import WaitingProposal, agree_proposal, count_proposals, refuse_proposal, waiting_proposals
from pbem.play.moves import let_bots_move, submit, time_out
from pbem.play.moving import (
    NewAddress,
    address_url,
    change_address,
    confirm_address,
    read_new_address,
    request_address,
)
from pbem.play.mygames import MyTable, my_tables, seat_at_table
from pbem.play.noting import LONGEST_NOTE, NoteInfo, read_note, write_note
from pbem.play.orders import LONGEST_ORDER, leave_order, standing_orders, withdraw_order
from pbem.play.outages import SWEEP, last_heartbeat, record_heartbeat
from pbem.play.outbox import part, postpone, record_failure, record_sent, withdraw
from pbem.play.overview import MailState, SeatDesk, TableLine, list_tables, mail_state, seat_desks
from pbem.play.pacing import note_seen
from pbem.play.pausing import change_deadline, pause_game, resume_game
from pbem.play.people import (
    LONGEST_TITLE,
    check_address,
    check_chosen_name,
    check_language,
    check_name,
    check_seats,
    check_zone,
    read_seat,
    zones,
)
from pbem.play.preferences import (
    MOTIONS,
    Habits,
    Preferences,
    check_hour,
    check_mode,
    check_motion,
    check_quiet,
    check_talk,
    preferences,
    set_preferences,
    stop_digest,
)
from pbem.play.proposals import Place, Proposed, proposal_of
from pbem.play.proposing import (
    Guest,
    Mate,
    Proposer,
    Wanted,
    give_place,
    mates_of_game,
    new_key,
    own_link,
    propose_table,
    proposer,
    proposer_at,
    remind_guest,
    set_proposed,
    tablemates,
    withdraw_proposal,
)
from pbem.play.publishing import (
    Consent,
    PublicGame,
    PublicPlace,
    consent,
    is_public,
    is_public_in,
    listing,
    public_games,
    set_listed,
    set_public,
)
from pbem.play.pulse import Pulse, pulse, speakers_since
from pbem.play.reading import (
    list_audit,
    list_games,
    list_letters,
    mailbox,
    mailbox_letter,
    seat_links,
    table,
    whole_position,
)
from pbem.play.reminding import due, remind
from pbem.play.replays import Scene, scene
from pbem.play.said import LONGEST_MESSAGE, LONGEST_REASON, check_message, check_reason
from pbem.play.seating import replace_seat
from pbem.play.switches import WAYS, proposals_mode, proposals_off, set_proposals
from pbem.play.talking import hide_talk, say, say_as_host, set_talk_mode, talk, talk_mode
from pbem.play.troubles import list_troubles, mend_address, record_bounce, record_refusal, seat_trouble
from pbem.play.types import (
    AuditInfo,
    Due,
    GameInfo,
    House,
    Letter,
    LetterInfo,
    LinkedSeat,
    LogEntry,
    MailboxEntry,
    Order,
    Owed,
    PersonInfo,
    PlayError,
    SeatInfo,
    SeatSpec,
    Submitted,
    Table,
    TroubleInfo,
)
from pbem.play.uninviting import Uninvited, read_uninvite, set_uninvited, uninvite_url
from pbem.play.verifying import Fault, Verified, verify_all, verify_game
from pbem.play.watching import close_watch, open_watch, read_watch, watch_url
from pbem.play.written import read_written

__all__ = [
    "ASKING", "BEFORE_START", "GUIDES", "KINDS", "LETTERS_BACK", "LONGEST_MESSAGE", "LONGEST_NOTE", "LONGEST_ORDER",
    "LONGEST_REASON", "LONGEST_TITLE", "MERGING", "MODES", "MOST_TOLD", "MOTIONS", "OPEN_STATES", "SESSION_AGE",
    "SWEEP", "TALK_MODES", "TELLING", "WAITING", "WANTED_ALWAYS", "WAYS", "Addressee", "AdminInfo", "Answering",
    "AuditInfo", "CameIn", "Consent", "Due", "Fault", "GameInfo", "Guest", "Habits", "House", "Letter", "LetterInfo",
    "LinkedSeat", "LogEntry", "MailInfo", "MailState", "MailboxEntry", "Mate", "MyTable", "NewAddress", "NoteInfo",
    "Order", "Owed", "PersonInfo", "Place", "PlayError", "Preferences", "Proposed", "Proposer", "PublicGame",
    "PublicPlace", "Pulse", "Rematch", "Saying", "Scene", "SeatDesk", "SeatInfo", "SeatSpec", "Submitted", "Table",
    "TableLine", "TroubleInfo", "Uninvited", "Verified", "WaitingProposal", "WaitingSeat", "Wanted", "accept",
    "address_url", "addressee", "admin_by_session", "agree_proposal", "answer_times", "answered_letter", "ask_rematch",
    "bounce_address", "call_off_game", "change_address", "change_deadline", "check_address", "check_chosen_name",
    "check_hour",
    "check_language", "check_message", "check_mode", "check_motion", "check_name", "check_quiet", "check_reason",
    "check_seats", "check_talk", "check_zone", "claim_letter", "claim_mail", "close_watch", "confirm_address",
    "consent", "count_proposals", "create_admin", "create_game", "decline", "describe_mail", "due", "end_sessions",
    "export_game", "fail_mail", "finish_mail", "forget_old_mails", "give_place", "has_admin", "hide_guide", "hide_talk",
    "is_copy", "is_public", "is_public_in", "last_heartbeat", "leave_order", "let_bots_move", "letter_subjects",
    "link_url", "list_audit", "list_games", "list_letters", "list_mails", "list_tables", "list_troubles", "listing",
    "mail_info", "mail_state", "mailbox", "mailbox_letter", "make_link", "mates_of_game", "may_guide_again",
    "mend_address", "my_tables", "needs_guide", "new_key", "next_digest", "next_name", "note_plan", "note_seen",
    "noted_plan", "open_watch", "own_link", "part", "pause_game", "people_among", "points_by_round", "postpone",
    "preferences", "proposal_of", "proposals_mode", "proposals_off", "propose_table", "proposer", "proposer_at",
    "public_games", "pulse", "read_bounce_address", "read_duration", "read_link", "read_new_address", "read_note",
    "read_reply_address", "read_seat", "read_uninvite", "read_watch", "read_welcome", "read_written", "record_bounce",
    "record_failure", "record_heartbeat", "record_refusal", "record_sent", "refuse_proposal", "rematch_key",
    "rematch_of", "remind", "remind_guest", "remind_invited", "replace_seat", "reply_address", "request_address",
    "request_fresh_link", "request_my_games", "resume_game", "resume_letters", "revoke_links", "say", "say_as_host",
    "scene", "seal_session", "seat_at_table", "seat_desks", "seat_links", "seat_of_known", "seat_trouble",
    "send_message", "set_away", "set_back", "set_listed", "set_password", "set_preferences", "set_proposals",
    "set_proposed", "set_public", "set_talk_mode", "set_uninvited", "show_guides", "sign_in", "speakers_since",
    "standing_orders", "start_game", "stop_digest", "stop_letters", "store_mail", "submit", "table", "tablemates",
    "tables_of_person", "talk", "talk_known", "talk_mode", "talk_seen", "time_out", "uninvite_url", "untold",
    "verify_all", "verify_game", "waiting_proposals", "waiting_seats", "watch_url", "whole_position", "withdraw",
    "withdraw_order", "withdraw_proposal", "write_back", "write_digest", "write_duration", "write_note", "zones",
]  # fmt: skip
