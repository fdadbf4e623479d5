def generator_send(n: int) -> list[float]:
    def averager():
        total = 0.0
        count = 0
        average = None
        while True:
            value = yield average
            total += value
            count += 1
            average = total / count

    g = averager()
    next(g)
    return [g.send(n), g.send(5), g.send(0.5)]


def generator_finally(n: int) -> list[str]:
    log = []

    def gen():
        try:
            for i in range(n):
                yield i
        finally:
            log.append("closed")

    for x in gen():
        log.append(str(x))
        if x == 1:
            break
    log.append("after")
    return log


def generator_close(n: int) -> list[str]:
    log = []

    def gen():
        try:
            yield 1
            yield 2
        except GeneratorExit:
            log.append("exit")
            raise
        finally:
            log.append("finally")

    g = gen()
    log.append(str(next(g)))
    g.close()
    g.close()
    log.append(str(next(g, -1)))
    h = gen()
    h.close()
    return log


def generator_del(n: int) -> list[str]:
    log = []

    def gen(name):
        try:
            yield name
        finally:
            log.append("end " + name)

    g = gen("a")
    next(g)
    g = gen("b")
    log.append("rebound")
    next(g)
    del g
    log.append("deleted")
    log.append(next(gen("c")))
    log.append("last")
    return log


def generator_return_value(n: int) -> list[int]:
    def inner(k):
        for i in range(k):
            yield i
        return k * 10

    def outer():
        a = yield from inner(n)
        b = yield from inner(2)
        yield a + b
        return

    return list(outer())


def generator_delegate_send(n: int) -> list[int]:
    def inner():
        total = 0
        while True:
            x = yield total
            if x is None:
                return total
            total += x

    def outer():
        result = yield from inner()
        yield result * 100

    g = outer()
    out = [next(g), g.send(n), g.send(3), g.send(None)]
    return out


def generator_infinite(n: int) -> list[int]:
    def count(start=0, step=1):
        while True:
            yield start
            start += step

    def take(k, it):
        out = []
        for x in it:
            if len(out) == k:
                break
            out.append(x)
        return out

    evens = (x for x in count() if x % 2 == 0)
    return take(n, evens) + take(2, evens) + take(2, count(5, 5))


def generator_stop(n: int) -> str:
    def gen():
        yield 1
        return 7

    g = gen()
    next(g)
    try:
        next(g)
    except StopIteration as e:
        return f"stop {e}"
    return "no"


def generator_stop_uncaught(n: int) -> int:
    def gen():
        return n
        yield 1

    return next(gen())


def generator_send_fresh(n: int) -> int:
    def gen():
        x = yield 1
        yield x

    g = gen()
    return g.send(5)


def generator_send_none_fresh(n: int) -> list[int]:
    def gen():
        x = yield 1
        yield x

    g = gen()
    return [g.send(None), g.send(n)]


def generator_try_except_yield(xs: list[int]) -> list[str]:
    def gen():
        for x in xs:
            try:
                yield str(10 // x)
            except ZeroDivisionError:
                yield "bad"
            else:
                yield "ok"

    return list(gen())


def generator_raise_in_finally(n: int) -> list[str]:
    log = []

    def gen():
        try:
            yield 1
            yield 2
        finally:
            log.append("f")

    try:
        for x in gen():
            raise ValueError("stop")
    except ValueError as e:
        log.append(str(e))
    return log


def generator_pipeline(lines: list[str]) -> list[int]:
    def clean(src):
        for line in src:
            line = line.strip()
            if line:
                yield line

    def numbers(src):
        for line in src:
            yield int(line)

    def running(src):
        total = 0
        for x in src:
            total += x
            yield total

    return list(running(numbers(clean(lines))))


def generator_tree(n: int) -> list[int]:
    def walk(node):
        if node is None:
            return
        left, value, right = node
        yield from walk(left)
        yield value
        yield from walk(right)

    return list(walk(((None, 1, None), 2, (None, 3, None))))


def generator_yield_expr(n: int) -> list[int]:
    def gen():
        x = (yield 1) or 5
        y = yield x
        print((yield y))

    g = gen()
    return [next(g), next(g), g.send(n)]


def generator_methods(n: int) -> list[int]:
    g = (i for i in range(n))
    a = g.__next__() if n else -1
    g.close()
    return [a, *g]


def generator_nested_finally(n: int) -> list[str]:
    log = []

    def inner():
        try:
            yield 1
            yield 2
        finally:
            log.append("inner")

    def outer():
        try:
            yield from inner()
        finally:
            log.append("outer")

    g = outer()
    next(g)
    g.close()
    for _ in outer():
        break
    return log


def generator_entry_finally(n: int):
    try:
        for i in range(n):
            yield i
    finally:
        yield -1


def generator_return_in_try(n: int) -> list[str]:
    log = []

    def gen():
        try:
            yield 1
            return 5
        finally:
            log.append("fin")

    def run():
        r = yield from gen()
        log.append(str(r))

    return [str(x) for x in run()] + log


def generator_zip_close(n: int) -> list[str]:
    log = []

    def gen(name, k):
        try:
            for i in range(k):
                yield i
        finally:
            log.append(name)

    pairs = [(a, b) for a, b in zip(gen("a", n), gen("b", 2))]
    log.append(str(len(pairs)))
    return log


ARGUMENTS = {
    generator_send: [(3,)],
    generator_finally: [(3,), (1,), (0,)],
    generator_close: [(1,)],
    generator_del: [(1,)],
    generator_return_value: [(3,)],
    generator_delegate_send: [(5,)],
    generator_infinite: [(3,)],
    generator_stop: [(1,)],
    generator_stop_uncaught: [(3,)],
    generator_send_fresh: [(1,)],
    generator_send_none_fresh: [(9,)],
    generator_try_except_yield: [([1, 0, 5],)],
    generator_raise_in_finally: [(1,)],
    generator_pipeline: [(["1", " 2 ", "", "3"],), (["x"],)],
    generator_tree: [(1,)],
    generator_yield_expr: [(7,)],
    generator_methods: [(3,), (0,)],
    generator_nested_finally: [(1,)],
    generator_entry_finally: [(2,)],
    generator_return_in_try: [(1,)],
    generator_zip_close: [(3,), (1,)],
}
