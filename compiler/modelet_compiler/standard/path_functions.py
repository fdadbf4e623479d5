"""os.path of texts: what needs no file system, as POSIX has it."""


def basename(p):
    return p[p.rfind("/") + 1 :]


def dirname(p):
    head = p[: p.rfind("/") + 1]
    return head.rstrip("/") if head and head != "/" * len(head) else head


def split(p):
    return dirname(p), basename(p)


def isabs(s):
    return s.startswith("/")


def join(a, /, *p):
    path = a
    for part in p:
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def splitext(p):
    at, start = p.rfind("."), p.rfind("/") + 1
    if at > start and p[start:at].strip("."):
        return p[:at], p[at:]
    return p, ""


def normpath(path):
    if not path:
        return "."
    slashes = 2 if path.startswith("//") and not path.startswith("///") else 1 if path.startswith("/") else 0
    kept = []
    for part in path.split("/"):
        if part == "" or part == ".":
            continue
        if part != ".." or (not slashes and not kept) or (kept and kept[-1] == ".."):
            kept.append(part)
        elif kept:
            kept.pop()
    return "/" * slashes + "/".join(kept) or "."
