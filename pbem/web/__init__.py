"""The pages and the JSON for programs; a view reads its input, calls one verb of pbem.play and shapes the answer."""

from pbem.web.app import create_app

__all__ = ["create_app"]
