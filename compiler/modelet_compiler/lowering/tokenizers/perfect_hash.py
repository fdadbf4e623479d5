"""A perfect hash in the form of `modelet::tokenizers::PerfectHash`: every key has a slot to itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from modelet_compiler.lowering.adapter import Refused

Words = np.ndarray[Any, np.dtype[np.uint64]]
Places = np.ndarray[Any, np.dtype[np.int64]]

_LOW = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True)
class PerfectHash:
    """The fields of the engine's struct; `places` is the slot of each key."""

    seed: int
    displacements: list[int]
    slots: int
    places: Places


def hash_step(states: Words, characters: Words) -> Words:
    """`hash_character` of the engine."""
    return (states ^ characters) * np.uint64(0x9E3779B97F4A7C15)


def perfect_hash(states_of: Callable[[int], Words], what: str) -> PerfectHash:
    """`states_of(seed)` are the states of all keys. Raises Refused when no seed does."""
    for seed in range(1, 100):
        placed = _place(_mixed(states_of(seed)))
        if placed is not None:
            return PerfectHash(seed, *placed)
    raise Refused(f"the tokenizer's {what} have no perfect hash", "report this tokenizer")


def _mixed(states: Words) -> Words:
    states = states ^ (states >> np.uint64(32))
    states = states * np.uint64(0xD6E8FEB86659FD93)
    return states ^ (states >> np.uint64(32))


def _scale(values: Words, count: int) -> Words:
    return (values * np.uint64(count)) >> np.uint64(32)


def _place(hashes: Words) -> tuple[list[int], int, Places] | None:
    """Every bucket, the fullest first, tries displacements until its keys fall into free slots."""
    count = len(hashes)
    buckets, slots = max(1, count // 4), count + count // 32 + 1
    bucket_of = _scale(hashes & _LOW, buckets).astype(np.int64)
    order = np.argsort(bucket_of, kind="stable")
    bounds = np.searchsorted(bucket_of[order], np.arange(buckets + 1))
    sizes = np.diff(bounds)
    placement = _Placement(hashes >> np.uint64(32), buckets, slots)
    for size in np.unique(sizes)[::-1].tolist():
        same = np.flatnonzero(sizes == size)
        if size > 0 and not placement.add(same, order[bounds[same][:, None] + np.arange(size)]):
            return None
    return placement.displacements.tolist(), slots, placement.places


class _Placement:
    """Buckets of one size are placed many at a time; where two want a slot, the first has it."""

    def __init__(self, upper: Words, buckets: int, slots: int) -> None:
        self.upper = upper
        self.slots = slots
        self.displacements: Places = np.zeros(buckets, dtype=np.int64)
        self.places: Places = np.zeros(len(upper), dtype=np.int64)
        self.free = np.ones(slots, dtype=bool)

    def add(self, buckets: Places, members: Places) -> bool:
        """`members` are the keys of each bucket, [buckets, size]. False when one has no place."""
        tried = np.zeros(len(buckets), dtype=np.int64)
        waiting = np.arange(len(buckets))
        while len(waiting):
            now, later = waiting[:AT_ONCE], waiting[AT_ONCE:]
            found, trial, places = self._try(members[now], tried[now])
            kept = found & _first_come(places, found)
            tried[now] += np.where(found, trial, TRIALS)
            self._keep(buckets[now[kept]], members[now[kept]], tried[now[kept]], places[kept])
            if (tried[now] + TRIALS > 0x10000).any():
                return False
            waiting = np.concatenate([now[~kept], later])
        return True

    def _try(self, members: Places, tried: Places) -> tuple[Any, Places, Places]:
        """(whether a displacement fits, the first that does counted from `tried`, the slots it gives), for each bucket."""
        displacements = (tried[:, None] + np.arange(TRIALS)).astype(np.uint64) * np.uint64(0x9E3779B1) & _LOW
        values = (self.upper[members][:, None, :] ^ displacements[:, :, None]) * np.uint64(0x85EBCA77) & _LOW
        places = _scale(values ^ (values >> np.uint64(15)), self.slots).astype(np.int64)
        fits = self.free[places].all(axis=2) & (np.diff(np.sort(places, axis=2), axis=2) != 0).all(axis=2)
        trial = fits.argmax(axis=1)
        return fits.any(axis=1), trial, places[np.arange(len(members)), trial]

    def _keep(self, buckets: Places, members: Places, displacements: Places, places: Places) -> None:
        self.displacements[buckets] = displacements
        self.places[members] = places
        self.free[places] = False


AT_ONCE, TRIALS = 2048, 32


def _first_come(places: Places, found: Any) -> Any:
    """Whether no earlier bucket that found a place wants one of the same slots."""
    rows = np.flatnonzero(found)
    wanted = places[rows].reshape(-1)
    _, first, number = np.unique(wanted, return_index=True, return_inverse=True)
    kept = np.zeros(len(places), dtype=bool)
    kept[rows] = (first[number] == np.arange(len(wanted))).reshape(len(rows), places.shape[1]).all(axis=1)
    return kept
