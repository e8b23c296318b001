"""A player proposes a table: to whom, how often, moderated or not, and what he may do until it begins."""

from dataclasses import replace

import pytest
from sqlalchemy import select, update

from pbem import play
from pbem.play import proposing
from pbem.store import Letter, Person, Seat, StandingOrder
from tests.conftest import new_game
from tests.web.conftest import position_for, set_position, web_house


@pytest.fixture
def house(web_house):
    """On SQLite alone: what is tried here does not depend on the database."""
    return web_house


@pytest.fixture
def anna(house):
    return play.proposer_at(house, play.table(house, new_game(house).slug, None).seats[0].id)


def mate(house, anna, name):
    return play.Guest(mate=next(each.id for each in play.tablemates(house, anna.person_id) if each.name == name))


def wanted(*guests, **changes):
    values = {"name": "Quiet table", "clock": "72h", "rules_options": {}, "form_key": "one", **changes}
    return play.Wanted(guests=guests, **values)


def seat(house, slug, name):
    return next(each for each in play.table(house, slug, None).seats if each.name == name)


def letters(house, slug):
    return sorted((x.kind, x.to_address) for x in play.list_letters(house, slug) if x.state == "waiting")


def leave(house):
    """Letters that wait have left."""
    with house.store.write() as session:
        left = update(Letter).where(Letter.state == "waiting")
        session.execute(left.values(state="sent", ended_at=house.clock()))


__all__ = ["web_house"]
ZOE = play.Guest("Zoe", "zoe@example.net")


def test_former_tablemates_by_name_and_a_stranger_are_invited(house, anna):
    assert [each.name for each in play.tablemates(house, anna.person_id)] == ["Bea", "Cem"]
    game = play.propose_table(house, anna, wanted(mate(house, anna, "Bea"), ZOE, open_points=True, word="No hurry."))
    assert (game.state, game.is_players, game.word, game.open_points) == ("inviting", True, "No hurry.", True)
    table = play.table(house, game.slug, None)
    assert {each.name: each.status for each in table.seats} == {"Anna": "accepted", "Bea": "invited", "Zoe": "invited"}
    assert table.inviter == "Anna"
    assert letters(house, game.slug) == [("invitation", "bea@example.org"), ("invitation", "zoe@example.net")]
    assert {seat(house, game.slug, name).language for name in ("Anna", "Zoe")} == {"nl"}, "as who proposes reads"
    assert seat(house, game.slug, "Bea").language == "de", "nobody's language is changed"
    for name in ("Zoe", "Bea"):
        last = play.accept(house, seat(house, game.slug, name).id)
    assert last.state == "running"


def test_the_same_form_sets_one_table(house, anna):
    first = play.propose_table(house, anna, wanted(ZOE))
    assert play.propose_table(house, anna, wanted(ZOE)).id == first.id
    assert len(play.list_games(house)) == 2


def test_with_bots_alone_it_begins_at_once(house, anna):
    game = play.propose_table(house, anna, wanted(play.Guest(bot="steady"), play.Guest(bot="steady")))
    assert game.state == "running"
    assert {kind for kind, _ in letters(house, game.slug)} <= {"turn", "start"}


def test_who_was_only_proposed_with_is_no_tablemate(house, anna):
    play.propose_table(house, anna, wanted(ZOE, mate(house, anna, "Bea")))
    bea = play.proposer(house, mate(house, anna, "Bea").mate)
    assert "Zoe" not in [each.name for each in play.tablemates(house, bea.person_id)]
    with house.store.read() as session:
        zoe = session.scalars(select(Person.id).where(Person.name == "Zoe")).one()
    with pytest.raises(play.PlayError) as refused:
        play.propose_table(house, bea, wanted(play.Guest(mate=zoe), form_key="two"))
    assert refused.value.code == "no_such_mate"


@pytest.mark.slow
def test_two_of_one_name_are_told_apart_and_one_twice_is_refused(house, anna):
    game = play.propose_table(house, anna, wanted(play.Guest("Bea", "bea@example.net"), mate(house, anna, "Bea")))
    assert sorted(each.name for each in play.table(house, game.slug, None).seats) == ["Anna", "Bea", "Bea 2"]
    with pytest.raises(play.PlayError) as refused:
        play.propose_table(house, anna, wanted(*[mate(house, anna, "Cem")] * 2, form_key="two"))
    assert refused.value.code == "duplicate_seat" and "@" not in str(refused.value)


@pytest.mark.slow
def test_the_limits_of_a_player(house, anna, clock):
    for number in range(proposing.OPEN_AT_ONCE):
        play.propose_table(house, anna, wanted(play.Guest("Y", f"y{number}@example.net"), form_key=f"{number}"))
    with pytest.raises(play.PlayError) as refused:
        play.propose_table(house, anna, wanted(play.Guest("Y", "y9@example.net"), form_key="more"))
    assert (refused.value.code, refused.value.status) == ("too_many", 429)
    assert play.propose_table(house, anna, wanted(play.Guest("Y", "y@example.net"), form_key="1")), "made before"
    for game in play.list_games(house)[:3]:
        play.call_off_game(house, game.slug, "test")
    for number in range(proposing.PROPOSALS_A_DAY - proposing.OPEN_AT_ONCE):
        play.propose_table(house, anna, wanted(play.Guest(bot="steady"), form_key=f"bots {number}"))
    with pytest.raises(play.PlayError):
        play.propose_table(house, anna, wanted(play.Guest(bot="steady"), form_key="sixth"))
    clock.forward(hours=25)
    assert play.propose_table(house, anna, wanted(play.Guest(bot="steady"), form_key="sixth")).state == "running"


@pytest.mark.slow
def test_so_many_people_a_day_also_by_giving_seats(house, anna):
    for table in range(3):
        guests = [play.Guest(f"P{n}", f"p{table}{n}@example.net") for n in range(4 if table < 2 else 3)]
        game = play.propose_table(house, anna, wanted(*guests, form_key=f"{table}"))
    number = seat(house, game.slug, "P0").number
    play.give_place(house, game.slug, anna, number, play.Guest("Q", "q@example.net"), "a")
    with pytest.raises(play.PlayError) as refused:
        play.give_place(house, game.slug, anna, number, play.Guest("R", "r@example.net"), "b")
    assert refused.value.code == "too_many"
    assert play.give_place(house, game.slug, anna, number, play.Guest(bot="steady"), "c")


def test_a_decline_is_told_and_the_seat_goes_to_another(house, anna, clock):
    game = play.propose_table(house, anna, wanted(ZOE, mate(house, anna, "Bea")))
    leave(house)
    play.decline(house, seat(house, game.slug, "Zoe").id)
    assert letters(house, game.slug) == [("declined", "anna@example.org")]
    mine = seat(house, game.slug, "Anna")
    places = {place.name: place for place in play.proposal_of(house, mine.id).places}
    assert places["Zoe"].may_give and not places["Zoe"].may_remind and not places["Anna"].may_give
    with pytest.raises(play.PlayError):
        play.remind_guest(house, anna, seat(house, game.slug, "Bea").id)
    clock.forward(hours=13)
    play.remind_guest(house, anna, seat(house, game.slug, "Bea").id)
    with pytest.raises(play.PlayError):
        play.remind_guest(house, anna, seat(house, game.slug, "Bea").id)
    play.accept(house, seat(house, game.slug, "Bea").id)
    with pytest.raises(play.PlayError) as refused:
        play.give_place(house, game.slug, anna, seat(house, game.slug, "Bea").number, play.Guest(bot="steady"))
    assert refused.value.code == "seat_taken"
    done = play.give_place(house, game.slug, anna, seat(house, game.slug, "Zoe").number, play.Guest(bot="steady"))
    assert done.state == "running" and play.proposal_of(house, mine.id) is None


@pytest.mark.slow
def test_only_its_proposer_may_and_only_before_it_begins(house, anna):
    game = play.propose_table(house, anna, wanted(mate(house, anna, "Bea"), ZOE))
    bea = play.proposer_at(house, seat(house, game.slug, "Bea").id)
    zoe = seat(house, game.slug, "Zoe")
    for act in (
        lambda who: play.give_place(house, game.slug, who, zoe.number, play.Guest(bot="steady")),
        lambda who: play.remind_guest(house, who, zoe.id),
        lambda who: play.withdraw_proposal(house, game.slug, who, 0),
    ):
        with pytest.raises(play.PlayError) as refused:
            act(bea)
        assert refused.value.code == "not_yours"
    leave(house)
    off = play.withdraw_proposal(house, game.slug, anna, seat(house, game.slug, "Anna").number, "Ill.")
    assert off.state == "cancelled"
    told = [("called_off", "bea@example.org"), ("called_off", "zoe@example.net")]
    assert letters(house, game.slug) == told, "who calls it off needs no letter"


def test_moderated_nobody_hears_of_it_before_an_admin_agrees(house, anna):
    play.set_proposals(house, "moderated", "admin")
    game = play.propose_table(house, anna, wanted(ZOE))
    assert game.state == "proposed" and letters(house, game.slug) == []
    (waiting,) = play.waiting_proposals(house)
    assert (waiting.by, waiting.guests) == ("Anna", (("Zoe", "zoe@example.net"),))
    with pytest.raises(play.PlayError):
        play.start_game(house, game.slug, "admin")
    assert play.agree_proposal(house, game.slug, "admin").state == "inviting"
    assert letters(house, game.slug) == [("invitation", "zoe@example.net"), ("proposal_agreed", "anna@example.org")]
    with pytest.raises(play.PlayError):
        play.agree_proposal(house, game.slug, "admin")
    other = play.propose_table(house, anna, wanted(play.Guest("Y", "y@example.net"), form_key="two"))
    assert play.refuse_proposal(house, other.slug, "admin", "Enough.").state == "cancelled"
    assert letters(house, other.slug) == [("proposal_refused", "anna@example.org")]
    assert {"propose", "agree_proposal", "refuse_proposal", "set_proposals"} <= {x.verb for x in play.list_audit(house)}


def test_off_nothing_is_proposed(house, anna):
    play.set_proposals(house, "off", "admin")
    with pytest.raises(play.PlayError) as refused:
        play.propose_table(house, anna, wanted(ZOE))
    assert (refused.value.code, refused.value.status) == ("proposals_off", 403)
    with pytest.raises(play.PlayError):
        play.set_proposals(house, "perhaps", "admin")


def test_a_stranger_says_no_to_all_invitations(house, anna):
    game = play.propose_table(house, anna, wanted(ZOE))
    with house.store.read() as session:
        zoe = session.scalars(select(Person.id).where(Person.name == "Zoe")).one()
    token = play.uninvite_url(house, zoe).rpartition("/")[2]
    with pytest.raises(play.PlayError) as refused:  # one unanswered invitation is enough for a stranger
        play.propose_table(house, anna, wanted(ZOE, form_key="two"))
    waits = str(refused.value)
    play.set_uninvited(house, token, off=True)
    play.set_uninvited(house, token, off=True)
    assert seat(house, game.slug, "Zoe").status == "declined"
    with pytest.raises(play.PlayError) as refused:
        play.propose_table(house, anna, wanted(play.Guest("Z", " Zoe@EXAMPLE.net"), form_key="two"))
    assert (refused.value.code, refused.value.params["row"]) == ("no_invites", 0)
    assert str(refused.value) == waits, "the same answer, whatever the cause"
    play.set_uninvited(house, token, off=False)
    assert play.propose_table(house, anna, wanted(ZOE, form_key="two")).state == "inviting"
    for bad in ("", "x" * 400, token + "x", play.link_url(house, "play", 1, "n").rpartition("/")[2]):
        with pytest.raises(play.PlayError):
            play.read_uninvite(house, bad)


@pytest.mark.slow
def test_who_moves_to_a_known_address_keeps_proposals_and_wishes(house, anna):
    game = play.propose_table(house, anna, wanted(ZOE))
    other = new_game(house, "Dora <dora@example.org>", "bot:steady")
    play.change_address(house, seat(house, game.slug, "Anna").id, "dora@example.org", "admin")
    assert play.proposal_of(house, seat(house, game.slug, "Anna").id) is not None
    assert play.proposer_at(house, seat(house, other.slug, "Dora").id).person_id != anna.person_id


def test_the_public_list_holds_what_a_whole_table_agreed_to(house, anna):
    slug = new_game(house, "A <a@example.org>", "B <b@example.org>", "bot:steady", "bot:steady").slug
    first, second = (each.id for each in play.table(house, slug, None).seats[:2])
    assert play.consent(house, first) is None
    with pytest.raises(play.PlayError):
        play.set_public(house, first, True)
    set_position(house, slug, position_for("game_over"))
    play.set_public(house, first, True)
    assert play.consent(house, first) == play.Consent(True, ("B",), False)
    assert play.public_games(house) == () and not play.is_public(house, slug)
    play.set_public(house, second, True)
    (listed,) = play.public_games(house)
    assert play.is_public(house, slug) and [place.place for place in listed.places] == sorted(
        place.place for place in listed.places
    )
    assert play.listing(house, slug) == "public"
    play.set_listed(house, slug, "admin", listed=False)
    assert not play.is_public(house, slug) and play.listing(house, slug) == "out"
    play.set_listed(house, slug, "admin", listed=True)
    play.set_public(house, second, False)
    assert not play.is_public(house, slug)
    with house.store.write() as session:
        session.execute(update(Seat).where(Seat.id == second).values(person_id=None, bot="steady"))
    assert play.is_public(house, slug), "bots are not asked"


def test_who_wants_no_invitations_any_more_when_the_admin_agrees_is_not_written_to(house, anna):
    play.set_proposals(house, "moderated", "admin")
    game = play.propose_table(house, anna, wanted(ZOE, mate(house, anna, "Bea")))
    with house.store.read() as session:
        zoe = session.scalars(select(Person.id).where(Person.name == "Zoe")).one()
    play.set_uninvited(house, play.uninvite_url(house, zoe).rpartition("/")[2], off=True)
    play.agree_proposal(house, game.slug, "admin")
    assert ("invitation", "zoe@example.net") not in letters(house, game.slug)
    assert {("invitation", "bea@example.org"), ("declined", "anna@example.org")} <= set(letters(house, game.slug))


def test_no_stranger_comes_to_a_table_after_the_admin_has_agreed(house, anna):
    play.set_proposals(house, "moderated", "admin")
    game = play.propose_table(house, anna, wanted(ZOE))
    number = seat(house, game.slug, "Zoe").number
    play.give_place(house, game.slug, anna, number, play.Guest("Y", "y@example.net"))  # the admin will see that
    play.agree_proposal(house, game.slug, "admin")
    with pytest.raises(play.PlayError) as refused:
        play.give_place(house, game.slug, anna, number, play.Guest("X", "x@example.net"))
    assert refused.value.code == "not_agreed" and seat(house, game.slug, "Y")
    play.give_place(house, game.slug, anna, number, mate(house, anna, "Bea"))
    assert seat(house, game.slug, "Bea").status == "invited"


def test_nobody_calls_himself_a_web_address_in_invitations(house, anna):
    own = play.table(house, "friday-table", None).seats[0].id
    now = play.preferences(house, own)
    for name in (
        "win at evil.example",
        "https://x",
        "www.x",
        "the host of the  table",
        "De gastheer van de tafel\ufe0f",
    ):
        with pytest.raises(play.PlayError) as refused:
            play.set_preferences(
                house, own, language="en", zone="UTC", mode="each", digest_hour=8,
                habits=replace(now.habits, name=name),
            )  # fmt: skip
        assert refused.value.code == "bad_name"
    for name in ("Bea\u200d", "\uff22ea", "be\ufe0fa"):
        with pytest.raises(play.PlayError) as refused:
            play.set_preferences(
                house, own, language="en", zone="UTC", mode="each", digest_hour=8,
                habits=replace(now.habits, name=name),
            )  # fmt: skip
        assert refused.value.code == "name_taken"
    assert play.preferences(house, own).name == "Anna"


def test_who_moves_to_a_known_address_keeps_notes_talk_and_orders(house, anna):
    own = play.table(house, "friday-table", None).seats[0].id
    new_game(house, "Annie <annie@example.net>", "Bob <bob@example.net>", name="Other table")
    play.write_note(house, own, "The wharf.", "")
    said = play.say(house, own, "Hello", "page", "k")
    play.leave_order(house, own, "mayor", "bot", language="en", is_once=False)
    play.change_address(house, own, "annie@example.net", "admin")
    assert play.read_note(house, own).text == "The wharf."
    with house.store.read() as session:
        person = session.get_one(Seat, own).person_id
        assert session.scalars(select(StandingOrder.person_id)).all() == [person]
    assert [each.person_id for each in play.talk(house, "friday-table") if each.id == said] == [person]
