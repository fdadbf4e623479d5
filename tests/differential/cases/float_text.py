def float_text(a: float) -> list[str]:
    return [
        str(a),
        repr(a),
        f"{a}",
        f"{a:.3f}",
        f"{a:e}",
        f"{a:g}",
        f"{a:10.2f}|",
        f"{a:+}",
        f"{a:<12}|",
        f"{a:,.2f}",
        f"{a:%}",
        f"{a:.2%}",
        f"{a:012.4f}",
        f"{a:.0f}",
        f"{a:.10g}",
        f"{a:#.3g}",
        f"{a:.3}",
        f"{a:^+14.3e}|",
        f"{a:_.1f}",
    ]


ARGUMENTS = {
    float_text: [
        (value,)
        for value in (
            0.0,
            -0.0,
            1.0,
            0.1,
            1 / 3,
            1e16,
            1e15,
            123456789.123,
            1e-4,
            1e-5,
            2.5,
            0.5,
            1e100,
            5e-324,
            1.7976931348623157e308,
            float("inf"),
            float("-inf"),
            float("nan"),
            12345.678,
            99999.5,
            100000.0,
            1e22,
        )
    ]
}
