"""What is read within one view is of one moment, each row once; outside of it sessions are apart, as ever."""

from sqlalchemy import select

from pbem.store import Base, Store, Switch


def values(store: Store) -> list[str]:
    with store.read() as session:
        return list(session.scalars(select(Switch.value)))


def test_one_view(tmp_path) -> None:  # type: ignore[no-untyped-def]
    store = Store(f"sqlite:///{tmp_path / 'one.sqlite'}")
    Base.metadata.create_all(store.engine)
    with store.write() as session:
        session.add(Switch(name="a", value="old"))
    with store.one_view():
        with store.read() as one, store.snapshot() as other:
            assert one is other
            row = id(one.get(Switch, "a"))
        with store.write() as session:
            session.get_one(Switch, "a").value = "new"
        with store.read() as session:
            assert id(session.get(Switch, "a")) == row, "it is kept, though nobody holds it"
        assert values(store) == ["old"]
    assert values(store) == ["new"]
    with store.read() as one, store.read() as other:
        assert one is not other
    store.close()
