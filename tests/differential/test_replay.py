"""The compiler makes of the corpus what it made when the digests were accepted."""

from __future__ import annotations

import platform

from tests.differential.replay import digests, stored


def test_the_generated_code_of_the_corpus_is_what_was_accepted() -> None:
    now, (python, accepted) = digests(), stored()
    assert now.keys() == accepted.keys(), "a file of the corpus is new or gone: python -m tests.differential.replay"
    changed = sorted(name for name in now if now[name] != accepted[name])
    said = f"the C++ of {', '.join(changed)} changed; if it was meant to, accept it: python -m tests.differential.replay"
    assert not changed or python != platform.python_version(), said
