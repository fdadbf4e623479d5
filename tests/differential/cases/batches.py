"""itertools.batched, which Python has since 3.12: the function that is compiled for it."""

from modelet_compiler.standard.itertools_functions import batched


def batches_of_a_list(items: list[int], n: int) -> list[tuple[int, ...]]:
    return list(batched(items, n))


def batches_of_a_text(text: str, n: int, strict: bool) -> list[str]:
    out = []
    try:
        for batch in batched(text, n, strict=strict):
            out.append("".join(batch))
    except ValueError as error:
        out.append(str(error))
    return out


ARGUMENTS = {
    batches_of_a_list: [([1, 2, 3, 4, 5], 2), ([1, 2], 2), ([], 3), ([1], 0)],
    batches_of_a_text: [("abcdefg", 3, False), ("abcdefg", 3, True), ("abcdef", 3, True), ("a", -1, False)],
}
