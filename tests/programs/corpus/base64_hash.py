import base64
import hashlib


def fingerprint(data: bytes, parts: int) -> list[str]:
    digest = hashlib.sha256(data).hexdigest()
    step = len(digest) // parts
    return [digest[i : i + step] for i in range(0, step * parts, step)]


def base64_hash(texts: list[str], parts: int) -> dict[str, list[str] | str]:
    result: dict[str, list[str] | str] = {}
    md5 = hashlib.md5()
    for text in texts:
        raw = text.encode()
        md5.update(raw)
        coded = base64.b64encode(raw).decode("ascii")
        url = base64.urlsafe_b64encode(raw).rstrip(b"=")
        padded = url + b"=" * (-len(url) % 4)
        assert base64.urlsafe_b64decode(padded) == raw
        result[coded] = fingerprint(raw, parts)
    result["md5"] = md5.hexdigest()
    return result


ARGUMENTS = [
    (["hello", "wörld?>~"], 4),
    ([], 1),
    ([""], 3),
    (["a"], 0),
]
