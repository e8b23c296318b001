"""How fast the rules are, plain and compiled; `python -m bench` from the checkout. It is in no wheel."""
