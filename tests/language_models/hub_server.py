"""A model hub on this machine: the paths of the Hugging Face hub that its clients ask for, over folders, with faults on demand."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

LARGE = 4096  # files from this size on are kept as LFS keeps them


class Hub:
    """Repositories by name, each a folder; what was asked, and what is to go wrong."""

    def __init__(self) -> None:
        self.repositories: dict[str, Path] = {}
        self.commits: dict[str, str] = {}
        self.requests: list[tuple[str, str, dict[str, str]]] = []  # method, path, headers
        self.cut_after: list[int] = []  # bytes after which the next answers end
        self.corrupt = False
        self.status = 200
        self.takes_ranges = True
        self.elsewhere = ""  # large files are at this other address
        self.endpoint = ""

    def add(self, name: str, folder: Path) -> str:
        """Returns the commit."""
        commit = hashlib.sha1(name.encode()).hexdigest()
        self.repositories[name], self.commits[name] = folder, commit
        return commit

    def files(self, name: str) -> dict[str, bytes]:
        """What a repository holds."""
        return {path.name: path.read_bytes() for path in sorted(self.repositories[name].iterdir())}

    def asked(self, name: str) -> list[tuple[str, str, dict[str, str]]]:
        """Requests for a file."""
        return [request for request in self.requests if request[1].endswith(name)]


def git_digest(data: bytes) -> str:
    """How git names the content of a file."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def described(name: str, data: bytes) -> dict[str, Any]:
    """A file as the list of a repository's files has it."""
    entry: dict[str, Any] = {"rfilename": name, "size": len(data), "blobId": git_digest(data)}
    if len(data) >= LARGE:
        digest = hashlib.sha256(data).hexdigest()
        entry["lfs"] = {"sha256": digest, "size": len(data), "pointerSize": 130}
    return entry


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        return

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        self.hub.requests.append((self.command, path, {key.lower(): value for key, value in self.headers.items()}))
        if self.hub.status != 200:
            return self._send(self.hub.status, b"{}", {}, body)
        listed = re.fullmatch(r"/api/models/(.+?)(?:/revision/(.+))?", path)
        if listed and listed[1] in self.hub.repositories:
            name = listed[1]
            siblings = [described(*item) for item in self.hub.files(name).items()]
            document = {"id": name, "sha": self.hub.commits[name], "siblings": siblings, "tags": [], "downloads": 0, "private": False}
            return self._send(200, json.dumps(document).encode(), {"Content-Type": "application/json"}, body)
        asked = re.fullmatch(r"/(.+?)/resolve/([^/]+)/(.+)", path)
        files = self.hub.files(asked[1]) if asked and asked[1] in self.hub.repositories else {}
        if not asked or asked[3] not in files:
            return self._send(404, b"{}", {"X-Error-Code": "EntryNotFound"}, body)
        return self._file(asked[1], asked[3], files[asked[3]], body)

    def _file(self, repository: str, name: str, data: bytes, body: bool) -> None:
        entry = described(name, data)
        etag = entry["lfs"]["sha256"] if "lfs" in entry else entry["blobId"]
        headers = {"ETag": f'"{etag}"', "X-Repo-Commit": self.hub.commits[repository], "Accept-Ranges": "bytes"}
        if self.hub.elsewhere and "lfs" in entry:
            return self._send(302, b"", {**headers, "Location": f"{self.hub.elsewhere}{self.path}"}, body)
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if self.hub.corrupt and name.endswith(".safetensors") and len(data) > 500:
            data = data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]
        if not wanted or not self.hub.takes_ranges:
            return self._send(200, data, headers, body)
        begin, end = int(wanted[1]), min(int(wanted[2] or len(data) - 1), len(data) - 1)
        if begin >= len(data):
            return self._send(416, b"", headers, body)
        headers["Content-Range"] = f"bytes {begin}-{end}/{len(data)}"
        return self._send(206, data[begin : end + 1], headers, body)

    def _send(self, status: int, data: bytes, headers: dict[str, str], body: bool) -> None:
        self.send_response(status)
        for key, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(key, value)
        self.end_headers()
        if not body:
            return
        if self.hub.cut_after and len(data) > self.hub.cut_after[0]:
            self.wfile.write(data[: self.hub.cut_after.pop(0)])
            self.close_connection = True
            return
        self.wfile.write(data)


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    """Sets the hub's endpoint while it runs."""
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    hub.endpoint = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
