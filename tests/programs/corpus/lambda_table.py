def lambda_table(text: str, names: list[str]) -> dict[str, object]:
    operations = {
        "length": lambda t: len(t),
        "vowels": lambda t: sum(c in "aeiou" for c in t.lower()),
        "reverse": lambda t: t[::-1],
        "words": lambda t: t.split(),
        "longest": lambda t: max(t.split(), key=len, default=""),
        "caps": lambda t: [w for w in t.split() if w[:1].isupper()],
        "palindrome": lambda t: (c := [x for x in t.lower() if x.isalnum()]) == c[::-1],
    }
    result: dict[str, object] = {}
    for name in names:
        operation = operations.get(name)
        result[name] = operation(text) if operation is not None else None
    ordered = sorted(operations, key=lambda n: (len(n), n), reverse=True)
    result["_order"] = ordered
    return result


ARGUMENTS = [
    ("Never odd or even", ["length", "vowels", "palindrome", "longest", "caps", "nope"]),
    ("", ["longest", "words", "reverse", "palindrome"]),
    ("Ünï 😀", ["reverse", "length", "caps"]),
]
