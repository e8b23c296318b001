"""the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table(
        "admin",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("email_key", sa.String(length=320), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin")),
        sa.UniqueConstraint("email_key", name=op.f("uq_admin_email_key")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("seed_hash", sa.String(length=64), nullable=False),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("position", sa.JSON(), nullable=True),
        sa.Column("clock_seconds", sa.Integer(), nullable=False),
        sa.Column("clock_text", sa.Text(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("form_key", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("slug", name=op.f("uq_game_slug")),
        sa.UniqueConstraint("form_key", name=op.f("uq_game_form_key")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_state"), ["state"], unique=False)

    op.create_table(
        "heartbeat",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("address_key", sa.String(length=320), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("address_key", name=op.f("uq_person_address_key")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("verb", sa.String(length=40), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_audit_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_audit_game_id"), ["game_id"], unique=False)

    op.create_table(
        "move",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("via", sa.String(length=16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_move_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_move")),
        sa.UniqueConstraint("game_id", "ply", name=op.f("uq_move_game_id_ply")),
    )
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.String(length=32), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("letters_off_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_seat_game_id_number")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_person_id"), ["person_id"], unique=False)

    op.create_table(
        "answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("applied", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_answer_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answer")),
        sa.UniqueConstraint("seat_id", "key", name=op.f("uq_answer_seat_id_key")),
    )
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dedupe", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("merged_into", sa.Integer(), nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_letter_game_id_game")),
        sa.ForeignKeyConstraint(["merged_into"], ["letter.id"], name=op.f("fk_letter_merged_into_letter")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_letter_person_id_person")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_letter_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("dedupe", name=op.f("uq_letter_dedupe")),
        sa.UniqueConstraint("message_id", name=op.f("uq_letter_message_id")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_letter_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_person_id"), ["person_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_letter_seat_id"), ["seat_id"], unique=False)
        batch_op.create_index(
            "ix_letter_waiting",
            ["not_before"],
            unique=False,
            sqlite_where=sa.text("state = 'waiting'"),
            postgresql_where=sa.text("state = 'waiting'"),
        )

    op.create_table(
        "turn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("since_ply", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remind_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminders", sa.Integer(), nullable=False),
        sa.Column("bot_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_turn_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_turn_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
    )
    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_turn_bot_at"), ["bot_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_turn_deadline_at"), ["deadline_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_turn_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_turn_remind_at"), ["remind_at"], unique=False)
        batch_op.create_index(
            "uq_turn_open_seat",
            ["seat_id"],
            unique=True,
            sqlite_where=sa.text("done_at IS NULL"),
            postgresql_where=sa.text("done_at IS NULL"),
        )


def downgrade() -> None:

    with op.batch_alter_table("turn", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_turn_open_seat",
            sqlite_where=sa.text("done_at IS NULL"),
            postgresql_where=sa.text("done_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_turn_remind_at"))
        batch_op.drop_index(batch_op.f("ix_turn_game_id"))
        batch_op.drop_index(batch_op.f("ix_turn_deadline_at"))
        batch_op.drop_index(batch_op.f("ix_turn_bot_at"))

    op.drop_table("turn")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_letter_waiting",
            sqlite_where=sa.text("state = 'waiting'"),
            postgresql_where=sa.text("state = 'waiting'"),
        )
        batch_op.drop_index(batch_op.f("ix_letter_seat_id"))
        batch_op.drop_index(batch_op.f("ix_letter_person_id"))
        batch_op.drop_index(batch_op.f("ix_letter_game_id"))

    op.drop_table("letter")
    op.drop_table("answer")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_person_id"))
        batch_op.drop_index(batch_op.f("ix_seat_game_id"))

    op.drop_table("seat")
    op.drop_table("move")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_audit_game_id"))
        batch_op.drop_index(batch_op.f("ix_audit_at"))

    op.drop_table("audit")
    op.drop_table("person")
    op.drop_table("heartbeat")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_state"))

    op.drop_table("game")
    op.drop_table("admin")
