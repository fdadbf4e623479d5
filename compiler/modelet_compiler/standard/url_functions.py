"""urllib.parse for texts."""

from urllib.parse import ParseResult, SplitResult

SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
HEX = "0123456789ABCDEF"
WITH_PARAMETERS = ("", "ftp", "hdl", "prospero", "http", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel")
RELATIVE = ("", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps", "rtspu",
            "sftp", "svn", "svn+ssh", "ws", "wss")  # fmt: skip
WITH_HOST = ("", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews", "prospero", "rtsp",
             "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss")  # fmt: skip
SCHEME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."


def quote(string, safe="/"):
    out = []
    for byte in string.encode():
        character = chr(byte)
        kept = byte < 128 and (character in SAFE or character in safe)
        out.append(character if kept else f"%{byte:02X}")
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


def unsplit(scheme, netloc, path, query, fragment):
    if netloc or (scheme and scheme in WITH_HOST and path[:2] != "//"):
        path = "//" + netloc + ("/" + path if path and path[:1] != "/" else path)
    whole = (scheme + ":" if scheme else "") + path
    if query:
        whole += "?" + query
    return whole + "#" + fragment if fragment else whole


def urlunsplit(components):
    scheme, netloc, path, query, fragment = components
    return unsplit(scheme, netloc, path, query, fragment)


def urlunparse(components):
    scheme, netloc, path, params, query, fragment = components
    return unsplit(scheme, netloc, path + ";" + params if params else path, query, fragment)


def joined_path(base, path):
    before = base.split("/")
    if before[-1] != "":
        before = before[:-1]
    segments = path.split("/")
    if path[:1] != "/":
        segments = before + segments
        segments = segments[:1] + [part for part in segments[1:-1] if part] + segments[max(1, len(segments) - 1) :]
    resolved = []
    for segment in segments:
        if segment == "..":
            if resolved:
                resolved.pop()
        elif segment != ".":
            resolved.append(segment)
    if segments[-1] in (".", ".."):
        resolved.append("")
    return "/".join(resolved) or "/"


def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    start = urlparse(base, "", allow_fragments)
    parts = urlparse(url, start.scheme, allow_fragments)
    if parts.scheme != start.scheme or parts.scheme not in RELATIVE:
        return url
    netloc = parts.netloc
    if parts.scheme in WITH_HOST:
        if netloc:
            return urlunparse((parts.scheme, netloc, parts.path, parts.params, parts.query, parts.fragment))
        netloc = start.netloc
    if not parts.path and not parts.params:
        return urlunparse((parts.scheme, netloc, start.path, start.params, parts.query or start.query, parts.fragment))
    return urlunparse((parts.scheme, netloc, joined_path(start.path, parts.path), parts.params, parts.query, parts.fragment))
