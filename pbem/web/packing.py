"""Answers compressed: texts as they are made, static files once and for all; it decides nothing about their content.

What is compressed shows by its length what it repeats (BREACH: who can have a page asked for with words of his own in
it, and sees its size, may guess a secret in it). So no page repeats free text of an address that it was asked at,
tokens of forms are masked anew each time (see ``pbem.web.masking``), and cookies are SameSite=Lax.
"""

import gzip
from functools import cache

import brotli
from flask import Flask, Response, request
from flask_compress import Compress
from werkzeug.datastructures import Accept

WAYS = ("zstd", "br", "gzip")  # for a page, in the order of preference at equal weight: zstd takes half the time of br
FILE_WAYS = ("br", "gzip")  # a file is compressed once, so as small as can be


def install_packing(app: Flask) -> None:
    """Has text answers compressed for who can read that."""
    app.config.update(
        COMPRESS_ALGORITHM=list(WAYS),
        COMPRESS_ZSTD_LEVEL=6,
        COMPRESS_BR_LEVEL=5,
        COMPRESS_LEVEL=6,
        COMPRESS_MIMETYPES=["text/html", "text/plain", "application/json", "image/svg+xml"],
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
    )
    Compress(app)


def packed(answer: Response, tag: str) -> Response:
    """The answer with an immutable body in the best encoding the browser takes; `tag` names the body, as its ETag."""
    way = _best(request.accept_encodings)
    answer.vary.add("Accept-Encoding")
    if way:
        answer.set_data(_packed(way, answer.get_data()))
        answer.content_encoding = way
    answer.set_etag(f"{tag}.{way}" if way else tag)
    answer.make_conditional(request)
    return answer


def _best(taken: Accept) -> str:
    """The first way that the browser takes (RFC 9110 12.5.3), "" for none."""
    return next((way for way in FILE_WAYS if taken.quality(way) > 0), "")


@cache
def _packed(way: str, body: bytes) -> bytes:
    made: bytes = brotli.compress(body) if way == "br" else gzip.compress(body, 9, mtime=0)
    return made
