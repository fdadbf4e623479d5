"""The Hugging Face hub: files by their address, in its own cache where they are there already, else over HTTP.

Honours HF_ENDPOINT, HF_TOKEN and HF_TOKEN_PATH, HF_HOME, HF_HUB_CACHE, HF_HUB_OFFLINE and MODELET_OFFLINE. Loaded when a file is needed:
what only opens modelets never imports it. Needs the standard library alone.
"""

from __future__ import annotations

import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, BinaryIO, cast

from modelet_resolver.errors import FetchFailed, FetchRefused, Malformed, Offline, ResolverError, SourceNotFound
from modelet_resolver.files import LARGEST_WEIGHTS

PUBLIC = "https://huggingface.co"
TIMEOUT_SECONDS = 30
LARGEST_ANSWER = 64 << 20  # documents: lists of files, indexes

_ADDRESS = re.compile(r"hf://([\w.-]+(?:/[\w.-]+)?)@([0-9a-f]{40})/([^\x00-\x1f\\]+)")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}|git-sha1:[0-9a-f]{40}")
_TRUE = ("1", "ON", "YES", "TRUE")
CUT_OFF = (OSError, HTTPException)  # a connection that ends: urllib's own errors are OSErrors


@dataclass(frozen=True)
class Source:
    """A published file: `hf://owner/repo@commit/file`, its bytes, and its digest: `sha256:…`, or `git-sha1:…` of a git blob."""

    address: str
    bytes: int
    digest: str

    def parts(self) -> tuple[str, str, str]:
        """Repository, commit and file."""
        return split(self.address)


def read_source(fields: Any) -> Source:
    """From JSON. Raises Malformed, KeyError, TypeError."""
    source = Source(fields["address"], fields["bytes"], fields["digest"])
    split(source.address)
    if type(source.bytes) is not int or not 0 < source.bytes <= LARGEST_WEIGHTS or not _DIGEST.fullmatch(source.digest):
        raise Malformed(f"The source {source.address} has the digest {source.digest!r:.80} and {source.bytes!r:.40} bytes.")
    return source


def address(repository: str, commit: str, file: str) -> str:
    """The address of a file."""
    return f"hf://{repository}@{commit}/{file}"


def split(text: str) -> tuple[str, str, str]:
    """Repository, commit and file of an address. Raises Malformed."""
    match = _ADDRESS.fullmatch(text) if isinstance(text, str) else None
    if match is None or any(part in ("", ".", "..") for part in match[3].split("/")):
        raise Malformed(f"{text!r:.200} is not the address of a published file: hf://owner/repo@commit/file, with the whole commit.")
    return match[1], match[2], match[3]


def endpoint() -> str:
    """Where the hub is."""
    return (os.environ.get("HF_ENDPOINT") or PUBLIC).rstrip("/")


def is_offline() -> bool:
    """Whether the user wants no network."""
    return any(os.environ.get(name, "").upper() in _TRUE for name in ("MODELET_OFFLINE", "HF_HUB_OFFLINE"))


def cached(repository: str, commit: str, file: str) -> str | None:
    """The file's path in the hub's cache, when it is there. Nobody has verified it."""
    folder = os.path.join(_folder(repository), "snapshots", commit)
    path = os.path.join(folder, *file.split("/"))
    return os.path.realpath(path) if os.path.isfile(path) else None


def cached_commits(repository: str) -> list[str]:
    """The commits of which the cache has a configuration, sorted."""
    folder = os.path.join(_folder(repository), "snapshots")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [name for name in names if os.path.isfile(os.path.join(folder, name, "config.json"))]


def _cached_commit(repository: str, revision: str) -> str:
    """What the cache knows a branch or tag to be."""
    try:
        with open(os.path.join(_folder(repository), "refs", *revision.split("/")), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return revision


def open_file(text: str, begin: int = 0, end: int | None = None) -> tuple[BinaryIO, int]:
    """The bytes [begin, end) of a published file as a stream, and where the stream begins: at 0 when the server sends all of it.

    Raises Offline, FetchFailed, FetchRefused, SourceNotFound.
    """
    repository, commit, file = split(text)
    quoted = urllib.parse.quote(f"{repository}/resolve/{commit}/{file}")
    wanted = {} if begin == 0 and end is None else {"Range": f"bytes={begin}-{'' if end is None else end - 1}"}
    stream = _open(f"{endpoint()}/{quoted}", wanted, text)
    partial = getattr(stream, "status", 200) == 206
    return stream, _start_of(stream, text) if partial else 0


def read_range(text: str, begin: int, end: int) -> bytes:
    """The bytes [begin, end) of a published file; from the cache if they are there. Raises as `open_file`."""
    path = cached(*split(text))
    if path is not None:
        with open(path, "rb") as file:
            file.seek(begin)
            return file.read(end - begin)
    try:
        stream, start = open_file(text, begin, end)
        with stream:
            stream.read(begin - start)
            data = stream.read(end - begin)
    except CUT_OFF as error:
        raise FetchFailed(f"{text} could not be read: {error}.") from error
    if len(data) != end - begin:
        raise FetchFailed(f"{text} ended after {begin + len(data)} bytes; {end} were expected.")
    return data


def list_files(repository: str, revision: str) -> tuple[str, dict[str, Source]]:
    """The commit of a revision, and every file of it with a digest. From the hub; from its cache where there is no network.

    Raises Offline, FetchFailed, FetchRefused, SourceNotFound, Malformed.
    """
    try:
        quoted = urllib.parse.quote(f"{repository}/revision/{revision}")
        with _open(f"{endpoint()}/api/models/{quoted}?blobs=true", {}, repository) as stream:
            document = json.loads(stream.read(LARGEST_ANSWER))
        commit = document["sha"]
        found = [_described(repository, commit, item) for item in document["siblings"]]
        return commit, {split(source.address)[2]: source for source in found if source is not None}
    except (Offline, FetchFailed):
        commit = _cached_commit(repository, revision)
        files = _list_cached(repository, commit)
        if not files:
            raise
        return commit, files
    except CUT_OFF as error:
        raise FetchFailed(f"The list of files of {repository} could not be read: {error}.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"{endpoint()} does not list the files of {repository} as the hub does: {error!r}.") from None


def _described(repository: str, commit: str, item: Any) -> Source | None:
    lfs = item.get("lfs")
    digest = f"sha256:{lfs['sha256']}" if lfs else f"git-sha1:{item.get('blobId')}"
    size = (lfs or item).get("size")
    if not _DIGEST.fullmatch(digest) or type(size) is not int:
        return None
    return Source(address(repository, commit, item["rfilename"]), size, digest)


def _list_cached(repository: str, commit: str) -> dict[str, Source]:
    """The cache names its files by their digests."""
    folder = os.path.join(_folder(repository), "snapshots", commit)
    files = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            kind = {64: "sha256", 40: "git-sha1"}.get(len(blob := os.path.basename(os.path.realpath(path))))
            if kind is not None and _DIGEST.fullmatch(f"{kind}:{blob}"):
                file = os.path.relpath(path, folder).replace(os.sep, "/")
                files[file] = Source(address(repository, commit, file), os.stat(path).st_size, f"{kind}:{blob}")
    return files


def _folder(repository: str) -> str:
    """Where the cache keeps a repository."""
    return os.path.join(_cache(), "models--" + repository.replace("/", "--"))


def _cache() -> str:
    chosen = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    return os.path.expanduser(chosen or os.path.join(_hub_home(), "hub"))


def _hub_home() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join("~", ".cache")
    return os.path.expanduser(os.environ.get("HF_HOME") or os.path.join(base, "huggingface"))


def _token() -> str | None:
    """As huggingface_hub finds it; an implicit one is not sent where the user says so."""
    said = os.environ.get("HF_TOKEN") or os.environ.get("HUGGING_FACE_HUB_TOKEN")
    if said or os.environ.get("HF_HUB_DISABLE_IMPLICIT_TOKEN", "").upper() in _TRUE:
        return said
    try:
        with open(os.environ.get("HF_TOKEN_PATH") or os.path.join(_hub_home(), "token"), encoding="utf-8") as file:
            return file.read().strip() or None
    except OSError:
        return None


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows to files' storage, without the token when that is another host, and never from https to less."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        before, after = urllib.parse.urlsplit(req.full_url), urllib.parse.urlsplit(newurl)
        if after.scheme not in ("https", before.scheme):
            raise FetchFailed(f"{before.scheme}://{before.netloc} sends on to {newurl:.200}, which is not followed.")
        made = super().redirect_request(req, fp, code, msg, headers, newurl)
        if made is not None and (before.scheme, before.netloc) != (after.scheme, after.netloc):
            made.remove_header("Authorization")
        return made


def _open(url: str, headers: dict[str, str], what: str) -> BinaryIO:
    if is_offline():
        raise Offline(f"{what} is needed, and this process is offline (MODELET_OFFLINE, HF_HUB_OFFLINE). Fetch it once online.")
    if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
        raise ResolverError(f"HF_ENDPOINT is {endpoint()!r}; it must be an http or https URL.")
    token = _token()
    sent = {**headers, "User-Agent": "modelet", "Accept-Encoding": "identity", **({"Authorization": f"Bearer {token}"} if token else {})}
    try:
        opener = urllib.request.build_opener(_Redirects())
        return cast("BinaryIO", opener.open(urllib.request.Request(url, headers=sent), timeout=TIMEOUT_SECONDS))
    except urllib.error.HTTPError as error:
        error.close()
        raise _refusal(error.code, what) from None
    except CUT_OFF as error:
        reason = getattr(error, "reason", error)
        raise FetchFailed(f"{endpoint()} could not be reached for {what}: {reason}.") from error


def _refusal(status: int, what: str) -> ResolverError:
    where = f"{endpoint()} answered {status} for {what}"
    if status in (401, 403):
        return FetchRefused(f"{where}: it is private or gated. Ask for access there, and set HF_TOKEN.")
    if status == 404:
        return SourceNotFound(f"{where}: there is no such file, or not any more.")
    if status == 416:
        return FetchFailed(f"{where}: the file is shorter than what was asked for.")
    return FetchFailed(f"{where}. Try again later.")


def _start_of(stream: Any, what: str) -> int:
    match = re.fullmatch(r"bytes (\d+)-\d+/.*", stream.headers.get("Content-Range", ""))
    if match is None:
        raise FetchFailed(f"{endpoint()} sent a part of {what} and does not say which.")
    return int(match[1])
