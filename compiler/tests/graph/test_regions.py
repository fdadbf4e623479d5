"""Tensor statements leave a function as one call; the rest of the function stays as it was."""

from __future__ import annotations

import ast
import textwrap
from typing import Any

import pytest
import torch
import torch.nn.functional as F
import transformers

from modelet_compiler.ir.types import IntType, NativeType
from modelet_compiler.lowering.adapter import Argument, Refused
from modelet_compiler.lowering.graph.region import RegionModule
from modelet_compiler.lowering.regions import outline_regions
from modelet_compiler.lowering.tensor_region import NativeRegion, TensorRegion

FIELDS = ("input_ids", "token_type_ids", "attention_mask")


class Tokenizer(transformers.PreTrainedTokenizerBase):
    def __init__(self) -> None:
        pass


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.table = torch.nn.Embedding(99, 8)

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor | None = None) -> Any:
        return self.table(input_ids)


def mean_pool(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return (hidden * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)


def run_model(tokens: Any) -> torch.Tensor:
    return model(**tokens)


def to_array(hidden: torch.Tensor) -> Any:
    return hidden.detach().numpy()


def embed_tokens(tokens: Any) -> Any:
    return model(**tokens)[:, 0].numpy()


tokenizer = Tokenizer()
model = Model().eval()
ENVIRONMENT: dict[str, Any] = {
    "torch": torch,
    "F": F,
    "tokenizer": tokenizer,
    "model": model,
    "mean_pool": mean_pool,
    "run_model": run_model,
    "to_array": to_array,
    "embed_tokens": embed_tokens,
}


def outline(source: str) -> tuple[str, dict[str, TensorRegion]]:
    tree = ast.parse(textwrap.dedent(source)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    outlined, regions = outline_regions(tree, ENVIRONMENT)
    return "\n".join(ast.unparse(statement) for statement in outlined.body), regions


TOKENS = "tokens = tokenizer(texts, return_tensors='pt')"


def body(source: str) -> str:
    return "def f(texts):\n" + textwrap.indent(textwrap.dedent(source).strip(), "    ")


def test_the_model_and_what_follows_it_become_one_call() -> None:
    text, regions = outline(
        body(f"""
        {TOKENS}
        with torch.no_grad():
            hidden = model(**tokens)
        pooled = mean_pool(hidden, tokens["attention_mask"])
        return F.normalize(pooled, dim=1).numpy()
        """)
    )
    assert text == f"{TOKENS}\nreturn __region_0(tokens)"
    assert list(regions) == ["__region_0"]
    assert regions["__region_0"].inputs == ("tokens",)


def test_numpy_code_after_the_tensors_stays() -> None:
    text, _ = outline(body(f"{TOKENS}\nvectors = model(**tokens)[:, 0].detach().cpu().numpy()\nreturn vectors * 2"))
    assert text == f"{TOKENS}\nvectors = __region_0(tokens)\nreturn vectors * 2"


def test_tolist_is_kept_on_the_array() -> None:
    text, _ = outline(body(f"{TOKENS}\nreturn model(**tokens)[:, 0].tolist()"))
    assert text == f"{TOKENS}\nreturn __region_0(tokens).tolist()"


def test_a_returned_tensor_is_a_result() -> None:
    text, _ = outline(body(f"{TOKENS}\nreturn model(**tokens)[:, 0]"))
    assert text == f"{TOKENS}\nreturn __region_0(tokens)"


def test_a_tokenizer_call_inside_tensor_code_moves_in_front() -> None:
    text, _ = outline(body("return model(**tokenizer(texts, return_tensors='pt').to('cpu'))[:, 0].numpy()"))
    assert text == "__tokens_0 = tokenizer(texts, return_tensors='pt')\nreturn __region_0(__tokens_0)"


def test_several_results_come_from_one_call() -> None:
    text, regions = outline(
        body(f"""
        {TOKENS}
        hidden = model(**tokens)
        first = hidden[:, 0].numpy()
        second = hidden.sum(1).numpy()
        return first, second
        """)
    )
    assert len(regions) == 1
    assert text.splitlines()[1:] == [
        "__results_0 = __region_0(tokens)",
        "first = __results_0[0]",
        "second = __results_0[1]",
        "return (first, second)",
    ]


def test_plain_statements_between_move_in_front() -> None:
    text, _ = outline(body(f"{TOKENS}\nhidden = model(**tokens)\ncount = len(texts)\nreturn hidden[:, 0].numpy() * count"))
    assert text == f"{TOKENS}\ncount = len(texts)\nreturn __region_0(tokens) * count"


def test_a_branch_on_a_plain_value_keeps_both_arms() -> None:
    text, regions = outline(
        "def f(texts, normalize):\n"
        f"    {TOKENS}\n"
        "    pooled = mean_pool(model(**tokens), tokens['attention_mask'])\n"
        "    if normalize:\n"
        "        pooled = F.normalize(pooled, dim=1)\n"
        "    return pooled.numpy()\n"
    )
    assert text == f"{TOKENS}\nif normalize:\n    return __region_0(tokens)\nelse:\n    return __region_1(tokens)"
    assert "normalize" in regions["__region_0"].source()
    assert "normalize" not in regions["__region_1"].source()


def test_a_loop_over_texts_has_a_region_of_its_own() -> None:
    text, regions = outline(
        body(f"""
        for text in texts:
            {TOKENS.replace("texts", "[text]")}
            yield model(**tokens)[0:, 0].numpy()
        """)
    )
    assert len(regions) == 1
    assert "yield __region_0(tokens)" in text


def test_helpers_that_take_tokens_and_dictionaries_made_of_tokens_are_tensor_code() -> None:
    text, _ = outline(body(f"{TOKENS}\ntokens = {{k: v.to('cpu') for k, v in tokens.items()}}\nreturn run_model(tokens)[:, 0].numpy()"))
    assert text == f"{TOKENS}\nreturn __region_0(tokens)"


def test_a_function_that_is_given_tokens_has_a_region() -> None:
    text, regions = outline("def f(tokens):\n    mask = tokens['attention_mask']\n    return mean_pool(model(**tokens), mask).numpy()")
    assert text == "return __region_0(tokens)"
    assert regions["__region_0"].inputs == ("tokens",)


def test_a_helper_that_hands_out_an_array_is_compiled_as_a_function_of_its_own() -> None:
    text, regions = outline(body(f"{TOKENS}\nreturn embed_tokens(tokens)"))
    assert text == f"{TOKENS}\nreturn embed_tokens(tokens)"
    assert regions == {}
    text, _ = outline(body(f"{TOKENS}\nreturn to_array(model(**tokens)[:, 0])"))
    assert text == f"{TOKENS}\nreturn to_array(__region_0(tokens))"


def test_a_function_without_tensors_is_left_alone() -> None:
    text, regions = outline(body("return [text.upper() for text in texts]"))
    assert text == "return [text.upper() for text in texts]"
    assert regions == {}


def test_decorators_of_torch_are_dropped_and_others_kept() -> None:
    tree = ast.parse("@torch.inference_mode()\n@other\ndef f(texts):\n    return texts").body[0]
    assert isinstance(tree, ast.FunctionDef)
    outlined, _ = outline_regions(tree, ENVIRONMENT)
    assert [ast.unparse(item) for item in outlined.decorator_list] == ["other"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("hidden = model(**tokens)\nif hidden.sum() > 0:\n    hidden = hidden + 1\nreturn hidden.numpy()", "branch depends on a tensor"),
        ("with torch.autocast('cpu'):\n    hidden = model(**tokens)\nreturn hidden.numpy()", "changes how torch computes"),
        ("hidden = model(**tokens)\nfor row in hidden:\n    print(row)\nreturn texts", "loop runs over tensors"),
        ("x = model(**tokens).numpy()\nn = float(x[0, 0, 0])\nreturn (model(**tokens) * n).numpy()", "computed from a tensor's values"),
    ],
)
def test_what_cannot_be_outlined_refuses_with_a_reason(source: str, reason: str) -> None:
    _, regions = outline(body(f"{TOKENS}\n{source}"))
    refusal = list(regions.values())[-1].refusal
    assert refusal is not None
    assert reason in refusal.reason
    assert refusal.instead


def test_a_value_known_only_at_run_time_is_refused_and_a_constant_is_compiled_in() -> None:
    _, regions = outline(f"def f(texts, scale):\n    {TOKENS}\n    return (model(**tokens)[:, 0] * scale).numpy()\n")
    region = NativeRegion(regions["__region_0"], "region")
    tokens = Argument(NativeType("BatchEncoding", "modelet::tokenizers::Encoding"))
    assert regions["__region_0"].inputs == ("tokens", "scale")
    with pytest.raises(Refused, match="known only when the function runs"):
        region.call("__call__", [tokens, Argument(IntType())], {})
    assert region.call("__call__", [tokens, Argument(IntType(), 3, True)], {}).passes == (0,)


def test_tensor_code_without_tokens_is_refused() -> None:
    region = NativeRegion(TensorRegion("f", [], [ast.parse("model(x)", mode="eval").body], ("x",), ENVIRONMENT), "region")
    with pytest.raises(Refused, match="no tokens"):
        region.call("__call__", [Argument(IntType())], {})


def test_the_region_computes_what_the_statements_did() -> None:
    _, regions = outline(body(f"{TOKENS}\nhidden = model(**tokens)\nreturn mean_pool(hidden, tokens.attention_mask).numpy()"))
    module = RegionModule(regions["__region_0"], "tokens", {}, FIELDS)
    ids, mask = torch.tensor([[5, 6, 0]]), torch.tensor([[1, 1, 0]])
    (result,) = module(ids, torch.zeros_like(ids), mask)
    assert torch.equal(result, mean_pool(model(ids, mask), mask))


def test_a_model_in_training_is_refused() -> None:
    class Dropping(Model):
        def __init__(self) -> None:
            super().__init__()
            self.dropout = torch.nn.Dropout(0.1)

    environment = {**ENVIRONMENT, "model": Dropping()}
    tree = ast.parse(body(f"{TOKENS}\nreturn model(**tokens)[:, 0].numpy()")).body[0]
    assert isinstance(tree, ast.FunctionDef)
    _, regions = outline_regions(tree, environment)
    with pytest.raises(Refused, match="in training") as caught:
        NativeRegion(regions["__region_0"], "region").call("__call__", [Argument(NativeType("BatchEncoding", ""))], {})
    assert "model.eval()" in caught.value.instead
