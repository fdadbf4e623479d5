"""An array of another dtype than compiled code reads is a TypeError, wherever it is in an argument: never read as something else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.differential.cases import numpy_in_values as given

X, N = given.X, given.N
SINGLE, SMALL = X.astype(np.float32), N.astype(np.int32)
WRONG = {
    given.arrays_of_an_instance: given.Measured(SINGLE, N),
    given.arrays_of_instances: [given.Measured(X, N), given.Measured(X, SMALL)],
    given.arrays_of_a_named_tuple: given.Placed(SINGLE, N),
    given.arrays_of_a_tuple: (X, SMALL),
    given.arrays_of_tuples: [(X, N), (SINGLE, N)],
    given.arrays_of_a_dict: {"a": (X, 2, SMALL)},
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import modelet
    from modelet_compiler import build

    return modelet.load(str(build(list(WRONG), output=tmp_path_factory.mktemp("arrays") / "layout", name="@test/arrays").layout))


@pytest.mark.parametrize("function", WRONG, ids=lambda function: function.__name__)
def test_an_array_of_another_dtype_is_refused(library: Any, function: Any) -> None:
    with pytest.raises(TypeError, match=r"must be ndarray\[(float64|int64)\], not ndarray\[(float32|int32)\]"):
        library.function(function.__name__).call(WRONG[function])
