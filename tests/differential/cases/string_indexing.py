def string_indexing(s: str, i: int) -> str:
    return s[i]


def string_slices(s: str) -> list[str]:
    return [s[1:3], s[::-1], s[-2:], s[::2], s[:0], s[5:1:-1], s[-1:-4:-1], s + s[0:1], s * 2, 2 * s]


def string_iteration(s: str) -> list[int]:
    return [ord(c) for c in s] + [len(s)]


def string_build(n: int) -> str:
    out = ""
    for i in range(n):
        out += chr(97 + i % 26)
        out = out + "-" if i % 7 == 0 else out
    return out


def string_repr(s: str) -> list[str]:
    return [repr(s), ascii(s), f"{s!r}", f"{s!a:>12}", str([s]), str({s: s})]


def string_chr(n: int) -> str:
    return chr(n)


def string_ord(s: str) -> int:
    return ord(s)


ARGUMENTS = {
    string_indexing: [("abc", 0), ("abc", -1), ("abc", 3), ("", 0), ("日本", 1)],
    string_slices: [("abcdefg",), ("a",), ("",), ("é日\U0001f600z",)],
    string_iteration: [("aé日\U0001f600",), ("",)],
    string_build: [(0,), (100,)],
    string_repr: [("it's",), ('say "hi"',), ("both ' and \"",), ("tab\tnew\nnull\0",), ("é日\U0001f600\u200b\xad",), ("\ud800\x7f\\",)],
    string_chr: [(65,), (0x1F600,), (-1,), (0x110000,)],
    string_ord: [("a",), ("",), ("ab",)],
}
