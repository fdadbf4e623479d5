"""The compiler makes of the corpus what it made when the digests were accepted."""

from __future__ import annotations

from tests.differential.replay import digests, stored


def test_the_generated_code_of_the_corpus_is_what_was_accepted() -> None:
    now, accepted = digests(), stored()
    changed = sorted(name for name in now.keys() | accepted.keys() if now.get(name) != accepted.get(name))
    assert not changed, f"the C++ of {', '.join(changed)} changed; if it was meant to, accept it: python -m tests.differential.replay"
