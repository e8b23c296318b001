"""Sessions and migrations on both databases (issue 2, item 2)."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from pbem.store import AuditEntry, Base, Heartbeat, Store, StoreError, UrlError, migrate, pending
from tests.conftest import new_game


def test_migrations_lead_to_the_models(house):
    with house.store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_migrating_again_changes_nothing(house):
    assert not pending(house.store)
    migrate(house.store)
    assert not pending(house.store)


def test_a_reading_session_cannot_write(house):
    with pytest.raises((DBAPIError, StoreError)), house.store.read() as session:
        session.execute(text("DELETE FROM heartbeat"))
    with house.store.write() as session:
        session.merge(Heartbeat(name="x", at=house.clock()))
    with house.store.read() as session:
        assert session.scalars(select(Heartbeat.name)).all() == ["x"]


def test_moments_come_back_aware_and_in_utc(house, clock):
    with house.store.write() as session:
        session.add(Heartbeat(name="x", at=clock()))
    with house.store.read() as session:
        at = session.get(Heartbeat, "x").at
    assert at == clock() and at.utcoffset().total_seconds() == 0


def test_a_moment_without_a_zone_is_refused(house, clock):
    with pytest.raises(Exception, match="without a zone"), house.store.write() as session:
        session.add(Heartbeat(name="x", at=clock().replace(tzinfo=None)))


def test_the_log_takes_a_ply_once(house):
    new_game(house)
    insert = text(
        "INSERT INTO move (game_id, ply, seat, move, mark, via, at, chain, event) "
        "VALUES (1, 1, 0, 'pass', '', 'x', '2026-11-30', '', '{}')"
    )
    with pytest.raises(IntegrityError), house.store.write() as session:
        session.execute(insert)
        session.execute(insert)


def test_a_row_cannot_refer_to_nothing(house, clock):
    with pytest.raises(IntegrityError), house.store.write() as session:
        session.add(AuditEntry(at=clock(), actor="x", verb="x", game_id=99, detail={}))


def test_a_database_that_is_away_is_said_in_a_sentence():
    store = Store("postgresql+psycopg://nobody:secret@127.0.0.1:1/nothing")
    with pytest.raises(StoreError, match="cannot be reached") as away, store.read() as session:
        session.execute(text("SELECT 1"))
    assert "secret" not in str(away.value)
    with pytest.raises(StoreError):
        migrate(store)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://nobody:secret@h/x?foo=1",
        "postgresql+psycopg://nobody:secret@h:abc/x",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///a%00b",
        "nothing",
    ],
)
def test_an_address_of_no_database_is_said_in_a_sentence(url):
    with pytest.raises(UrlError, match=r"^DATABASE_URL [^\n]*\.$") as refused:
        Store(url)
    assert "secret" not in str(refused.value)


def test_options_of_postgresql_are_taken(postgres_url):
    store = Store(f"{postgres_url}?application_name=pbem&sslmode=prefer")
    assert not pending(store)
    store.close()


def test_a_file_that_is_no_database_is_said_in_a_sentence(tmp_path):
    (tmp_path / "x.sqlite").write_text("this is a letter to my mother, and no database at all\n" * 50)
    with pytest.raises(StoreError):
        migrate(Store(f"sqlite:///{tmp_path / 'x.sqlite'}"))
