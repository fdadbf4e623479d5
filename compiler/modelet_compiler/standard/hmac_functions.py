"""hmac, over the hashes of hashlib."""

import hashlib


def begun(digestmod):
    """A hash of a kind that is named, or by what makes it."""
    if not isinstance(digestmod, str):
        return digestmod()
    if digestmod == "sha256":
        return hashlib.sha256()
    if digestmod == "sha1":
        return hashlib.sha1()
    if digestmod == "md5":
        return hashlib.md5()
    if digestmod == "sha512":
        return hashlib.sha512()
    if digestmod == "sha384":
        return hashlib.sha384()
    if digestmod == "sha224":
        return hashlib.sha224()
    raise ValueError(f"unsupported hash type {digestmod}")


class HMAC:
    def __init__(self, key, msg, digestmod):
        self._outer = begun(digestmod)
        self._inner = begun(digestmod)
        self.block_size = self._inner.block_size
        self.digest_size = self._inner.digest_size
        secret = bytes(key)
        if len(secret) > self.block_size:
            shortened = begun(digestmod)
            shortened.update(secret)
            secret = shortened.digest()
        secret += bytes(self.block_size - len(secret))
        self._outer.update(bytes([byte ^ 0x5C for byte in secret]))
        self._inner.update(bytes([byte ^ 0x36 for byte in secret]))
        if msg is not None:
            self._inner.update(msg)

    @property
    def name(self):
        return "hmac-" + self._inner.name

    def update(self, msg):
        self._inner.update(msg)

    def digest(self):
        whole = self._outer.copy()
        whole.update(self._inner.digest())
        return whole.digest()

    def hexdigest(self):
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    if not isinstance(key, (bytes, bytearray)):
        raise TypeError(f"key: expected bytes or bytearray, but got {type(key).__name__!r}")
    if isinstance(digestmod, str) and digestmod == "":
        raise TypeError("Missing required argument 'digestmod'.")
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b, /):
    if isinstance(a, str) and isinstance(b, str):
        if not a.isascii() or not b.isascii():
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        return a == b
    return bytes(a) == bytes(b)
