"""urllib.parse for texts."""

from urllib.parse import ParseResult, SplitResult

SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
HEX = "0123456789ABCDEF"
WITH_PARAMETERS = ("", "ftp", "hdl", "prospero", "http", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel")
SCHEME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."


def utf8(point):
    if point < 0x80:
        return [point]
    if point < 0x800:
        return [0xC0 | point >> 6, 0x80 | point & 63]
    if point < 0x10000:
        return [0xE0 | point >> 12, 0x80 | point >> 6 & 63, 0x80 | point & 63]
    return [0xF0 | point >> 18, 0x80 | point >> 12 & 63, 0x80 | point >> 6 & 63, 0x80 | point & 63]


def quote(string, safe="/"):
    out = []
    for character in string:
        if character in SAFE or (character in safe and ord(character) < 128):
            out.append(character)
        else:
            if 0xD800 <= ord(character) <= 0xDFFF:
                raise ValueError("surrogates cannot be quoted")
            out += [f"%{byte:02X}" for byte in utf8(ord(character))]
    return "".join(out)


def quote_plus(string, safe=""):
    if " " not in string:
        return quote(string, safe)
    return quote(string, safe + " ").replace(" ", "+")


def hex_value(character):
    return "0123456789abcdef".find(character.lower()) if character.isascii() else -1


def decoded(values):
    """UTF-8 with what is no character replaced, as `bytes.decode` with `errors="replace"`."""
    out = []
    at = 0
    while at < len(values):
        first = values[at]
        at += 1
        if first < 0x80:
            out.append(chr(first))
            continue
        need = 1 if 0xC2 <= first <= 0xDF else 2 if 0xE0 <= first <= 0xEF else 3 if 0xF0 <= first <= 0xF4 else 0
        point = first & (0x3F >> need)
        low = 0xA0 if first == 0xE0 else 0x90 if first == 0xF0 else 0x80
        high = 0x9F if first == 0xED else 0x8F if first == 0xF4 else 0xBF
        taken = 0
        while taken < need and at < len(values) and low <= values[at] <= high:
            point = point << 6 | values[at] & 63
            at += 1
            taken += 1
            low = 0x80
            high = 0xBF
        out.append(chr(point) if need and taken == need else "\ufffd")
    return "".join(out)


def unquote(string):
    out = []
    values = []
    at = 0
    while at < len(string):
        if string[at] == "%" and at + 2 < len(string):
            high = hex_value(string[at + 1])
            low = hex_value(string[at + 2])
            if high >= 0 and low >= 0:
                values.append(high * 16 + low)
                at += 3
                continue
        if values:
            if ord(string[at]) < 128:
                values.append(ord(string[at]))
                at += 1
                continue
            out.append(decoded(values))
            values = []
        out.append(string[at])
        at += 1
    if values:
        out.append(decoded(values))
    return "".join(out)


def unquote_plus(string):
    return unquote(string.replace("+", " "))


def urlencode(query, doseq=False):
    pairs = query.items() if isinstance(query, dict) else query
    return "&".join([quote_plus(str(key)) + "=" + quote_plus(str(value)) for key, value in pairs])


def parse_qsl(qs, keep_blank_values=False, separator="&"):
    found = []
    if not qs:
        return found
    for part in qs.split(separator):
        if not part:
            continue
        name, _, value = part.partition("=")
        if value or keep_blank_values:
            found.append((unquote_plus(name), unquote_plus(value)))
    return found


def parse_qs(qs, keep_blank_values=False, separator="&"):
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, separator):
        found.setdefault(name, []).append(value)
    return found


def urlsplit(url, scheme="", allow_fragments=True):
    url = url.lstrip("".join([chr(point) for point in range(33)]))
    url = url.replace("\t", "").replace("\r", "").replace("\n", "")
    netloc = query = fragment = ""
    colon = url.find(":")
    if colon > 0 and url[0].isascii() and url[0].isalpha() and all(character in SCHEME for character in url[:colon]):
        scheme, url = url[:colon].lower(), url[colon + 1 :]
    if url[:2] == "//":
        end = min([place for place in [url.find(mark, 2) for mark in "/?#"] if place >= 0] + [len(url)])
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, _, fragment = url.partition("#")
    if "?" in url:
        url, _, query = url.partition("?")
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme="", allow_fragments=True):
    parts = urlsplit(url, scheme, allow_fragments)
    path = parts.path
    params = ""
    if ";" in path and parts.scheme in WITH_PARAMETERS:
        slash = path.rfind("/")
        semicolon = path.find(";", slash) if slash >= 0 else path.find(";")
        if semicolon >= 0:
            path, params = path[:semicolon], path[semicolon + 1 :]
    return ParseResult(parts.scheme, parts.netloc, path, params, parts.query, parts.fragment)
