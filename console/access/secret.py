"""Random secrets, the hashes they are stored as, and what is derived from them."""

import hmac
import secrets
from hashlib import sha256

TOKEN_PREFIX = "frt_"
SECRET_BYTES = 32


def new_secret() -> str:
    """Make 256 random bits as text for a cookie."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_token() -> str:
    """Make a login token; its beginning says what it is to whoever finds one lying about."""
    return f"{TOKEN_PREFIX}{new_secret()}"


def stored(secret: str) -> str:
    """Give what stands in the database for a secret."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def form_token(secret: str) -> str:
    """Give the value that a form must carry, bound to the cookie it was shown under."""
    return hmac.new(secret.encode("utf-8", "surrogatepass"), b"form", sha256).hexdigest()


def is_form_token(given: str, secret: str) -> bool:
    """Whether a form's value belongs to a cookie; takes the same time for every wrong one."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), form_token(secret).encode())
