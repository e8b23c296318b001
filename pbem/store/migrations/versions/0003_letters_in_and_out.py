"""Letters: how many a person wants, where they came back from, pauses, and mail that comes in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ADDED = {
    "person": (
        ("letter_mode", sa.String(length=8), "each"),
        ("digest_hour", sa.Integer(), "8"),
        ("digest_at", sa.DateTime(timezone=True), None),
        ("seen_at", sa.DateTime(timezone=True), None),
        ("away_until", sa.DateTime(timezone=True), None),
    ),
    "game": (("paused_at", sa.DateTime(timezone=True), None),),
    "turn": (("left_seconds", sa.Integer(), None),),
    "letter": (("to_address", sa.Text(), None), ("bounced_at", sa.DateTime(timezone=True), None)),
}


def upgrade() -> None:
    for table, columns in ADDED.items():
        with op.batch_alter_table(table) as batch_op:
            for name, kind, default in columns:
                batch_op.add_column(sa.Column(name, kind, nullable=default is None, server_default=default))
    op.create_index("ix_person_digest_at", "person", ["digest_at"])
    _create_address_trouble()
    _create_inbound_mail()


def _create_address_trouble() -> None:
    op.create_table(
        "address_trouble",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address_key", sa.String(length=320), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("suppressed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_address_trouble"),
        sa.UniqueConstraint("address_key", name="uq_address_trouble_address_key"),
    )


def _create_inbound_mail() -> None:
    op.create_table(
        "inbound_mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("via", sa.String(length=8), nullable=False),
        sa.Column("envelope_from", sa.Text(), nullable=False),
        sa.Column("envelope_to", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("message_id", sa.String(length=320), nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=32), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_inbound_mail_seat_id_seat"),
        sa.PrimaryKeyConstraint("id", name="pk_inbound_mail"),
        sa.UniqueConstraint("digest", name="uq_inbound_mail_digest"),
    )
    op.create_index("ix_inbound_mail_message_id", "inbound_mail", ["message_id"])
    op.create_index("ix_inbound_mail_seat_id", "inbound_mail", ["seat_id"])
    is_new = sa.text("state = 'new'")
    op.create_index(
        "ix_inbound_mail_new", "inbound_mail", ["received_at"], sqlite_where=is_new, postgresql_where=is_new
    )


def downgrade() -> None:
    op.drop_table("inbound_mail")
    op.drop_table("address_trouble")
    op.drop_index("ix_person_digest_at", "person")
    for table, columns in reversed(ADDED.items()):
        with op.batch_alter_table(table) as batch_op:
            for name, _, _ in reversed(columns):
                batch_op.drop_column(name)
