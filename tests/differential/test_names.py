"""Names of the corpus. The corpus is compiled into one library, whose functions are called by name."""

from __future__ import annotations

from collections import defaultdict

from tests.differential.conftest import CASES


def test_no_two_cases_share_a_name() -> None:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for case in CASES:
        places[case.function.__name__].add(case.function.__module__)
    clashes = {name: sorted(modules) for name, modules in places.items() if len(modules) > 1}
    assert not clashes
