"""What every answer says to browsers and caches: only our scripts, no referrer, nothing kept; no content."""

from flask import Flask, Response, request

PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FIXED = {
    "Referrer-Policy": "no-referrer",  # a link in a letter is a key: it must never travel in a Referer
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def install_headers(app: Flask) -> None:
    """Adds the headers to each answer that did not choose its own."""
    app.after_request(_add_headers)


def _add_headers(answer: Response) -> Response:
    for name, value in FIXED.items():
        answer.headers.setdefault(name, value)
    answer.headers.setdefault("Content-Security-Policy", PAGE_POLICY)
    answer.headers.setdefault("Cache-Control", "no-store")
    if request.is_secure:
        answer.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return answer
