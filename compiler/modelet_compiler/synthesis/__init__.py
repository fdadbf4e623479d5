"""Growing the library of operations: a language model proposes C++, and only what withstands a trial is admitted."""
