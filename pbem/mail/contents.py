"""What each kind of letter says at the moment of sending, read from the table; it renders and sends nothing.

The order of a turn letter: the ask and until when · what happened · the boards · the choices as links · the table's
link · how to stop. Under the ask the HTML repeats the choices by name in one row: who reads on a phone and knows
what to do needs no scrolling, and the full choices stay where the position has been read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote_plus

from pbem import play
from pbem.mail import views
from pbem.mail.frames import Reader
from pbem.mail.plain import plain

MOST_QUICK = 8
SHOWN_FIRST = 4  # stories whose headings stand in the preheader


def turn_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TurnLetter | None:
    """The turn and the reminder; None when the decision that it asks for has been made."""
    table = reader.table
    owed, view, legal = table.my_turn, table.view, table.legal
    if owed is None or owed.since_ply != letter.ply or view is None or legal is None:
        return None
    voice, seat = reader.voice, letter.seat
    ask, due, short = voice.ask(view, seat), "", ""
    if owed.deadline_at is not None:
        due = reader.until(owed.deadline_at, house.clock())
        short = voice.gettext("until %(moment)s", moment=voice.short_moment(owed.deadline_at))
    stories = reader.stories()
    doing = "; ".join(story.title for story in stories[-SHOWN_FIRST:] if story.chooser not in (None, seat))
    if letter.kind == "reminder":
        doing = voice.gettext("the table still waits for you")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – your turn", table=reader.table_name),
        preheader=" · ".join(part for part in (ask, short, doing) if part),
        heading=ask,
    )
    choices = tuple(
        views.LinkedChoice(
            choice,
            f"{frame.play_url}?move={quote_plus(choice.move)}",
            voice.offers(view, seat) if choice.move == "role builder" else "",
        )
        for choice in voice.choices(view, seat, legal)
    )
    quick = tuple(linked for linked in choices if not linked.choice.move.endswith("colonist"))
    return views.TurnLetter(
        frame=frame,
        introduction=_introduction(reader) if letter.is_first and not reader.table.since_ply else "",
        due=due,
        since=reader.since_heading(),
        stories=stories,
        nothing_yet="" if stories else _just_begun(reader),
        position=position(reader),
        choices=choices,
        quick=quick if len(quick) <= MOST_QUICK else (),
        has_suggestion=seat in legal.place,
        waiting=tuple(line for other in letter.merged if (line := waiting_line(house, other)) is not None),
    )


def _introduction(reader: Reader) -> str:
    """Who set the table, with whom one plays and how long one has; what being late means is in the letter's foot."""
    voice, table = reader.voice, reader.table
    others = voice.listing(name for seat, name in reader.names.items() if seat != reader.letter.seat)
    duration = voice.duration(table.game.clock_seconds)
    if table.inviter:
        return voice.gettext(
            "%(inviter)s has set a table of Puerto Rico for you, played by mail, with %(names)s. "
            "You have %(duration)s for each move.",
            inviter=plain(table.inviter),
            names=others,
            duration=duration,
        )
    return voice.gettext(
        "A table of Puerto Rico has been set for you, played by mail, with %(names)s. "
        "You have %(duration)s for each move.",
        names=others,
        duration=duration,
    )


def _just_begun(reader: Reader) -> str:
    governor = reader.names[(reader.table.view or {}).get("governor", 0)]
    return reader.voice.gettext("The game has just begun. %(name)s is the first governor.", name=governor)


def waiting_line(house: play.House, letter: play.Letter) -> views.Waiting | None:
    """A merged letter in a line; None when its turn is over."""
    reader = Reader.of(house, letter)
    owed, view = reader.table.my_turn, reader.table.view
    if owed is None or owed.since_ply != letter.ply or view is None:
        return None
    return views.Waiting(
        table=reader.table_name,
        ask=reader.voice.ask(view, letter.seat),
        due=reader.until(owed.deadline_at, house.clock()) if owed.deadline_at else "",
        url=reader.play_url,
    )


def position(reader: Reader) -> views.Position:
    """The boards and the harbour; the reader's own board apart."""
    voice, view, you = reader.voice, reader.table.view or {}, reader.letter.seat
    boards = voice.boards(view, reader.names, you)
    return views.Position(
        mine=boards[0],
        others=boards[1:],
        table=voice.board_table(view, reader.names, you),
        harbour=(*voice.harbour(view), *voice.roles(view, reader.names)),
    )


def timeout_view(house: play.House, letter: play.Letter, reader: Reader) -> views.TimeoutLetter:
    """What was played for the reader, and whether the table waits for him again."""
    voice, table = reader.voice, reader.table
    since = int(letter.extra.get("since", 0))
    # Without their mark: the letter as a whole says that the reader was late.
    late = [
        replace(e, mark="")
        for e in table.log
        if e.seat == letter.seat and e.mark == "timeout" and since < e.ply <= letter.ply
    ]
    moves = "; ".join(voice.played(move) for move in letter.extra.get("moves", ()))
    next_ask = ""
    if table.my_turn is not None and table.view is not None:
        ask = voice.ask(table.view, letter.seat)
        due = reader.until(table.my_turn.deadline_at, house.clock()) if table.my_turn.deadline_at else ""
        next_ask = f"{ask}, {due}" if due else ask
    heading = voice.gettext("You were late; the table played for you")
    frame = reader.frame(
        subject=voice.gettext("%(table)s – played for you", table=reader.table_name),
        preheader=voice.gettext("Played for you: %(moves)s.", moves=moves),
        heading=heading,
    )
    return views.TimeoutLetter(
        frame=frame,
        lead=voice.gettext("Played for you: %(moves)s.", moves=moves),
        played=voice.story(late, reader.names, letter.seat),
        next_ask=next_ask,
        position=position(reader) if table.view else None,
    )


def game_over_view(letter: play.Letter, reader: Reader) -> views.GameOverLetter | None:
    """The final count; None while the game still runs."""
    voice, table = reader.voice, reader.table
    if not table.scores or table.view is None:
        return None
    ranked = sorted(table.scores, key=lambda score: (score.place, score.seat))
    heading = _who_won(reader, [s.seat for s in ranked if s.place == 1], ranked[0].total)
    frame = reader.frame(
        subject=voice.gettext("%(table)s – %(result)s", table=reader.table_name, result=heading),
        preheader=" · ".join(f"{s.place}. {reader.names[s.seat]} {s.total}" for s in ranked),
        heading=heading,
    )
    return views.GameOverLetter(
        frame=frame,
        why=voice.ending(table.view["ending"]),
        has_tie=len({score.total for score in ranked}) < len(ranked),
        shuffles=voice.gettext(
            "To check the shuffles: the seed is %(seed)s, and the game as a file holds it with every move:",
            seed=table.seed,
        ),
        file_url=f"{reader.play_url}?open=file",
        heads=voice.score_heads(),
        rows=tuple(
            views.ScoreRow(
                s.place,
                reader.names[s.seat],
                s.seat == letter.seat,
                (s.vp_chips, s.buildings, s.large, s.total, s.tiebreak),
            )
            for s in ranked
        ),
        table=voice.score_table(ranked, reader.names, letter.seat),
        since=reader.since_heading(),
        stories=reader.stories(),
    )


def _who_won(reader: Reader, winners: Sequence[int], total: int) -> str:
    voice = reader.voice
    points = voice.thing("vp", total)
    if list(winners) == [reader.letter.seat]:
        return voice.gettext("You have won, %(points)s", points=points)
    names = voice.listing(reader.names[seat] for seat in winners)
    return voice.ngettext(
        "%(names)s has won, %(points)s", "%(names)s have won, %(points)s", len(winners), names=names, points=points
    )


def invitation_view(letter: play.Letter, reader: Reader) -> views.InvitationLetter | None:
    """Who sits there and how it is played; None when it has been answered or the game is off."""
    voice, table = reader.voice, reader.table
    if table.game.state != "inviting" or table.me is None or table.me.status != "invited":
        return None
    inviter = plain(str(letter.extra.get("inviter", "")))
    lead = (
        voice.gettext("%(inviter)s invites you to a game of Puerto Rico, played by mail.", inviter=inviter)
        if inviter
        else voice.gettext("You are invited to a game of Puerto Rico, played by mail.")
    )
    frame = reader.frame(
        subject=voice.gettext("%(table)s – an invitation", table=reader.table_name),
        preheader=lead,
        heading=voice.gettext("Will you play?"),
    )
    return views.InvitationLetter(frame, lead, _sitting(reader), _agreed(reader, table.game.rules))


def _sitting(reader: Reader) -> tuple[str, ...]:
    """Everybody at the table in order of play, and what each has said."""
    voice = reader.voice
    answers = {"accepted": voice.gettext("plays"), "declined": voice.gettext("has declined")}
    lines = []
    for seat in reader.table.seats:
        name = reader.names[seat.number]
        if seat.number == reader.letter.seat:
            lines.append(voice.gettext("%(name)s (you)", name=name))
        elif seat.bot:
            lines.append(voice.gettext("%(name)s, a bot", name=name))
        else:
            lines.append(f"{name}, {answers.get(seat.status, voice.gettext('has not answered yet'))}")
    return tuple(lines)


def _agreed(reader: Reader, rules: Mapping[str, object]) -> tuple[str, ...]:
    """The rules of this table in sentences."""
    voice, game = reader.voice, reader.table.game
    players = len(reader.table.seats)
    minimum = rules.get("ship_minimum", 5)
    lines = [
        voice.ngettext("The base game for %(num)s player.", "The base game for %(num)s players.", players),
        voice.gettext(
            "The colonist ship brings at least %(count)s colonists each time.",
            count=players if minimum == "players" else minimum,
        ),
        voice.gettext("Placing colonists and storing goods: everybody at the same time.")
        if rules.get("simultaneous", True)
        else voice.gettext("Placing colonists and storing goods: one after the other."),
        voice.gettext("Time for each move: %(duration)s.", duration=voice.duration(game.clock_seconds)),
        voice.gettext("If you do not move in time, a bot plays that move for you and a letter tells you what it was."),
    ]
    return tuple(lines)


def fresh_link_view(house: play.House, letter: play.Letter, reader: Reader) -> views.FreshLinkLetter:
    """A new link to the table, why it comes, and what the table waits for."""
    voice, table = reader.voice, reader.table
    heading = voice.gettext("Your new link to the table")
    is_asked = letter.extra.get("reason") != "replaced"
    lead = (
        voice.gettext("You asked for a new link to the table, as yours was too old. This one is new.")
        if is_asked
        else voice.gettext(
            "The host of the table has replaced your link. "
            "Links in earlier letters of this game no longer work; this one does."
        )
    )
    ask = due = ""
    if table.my_turn is not None and table.view is not None:
        ask = voice.your_turn(table.view, letter.seat)
        due = reader.until(table.my_turn.deadline_at, house.clock()) if table.my_turn.deadline_at else ""
    return views.FreshLinkLetter(
        reader.frame(
            subject=voice.gettext("%(table)s – your new link", table=reader.table_name),
            preheader=" · ".join(part for part in (ask, due) if part) or heading,
            heading=heading,
        ),
        lead=lead,
        ask=ask,
        due=due,
        is_asked=is_asked,
    )
