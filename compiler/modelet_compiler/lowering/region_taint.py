"""Which expressions of a function are tensors, judged by the captured objects they reach. Types by name: torch is not imported here."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

FIELDS = frozenset({"input_ids", "token_type_ids", "attention_mask"})
"""Of a tokenised batch."""

EXITS = frozenset({"numpy", "tolist", "item"})
"""Methods of a tensor whose result is no tensor."""


def _bases(value: object) -> tuple[type, ...]:
    return type(value).__mro__


def is_module(value: object) -> bool:
    """An nn.Module."""
    return any(base.__module__.startswith("torch.nn") and base.__name__ == "Module" for base in _bases(value))


def is_sentence_transformer(value: object) -> bool:
    """A SentenceTransformer."""
    return any(base.__name__ == "SentenceTransformer" for base in _bases(value))


def is_tensor(value: object) -> bool:
    """A tensor or a parameter."""
    return any(base.__module__.split(".")[0] == "torch" and base.__name__ in ("Tensor", "Parameter") for base in _bases(value))


def is_tokenizer(value: object) -> bool:
    """A tokenizer of transformers."""
    return any(base.__name__ == "PreTrainedTokenizerBase" for base in _bases(value))


def is_torch(value: object) -> bool:
    """The module torch or a part of it, or one of its functions and classes."""
    if isinstance(value, ModuleType):
        return value.__name__.split(".")[0] == "torch"
    module = getattr(value, "__module__", None)
    if isinstance(module, str):
        return module.split(".")[0] == "torch" and not is_module(value) and not is_tensor(value)
    owner = getattr(value, "__self__", None)
    return isinstance(owner, type) and owner.__module__.split(".")[0] == "torch"


def is_numpy(value: object) -> bool:
    """The module numpy or a part of it, or one of its functions."""
    if isinstance(value, ModuleType):
        return value.__name__.split(".")[0] == "numpy"
    return str(getattr(value, "__module__", "")).split(".")[0] == "numpy"


def reached(function: FunctionType) -> dict[str, Any]:
    """The objects that a function's names mean: closure cells over globals."""
    names = [*function.__code__.co_names, *function.__code__.co_freevars]
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    result: dict[str, Any] = {}
    for name in names:
        if name in cells:
            try:
                result[name] = cells[name].cell_contents
            except ValueError:
                continue
        elif name in function.__globals__:
            result[name] = function.__globals__[name]
    return result


def is_user_function(value: object) -> bool:
    """A plain function that no library defines."""
    return isinstance(value, FunctionType) and value.__module__.split(".")[0] not in ("torch", "numpy", "transformers")


def computes_tensors(function: FunctionType) -> bool:
    """True for a helper that uses torch or a model, itself or through others, makes no tokens and hands out tensors."""
    kinds = [function_kind(value, frozenset({function})) for value in reached(function).values()]
    return "tensor" in kinds and "tokenizer" not in kinds and not takes_out(function)


def takes_out(function: FunctionType) -> bool:
    """True for a helper that calls `.numpy()` or the like itself."""
    return bool(EXITS & set(function.__code__.co_names))


def function_kind(value: object, seen: frozenset[FunctionType]) -> str:
    """What a captured object brings into a helper: tensor, tokenizer or nothing."""
    if is_tokenizer(value) or is_sentence_transformer(value):
        return "tokenizer"
    if is_torch(value) or is_module(value):
        return "tensor"
    if is_user_function(value) and value not in seen:
        kinds = {function_kind(item, seen | {value}) for item in reached(value).values()}  # type: ignore[arg-type]
        return "tokenizer" if "tokenizer" in kinds else "tensor" if "tensor" in kinds else ""
    return ""


class Taint:
    """What is known about a function's local names while its statements are read in order."""

    def __init__(self, environment: Mapping[str, Any], local: frozenset[str]) -> None:
        self.environment = environment
        self.local = local
        self.tensors: set[str] = set()
        self.encodings: set[str] = set()  # results of tokenizer calls

    def note_encodings(self, root: ast.AST) -> None:
        """Finds the local names that hold tokens, however they came: a model is called with `**name`, or a field is read."""
        for node in ast.walk(root):
            found: ast.expr | None = None
            if isinstance(node, ast.Call) and is_module(self.captured(node.func)):
                for keyword in node.keywords:
                    if keyword.arg is None and isinstance(keyword.value, ast.Name) and keyword.value.id in self.local:
                        self.encodings.add(keyword.value.id)
            elif isinstance(node, ast.Subscript | ast.Attribute) and _field(node) in FIELDS:
                found = node.value
            if isinstance(found, ast.Name) and found.id in self.local:
                self.encodings.add(found.id)

    def captured(self, node: ast.expr) -> object | None:
        """The captured object that a name or an attribute chain means; None for local values."""
        if isinstance(node, ast.Name):
            return None if node.id in self.local else self.environment.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.captured(node.value)
            if isinstance(owner, ModuleType) or is_module(owner):
                return getattr(owner, node.attr, None)
        return None

    def is_tokenizer_call(self, node: ast.expr) -> bool:
        """A call of a captured tokenizer, perhaps moved to a device."""
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to":
            return self.is_tokenizer_call(node.func.value)
        return is_tokenizer(self.captured(node.func))

    def is_encoding(self, node: ast.expr) -> bool:
        """A local name that holds the result of a tokenizer call."""
        return isinstance(node, ast.Name) and node.id in self.encodings

    def is_exit(self, node: ast.expr) -> bool:
        """`tensor.numpy()` and the like."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in EXITS:
            return False
        return self.is_tensor(node.func.value)

    def is_tensor(self, node: ast.expr) -> bool:
        """True when the expression's value is computed by torch."""
        if isinstance(node, ast.Name):
            return node.id in self.tensors or (node.id not in self.local and is_tensor(self.environment.get(node.id)))
        if isinstance(node, ast.Subscript):
            return self.is_encoding(node.value) or self.is_tensor(node.value)
        if isinstance(node, ast.Attribute):
            return self.is_encoding(node.value) or self.is_tensor(node.value) or is_tensor(self.captured(node))
        if isinstance(node, ast.Call):
            return self._is_tensor_call(node)
        if isinstance(node, ast.Constant | ast.Lambda | ast.JoinedStr):
            return False
        if isinstance(node, ast.DictComp | ast.ListComp | ast.GeneratorExp | ast.SetComp):
            return any(self.is_encoding(item) or self.is_tensor(item) for item in ast.walk(node) if isinstance(item, ast.Name))
        return any(self.is_tensor(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))

    def _is_tensor_call(self, node: ast.Call) -> bool:
        function = self.captured(node.func)
        if (
            is_tokenizer(function)
            or self.is_tokenizer_call(node)
            or self.is_exit(node)
            or self._is_sentence_call(node)
            or is_numpy(function)
            or (isinstance(function, FunctionType) and is_user_function(function) and takes_out(function))
        ):
            return False
        if is_torch(function) or is_module(function) or self._is_module_method(node.func):
            return True
        if isinstance(node.func, ast.Attribute) and (self.is_tensor(node.func.value) or self._is_moved(node.func)):
            return True
        arguments = self.arguments(node)
        if any(self.is_tensor(argument) for argument in arguments):
            return True
        takes_encoding = any(self.is_encoding(argument) for argument in arguments)
        return takes_encoding and is_user_function(function) and computes_tensors(function)  # type: ignore[arg-type]

    def _is_moved(self, function: ast.Attribute) -> bool:
        return function.attr == "to" and self.is_encoding(function.value)

    def _is_sentence_call(self, node: ast.Call) -> bool:
        return isinstance(node.func, ast.Attribute) and is_sentence_transformer(self.captured(node.func.value))

    def _is_module_method(self, function: ast.expr) -> bool:
        return isinstance(function, ast.Attribute) and is_module(self.captured(function.value))

    @staticmethod
    def arguments(node: ast.Call) -> list[ast.expr]:
        """Every argument's expression."""
        positional = [item.value if isinstance(item, ast.Starred) else item for item in node.args]
        return [*positional, *(keyword.value for keyword in node.keywords)]

    def exits(self, node: ast.AST) -> list[ast.expr]:
        """The tensors that are handed to code that is not torch's, outermost, in order of evaluation."""
        if isinstance(node, ast.expr):
            if self.is_exit(node):
                assert isinstance(node, ast.Call)
                assert isinstance(node.func, ast.Attribute)
                return [node.func.value]
            if self.is_tensor(node):
                return [node]
        return [found for child in ast.iter_child_nodes(node) for found in self.exits(child)]

    def mentions_tensors(self, node: ast.AST) -> bool:
        """True when anything inside is computed by torch."""
        return any(self.is_tensor(item) for item in ast.walk(node) if isinstance(item, ast.expr))


def _field(node: ast.Subscript | ast.Attribute) -> object:
    """The constant that an attribute or an item is asked by."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.slice.value if isinstance(node.slice, ast.Constant) else None


def assigned_names(node: ast.AST) -> set[str]:
    """Names that a statement binds."""
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)}


def loaded_names(node: ast.AST) -> list[str]:
    """Names that are read, each once, in order of appearance. An augmented assignment reads its target."""
    found = [node.target.id] if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        found.append(node.id)
    for child in ast.iter_child_nodes(node):
        found += loaded_names(child)
    return list(dict.fromkeys(found))
