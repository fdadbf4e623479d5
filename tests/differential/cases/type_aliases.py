from typing import Any, TypeVar

import numpy as np
from typing_extensions import TypeAliasType

T = TypeVar("T")
S = TypeVar("S", bound=np.generic)
Words = TypeAliasType("Words", list[str])
Pairs = TypeAliasType("Pairs", list[tuple[T, T]], type_params=(T,))
Counted = TypeAliasType("Counted", dict[str, Pairs[T]], type_params=(T,))
Array = TypeAliasType("Array", np.ndarray[tuple[Any, ...], np.dtype[S]], type_params=(S,))


def alias_of_a_list(words: Words) -> str:
    return "-".join(words)


def alias_with_an_argument(pairs: Pairs[int], scale: int) -> Pairs[int]:
    return [(right * scale, left) for left, right in pairs]


def alias_in_an_alias(table: Counted[float]) -> float:
    return sum(left * right for pairs in table.values() for left, right in pairs)


def alias_of_an_array(values: Array[np.float32], more: list[Array[np.int64]]) -> Array[np.float32]:
    return values + sum(len(one) for one in more)


ARGUMENTS = {
    alias_of_a_list: [(["a", "b"],), ([],)],
    alias_with_an_argument: [([(1, 2), (3, 4)], 10), ([], 2)],
    alias_in_an_alias: [({"a": [(1.5, 2.0)], "b": [(0.5, 0.25), (1.0, 1.0)]},)],
    alias_of_an_array: [(np.array([1.5, 2.5], np.float32), [np.arange(3), np.arange(2)])],
}
