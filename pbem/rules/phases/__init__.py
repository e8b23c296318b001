"""The phases, one module each; none names a building, none knows who is next after it."""
