def exception_catch(text: str, items: list[int], table: dict[str, int]) -> str:
    try:
        n = int(text)
        return f"{items[n]} {table[text]}"
    except ValueError as error:
        return f"value {error}"
    except (IndexError, KeyError) as error:
        return f"lookup {type_name(error)} {error}"
    finally:
        items.append(1)


def type_name(error: Exception) -> str:
    return repr(error)


def exception_flow(n: int) -> list[str]:
    out = []
    for i in range(n):
        try:
            if i == 1:
                raise KeyError(i)
            if i == 2:
                continue
            if i == 4:
                break
            out.append(f"body {10 // (i - 3)}")
        except ZeroDivisionError:
            out.append("zero")
        except LookupError as error:
            out.append(f"lookup {error}")
        else:
            out.append("else")
        finally:
            out.append(f"finally {i}")
    else:
        out.append("loop else")
    return out


def exception_return(n: int) -> int:
    try:
        if n == 0:
            return 10
        if n == 1:
            raise ValueError("one")
        n += 5
    except ValueError:
        return 20
    finally:
        n += 100
        if n > 1000:
            return 30
    return n


def exception_reraise(n: int) -> int:
    try:
        try:
            return 1 // n
        except ZeroDivisionError as error:
            if n == 0:
                raise
            return -1
    except ArithmeticError as error:
        raise RuntimeError(f"wrapped {error}") from error


def exception_raise(kind: int) -> int:
    if kind == 0:
        raise ValueError("bad value", 5)
    if kind == 1:
        raise TypeError
    if kind == 2:
        raise KeyError("key")
    if kind == 3:
        assert kind != 3, f"kind is {kind}"
    if kind == 4:
        assert not kind
    if kind == 5:
        raise NotImplementedError("later")
    if kind == 6:
        raise StopIteration(5)
    return kind


def exception_in_handler(n: int) -> str:
    try:
        try:
            raise ValueError("first")
        except ValueError:
            return str(1 // n)
    except ZeroDivisionError as error:
        return f"second {error}"


def exception_variable(text: str) -> int:
    value = None
    try:
        value = int(text)
        value = value + int(text + "x")
    except ValueError:
        if value is None:
            return -1
    return value


def exception_bare(n: int) -> str:
    try:
        return "ok" + str([1, 2][n])
    except:  # noqa: E722
        return "caught"


def exception_uncaught(n: int) -> int:
    out = 0
    try:
        out = [1, 2][n]
    except KeyError:
        out = -1
    return out


ARGUMENTS = {
    exception_catch: [("1", [5, 6], {"1": 7}), ("x", [], {}), ("3", [1], {}), ("0", [1], {})],
    exception_flow: [(0,), (1,), (2,), (3,), (4,), (6,)],
    exception_return: [(0,), (1,), (2,), (2000,)],
    exception_reraise: [(1,), (0,), (2,)],
    exception_raise: [(0,), (1,), (2,), (3,), (4,), (5,), (6,), (7,)],
    exception_in_handler: [(0,), (1,)],
    exception_variable: [("5",), ("q",)],
    exception_bare: [(0,), (9,)],
    exception_uncaught: [(0,), (9,)],
}
