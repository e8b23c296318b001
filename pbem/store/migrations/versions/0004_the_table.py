"""The table: what is said there, notes, standing orders, quiet hours, read-only links, proposals, public games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ADDED = {
    "person": (
        ("quiet_from", sa.Integer(), None),
        ("quiet_to", sa.Integer(), None),
        ("talk_mode", sa.String(length=8), "each"),
        ("motion", sa.String(length=8), "auto"),
        ("open_points", sa.Boolean(), sa.false()),
        ("no_invites_at", sa.DateTime(timezone=True), None),
        ("guide", sa.String(length=100), ""),
    ),
    "game": (
        ("open_points", sa.Boolean(), sa.false()),
        ("watch_nonce", sa.String(length=32), None),
        ("proposed_by", sa.Integer(), None),
        ("word", sa.Text(), ""),
        ("unlisted_at", sa.DateTime(timezone=True), None),
    ),
    "seat": (
        ("public_at", sa.DateTime(timezone=True), None),
        ("talk_told", sa.Integer(), "0"),
    ),
}


def upgrade() -> None:
    for table, columns in ADDED.items():
        with op.batch_alter_table(table) as batch_op:
            for name, kind, default in columns:
                batch_op.add_column(sa.Column(name, kind, nullable=default is None, server_default=default))
    with op.batch_alter_table("game") as batch_op:
        batch_op.create_foreign_key("fk_game_proposed_by_person", "person", ["proposed_by"], ["id"])
        batch_op.create_index("ix_game_proposed_by", ["proposed_by"])
    _create_talk()
    _create_note()
    _create_standing_order()
    op.create_table(
        "switch",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_switch"),
    )


def _create_talk() -> None:
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("via", sa.String(length=8), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_talk_game_id_game"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_talk_person_id_person"),
        sa.PrimaryKeyConstraint("id", name="pk_talk"),
        sa.UniqueConstraint("game_id", "key", name="uq_talk_game_id_key"),
    )
    op.create_index("ix_talk_game_id", "talk", ["game_id"])


def _create_note() -> None:
    op.create_table(
        "note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_note_game_id_game"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_note_person_id_person"),
        sa.PrimaryKeyConstraint("id", name="pk_note"),
        sa.UniqueConstraint("game_id", "person_id", name="uq_note_game_id_person_id"),
    )


def _create_standing_order() -> None:
    op.create_table(
        "standing_order",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("moves", sa.JSON(), nullable=False),
        sa.Column("is_once", sa.Boolean(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_standing_order_seat_id_seat"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_standing_order_person_id_person"),
        sa.PrimaryKeyConstraint("id", name="pk_standing_order"),
    )
    op.create_index("ix_standing_order_seat_id", "standing_order", ["seat_id"])


def downgrade() -> None:
    for table in ("switch", "standing_order", "note", "talk"):
        op.drop_table(table)
    with op.batch_alter_table("game") as batch_op:
        batch_op.drop_index("ix_game_proposed_by")
        batch_op.drop_constraint("fk_game_proposed_by_person", type_="foreignkey")
    for table, columns in reversed(ADDED.items()):
        with op.batch_alter_table(table) as batch_op:
            for name, _, _ in reversed(columns):
                batch_op.drop_column(name)
