"""The colours of the service by name, light and dark; the one table that the page, the letters and pictures read."""

from collections.abc import Mapping
from types import MappingProxyType

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("paper", "#f3ede0", "#11171c"),
    ("sheet", "#fcf9f1", "#1a2229"),
    ("sunk", "#e8dfcc", "#0c1114"),
    ("ink", "#1c2430", "#efe8d9"),
    ("ink2", "#565a5e", "#aeaa9c"),
    ("rule", "#d5c9b2", "#333e47"),
    ("edge", "#857a66", "#7d8790"),
    ("acc", "#0b6656", "#62cdb4"),
    ("on", "#ffffff", "#06231c"),
    ("wash", "#dcebe2", "#15352f"),
    ("bad", "#a1281b", "#ff9b8a"),
    ("badwash", "#f6dfd8", "#3d1f1b"),
    ("corn", "#f2c53d", "#dcb138"),
    ("corn-m", "#4d3300", "#2e1f00"),
    ("indigo", "#33519f", "#4f6fcb"),
    ("indigo-m", "#ffffff", "#ffffff"),
    ("sugar", "#ffffff", "#ece6d8"),
    ("sugar-m", "#1c2430", "#1a2229"),
    ("tobacco", "#c48c4f", "#b37f46"),
    ("tobacco-m", "#331d06", "#1d1003"),
    ("coffee", "#4f3122", "#6e452f"),
    ("coffee-m", "#f7e8d3", "#f7e8d3"),
    ("quarry", "#b4b7b5", "#8d9496"),
    ("quarry-m", "#1c2430", "#11171c"),
    ("violet", "#d9cbe8", "#4d3c69"),
    ("violet-m", "#4d2f73", "#e3d6f5"),
    ("gold", "#eec256", "#c79a35"),
    ("gold-m", "#3d2900", "#2e1f00"),
    ("hull", "#d9c7a4", "#5a4a33"),
    ("vp", "#f3ede0", "#2b353d"),
)

LIGHT: Mapping[str, str] = MappingProxyType({name: light for name, light, _ in _TABLE})
DARK: Mapping[str, str] = MappingProxyType({name: dark for name, _, dark in _TABLE})
TOKENS: tuple[str, ...] = tuple(LIGHT)
