"""`python -m modelet.cli`."""

from modelet.cli import main

main()
