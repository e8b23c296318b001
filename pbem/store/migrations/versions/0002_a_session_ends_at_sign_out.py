"""A session of an admin ends at its sign-out."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("admin") as batch_op:
        batch_op.add_column(sa.Column("session_nonce", sa.String(length=32), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("admin") as batch_op:
        batch_op.drop_column("session_nonce")
