def float_text(values: list[float]) -> list[str]:
    out = []
    for v in values:
        out.append(repr(v))
        out.append(str(v))
        out.append(
            f"{v}|{v:g}|{v:.0f}|{v:.1f}|{v:.3g}|{v:#.3g}|{v:e}|{v:10}|{v:<10}|{v:+}|{v: }|{v:010.3f}|{v:,}|{v:_.2f}|{v:.2%}|{v:n}|{v:G}|{v:E}|{v:.17g}|{v:z.0f}"
        )
        out.append("%g %f %e %.3r %5.1f %s %i" % (v, v, v, str(v), v, v, 3))
        out.append(str([v, (v,)]) + str({v: v}))
    return out


ARGUMENTS = [
    ([0.1, 1.0, 1e16, 123456789012345680.0, 1e-5, 0.0001, 1e15],),
    ([-0.0, 0.5, 1.5, 2.5, -0.5, 0.05],),
    ([5e-324, 1.7976931348623157e308, float("inf"), float("-inf"), float("nan")],),
    ([1e22, 1e21, 9007199254740993.0, 0.1 + 0.2, 100.0, 1e2, -1e-4],),
]
