"""All pages of the admin together: importing their modules adds them to the blueprint; it has no page of its own."""

from pbem.web import admin_acts, admin_games, admin_letters, admin_proposals, admin_talk
from pbem.web.admin import ADMIN

__all__ = ["ADMIN", "admin_acts", "admin_games", "admin_letters", "admin_proposals", "admin_talk"]
