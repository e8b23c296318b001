"""Puerto Rico by mail: the whole service; each subpackage owns one part of it (see the README)."""

__version__ = "0.1.0"
