"""Letters that come in: what a mail is (mail.py), what its writer said, and what comes of it."""
