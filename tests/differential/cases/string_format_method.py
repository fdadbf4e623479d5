def string_format_method(name: str, n: int, x: float) -> list[str]:
    return [
        "{} {}".format(name, n),
        "{0} {1} {0}".format(name, n),
        "{a:>5}|{b!r}".format(a=n, b=name),
        "{:.2f} {{}}".format(x),
        "%s is %d and %.2f%%" % (name, n, x),
        "%5d|%-5s|%05.1f" % (n, name, x),
        "%r" % name,
        "%x %X %o" % (n, n, n),
    ]


ARGUMENTS = {string_format_method: [("Ada", 42, 2.5), ("é", 0, -0.125)]}
