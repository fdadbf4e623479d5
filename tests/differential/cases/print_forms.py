import sys


def pr_forms(a: int, s: str) -> None:
    print(a, s, sep=", ", end="!\n", file=sys.stderr)
    print(file=sys.stdout, flush=True)
    print()
    print(s, sep=None, end=None, file=None)


ARGUMENTS = {
    pr_forms: [(1, "x")],
}
