"""The type rules of a tokenizer's methods: which calls are compiled, and to which C++ function of its own each leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from modelet_compiler.ir.types import BoolType, IntType, ListType, NoneType, StrType, Type, UnionType, union_order
from modelet_compiler.lowering.adapter import Argument, NativeCall, Refused
from modelet_compiler.lowering.tokenizers.binding import Bound, bind
from modelet_compiler.lowering.tokenizers.captured import Captured
from modelet_compiler.lowering.tokenizers.chat_template import ChatParts, chat_rule
from modelet_compiler.lowering.tokenizers.encoding_type import Form, encoding_type

ENCODE_PARAMETERS = (
    "text", "text_pair", "text_target", "text_pair_target", "add_special_tokens", "padding", "truncation", "max_length", "stride",
    "is_split_into_words", "pad_to_multiple_of", "padding_side", "return_tensors", "return_token_type_ids", "return_attention_mask",
    "return_overflowing_tokens", "return_special_tokens_mask", "return_offsets_mapping", "return_length", "verbose",
)  # fmt: skip
PLAIN_ENCODE_PARAMETERS = (
    "text", "text_pair", "add_special_tokens", "padding", "truncation", "max_length", "stride", "padding_side", "return_tensors",
)  # fmt: skip

_UNUSED = ("text_pair", "text_target", "text_pair_target")
_OFF = (
    "stride", "is_split_into_words", "return_overflowing_tokens", "return_special_tokens_mask", "return_offsets_mapping", "return_length",
)  # fmt: skip

CPP_TYPES: dict[Type, str] = {
    StrType(): "const modelet::python::Str &",
    ListType(StrType()): "const modelet::python::List<modelet::python::Str> &",
    IntType(): "int64_t ",
    ListType(IntType()): "const modelet::python::List<int64_t> &",
    ListType(ListType(IntType())): "const modelet::python::List<modelet::python::List<int64_t>> &",
    BoolType(): "bool ",
}


@dataclass(frozen=True)
class Wrapper:
    """A C++ function of one tokenizer: `result name(Call &call, parameters) { return function(call, tokenizer, arguments…); }`."""

    result: str
    parameters: tuple[tuple[str, str], ...]  # C++ type and name
    body: str


@dataclass
class CallRules:
    """The rules for one captured tokenizer; `wrappers` collects what they need, by C++ name."""

    captured: Captured
    namespace: str
    wrappers: dict[str, Wrapper] = field(default_factory=dict)
    chat: ChatParts = field(default_factory=ChatParts)
    truncates: bool = False  # a call that was accepted asks for truncation

    def call(self, method: str, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall:
        """The rule of `tokenizer.method(…)`. Raises Refused."""
        if method == "apply_chat_template":
            return chat_rule(self, positional, keywords)
        if method not in METHODS:
            raise Refused(
                f"the tokenizer's method {method!r} is not compiled", f"compiled: {', '.join(sorted([*METHODS, 'apply_chat_template']))}"
            )
        parameters, rule = METHODS[method]
        shown = "tokenizer" if method == "__call__" else f"tokenizer.{method}"
        return rule(self, bind(shown, parameters, positional, keywords))

    def wrap(self, stem: str, wrapper: Wrapper, result: Type, passes: tuple[int | str, ...]) -> NativeCall:
        """The C++ function that is this wrapper, made when no equal one is there."""
        for name, known in self.wrappers.items():
            if known == wrapper:
                return NativeCall(result, f"{self.namespace}::{name}", passes)
        name = f"{stem}_{sum(key.rsplit('_', 1)[0] == stem for key in self.wrappers)}"
        self.wrappers[name] = wrapper
        return NativeCall(result, f"{self.namespace}::{name}", passes)


# ---------------------------------------------------------------------------------------------- text to ids


def _text(bound: Bound, name: str = "text") -> Argument:
    if not bound.has(name):
        raise Refused(f"{bound.method} is called without {name!r}", f"give a str or a list of str as {name!r}")
    argument = bound.arguments[name]
    if argument.type not in (StrType(), ListType(StrType())):
        raise Refused(f"{bound.method} is given {type(argument.type).__name__} as {name!r}", "supported: str, list[str]")
    return argument


@dataclass(frozen=True)
class Options:
    """EncodeOptions, as far as they are known; `dynamic`: max_length comes at run time."""

    special_tokens: bool
    padding: str  # "none", "longest", "maximum"
    truncation: str  # "none", "longest_first"
    maximum: int
    dynamic: bool
    multiple_of: int
    tensors: str  # "none", "torch", "numpy"


def _options(rules: CallRules, bound: Bound) -> Options:
    for name in _UNUSED:
        if bound.constant(name, None) is not None:
            raise Refused(f"{bound.method}({name}=…) is not supported", "give one text, or a list of texts")
    for name in _OFF:
        bound.only(name, (0, False) if name == "stride" else (False, 0))
    length = bound.arguments.get("max_length")
    dynamic = length is not None and not length.is_constant and not isinstance(length.type, NoneType)
    if length is not None and dynamic and length.type != IntType():
        raise Refused(f"max_length of {bound.method} is not an int", "give an int")
    maximum = None if dynamic else bound.constant("max_length", None)
    padding = _padding(bound)
    truncation = _truncation(bound, dynamic or maximum is not None)
    if maximum is None and not dynamic:
        maximum = rules.captured.maximum
        padding = "none" if padding == "maximum" and maximum is None else padding
        truncation = "none" if maximum is None else truncation
    if not dynamic and (isinstance(maximum, bool) or not isinstance(maximum, int | None) or not -(1 << 63) <= (maximum or 0) < 1 << 63):
        raise Refused(f"max_length of {bound.method} is {maximum!r}", "give an int")
    multiple = _multiple_of(bound, padding, truncation, dynamic, maximum)
    _check_padding(rules, bound, padding)
    special = bound.only("add_special_tokens", (True, False))
    used = dynamic and (padding == "maximum" or truncation != "none")
    return Options(special, padding, truncation, maximum or 0, used, multiple, _tensors(bound))


def _padding(bound: Bound) -> str:
    value = bound.constant("padding", False)
    forms = {False: "none", True: "longest", "do_not_pad": "none", "longest": "longest", "max_length": "maximum"}
    if not isinstance(value, bool | str) or value not in forms:
        names = "['longest', 'max_length', 'do_not_pad']"
        raise Refused(f"{value} is not a valid PaddingStrategy, please select one of {names}", "or True, or False")
    return forms[value]


def _truncation(bound: Bound, has_maximum: bool) -> str:
    value = bound.constant("truncation", None)
    if value is None and has_maximum and bound.constant("padding", False) is False:
        return "longest_first"
    forms = {None: "none", False: "none", True: "longest_first", "do_not_truncate": "none", "longest_first": "longest_first",
             "only_first": "longest_first"}  # fmt: skip
    if value == "only_second":
        raise Refused("truncation='only_second' needs a second text", "use truncation=True")
    if not isinstance(value, bool | str | None) or value not in forms:
        names = "['only_first', 'only_second', 'longest_first', 'do_not_truncate']"
        raise Refused(f"{value} is not a valid TruncationStrategy, please select one of {names}", "or True, or False")
    return forms[value]


def _multiple_of(bound: Bound, padding: str, truncation: str, dynamic: bool, maximum: int | None) -> int:
    value = bound.constant("pad_to_multiple_of", None)
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1 << 31:
        raise Refused(f"pad_to_multiple_of of {bound.method} is {value!r}", "give a positive int")
    if padding == "none" or truncation == "none":
        return value
    if dynamic or (maximum is not None and maximum % value != 0):
        length = "known at run time" if dynamic else maximum
        reason = f"Truncation and padding are both activated but the length {length} is not a multiple of pad_to_multiple_of {value}"
        raise Refused(reason, "give a constant max_length that is a multiple")
    return value


def _check_padding(rules: CallRules, bound: Bound, padding: str) -> None:
    side = bound.constant("padding_side", None) or rules.captured.attributes["padding_side"]
    if padding == "none":
        return
    if rules.captured.attributes.get("pad_token") is None or (rules.captured.attributes.get("pad_token_id") or 0) < 0:
        raise Refused("Asking to pad but the tokenizer does not have a padding token.", "tokenizer.pad_token = tokenizer.eos_token")
    if side != "right":
        raise Refused(f"padding on the {side} is not supported: the model runs on the tokens alone", 'set tokenizer.padding_side = "right"')


def _tensors(bound: Bound) -> str:
    value = bound.constant("return_tensors", None)
    forms = {None: "none", "pt": "torch", "np": "numpy"}
    if not isinstance(value, str | None) or value not in forms:
        raise Refused(f"{bound.method}(return_tensors={value!r}) is not supported", "supported: None, 'pt', 'np'")
    return forms[value]


def _check_even(rules: CallRules, options: Options, text: Argument) -> None:
    """Rows of different length make an array of objects in numpy."""
    template = rules.captured.specification.template
    added = len(template.before) + len(template.after) if options.special_tokens else 0
    fixed = options.padding == "maximum" and options.truncation != "none" and not options.dynamic and options.maximum >= added
    if options.tensors == "numpy" and text.type != StrType() and options.padding != "longest" and not fixed:
        raise Refused("texts of different length would make a numpy array of objects", "use padding=True")


def _encode_wrapper(rules: CallRules, text: Argument, options: Options, function: str, result: str) -> Wrapper:
    maximum = "max_length" if options.dynamic else f"{options.maximum}"
    side = str(rules.captured.attributes["truncation_side"])
    body = (
        "EncodeOptions options;\n"
        f"  options.special_tokens = {str(options.special_tokens).lower()};\n"
        f"  options.padding = Padding::{options.padding};\n"
        f"  options.truncation = Truncation::{options.truncation};\n"
        f"  options.truncated = Side::{side};\n"
        f"  options.maximum = {maximum};\n"
        f"  options.multiple_of = {options.multiple_of};\n"
        f"  options.tensors = Tensors::{options.tensors};\n"
        f"  return {function};"
    )
    parameters = [(CPP_TYPES[text.type], "text")]
    if options.dynamic:
        parameters.append((CPP_TYPES[IntType()], "max_length"))
    return Wrapper(result, tuple(parameters), body)


def _passes(bound: Bound, options: Options) -> tuple[int | str, ...]:
    return (bound.places["text"], *((bound.places["max_length"],) if options.dynamic else ()))


def _form(options: Options, text: Argument) -> Form:
    if options.tensors != "none":
        return "torch" if options.tensors == "torch" else "numpy"
    return "list" if text.type == StrType() else "lists"


def _call_rule(rules: CallRules, bound: Bound) -> NativeCall:
    text, options = _text(bound), _options(rules, bound)
    _check_even(rules, options, text)
    rules.truncates |= options.truncation != "none"
    keys = tuple(key for key in ("input_ids", "token_type_ids", "attention_mask") if _wants(rules, bound, key))
    wrapper = _encode_wrapper(rules, text, options, "tokenize(call, tokenizer, text, options)", "modelet::tokenizers::Encoding")
    return rules.wrap("tokenize", wrapper, encoding_type(_form(options, text), keys), _passes(bound, options))


def _wants(rules: CallRules, bound: Bound, key: str) -> bool:
    if key == "input_ids":
        return True
    said = bound.only(f"return_{key}", (None, True, False))
    return key in rules.captured.input_names if said is None else bool(said)


def _encode_rule(rules: CallRules, bound: Bound) -> NativeCall:
    text, options = _text(bound), _options(rules, bound)
    _check_even(rules, options, text)
    rules.truncates |= options.truncation != "none"
    form = _form(options, text)
    ids = encoding_type(form, ("input_ids",)).attribute("input_ids")
    result = {"numpy": "modelet::numpy::Array", "list": "modelet::python::List<int64_t>"}.get(
        form, "modelet::python::List<modelet::python::List<int64_t>>"
    )
    call = f"encoded_ids<{ids.cpp}>(call, tokenize(call, tokenizer, text, options))"
    return rules.wrap("encode", _encode_wrapper(rules, text, options, call, result), ids.result, _passes(bound, options))


def _tokenize_rule(rules: CallRules, bound: Bound) -> NativeCall:
    text = _text(bound)
    if text.type != StrType():
        raise Refused("tokenizer.tokenize is given a list", "give one text")
    bound.only("pair", (None,))
    options = Options(bound.only("add_special_tokens", (False, True)), "none", "none", 0, False, 0, "none")
    function = "tokenize_to_text(call, tokenizer, text, options)"
    wrapper = _encode_wrapper(rules, text, options, function, "modelet::python::List<modelet::python::Str>")
    return rules.wrap("tokens", wrapper, ListType(StrType()), (bound.places["text"],))


# ---------------------------------------------------------------------------------------------- ids to text


def _converted(
    rules: CallRules, bound: Bound, name: str, function: str, results: Mapping[Type, Type], flags: Mapping[str, bool], stem: str
) -> NativeCall:
    """A call of one argument whose type decides the result's, and of flags (parameter → default) that may be known at run time."""
    argument = bound.arguments.get(name)
    if argument is None or argument.type not in results:
        given = "nothing" if argument is None else type(argument.type).__name__
        wanted = ", ".join(sorted(_python_name(one) for one in results))
        raise Refused(f"{bound.method} is given {given} as {name!r}", f"supported: {wanted}")
    parameters, passes = [(CPP_TYPES[argument.type], "value")], [bound.places[name]]
    arguments = "value"
    for flag, default in flags.items():
        given_flag = bound.arguments.get(flag)
        if given_flag is not None and not given_flag.is_constant and given_flag.type == BoolType():
            parameters.append((CPP_TYPES[BoolType()], flag))
            passes.append(bound.places[flag])
            said = f"{flag} && {str(rules.captured.cleans_up).lower()}" if flag == CLEAN_UP else flag
        else:
            said = str(_flag(rules, bound, flag, default)).lower()
        arguments += f", {said}"
    result = results[argument.type]
    wrapper = Wrapper(_result_type(result), tuple(parameters), f"return {function}(call, tokenizer, {arguments});")
    return rules.wrap(stem, wrapper, result, tuple(passes))


CLEAN_UP = "clean_up_tokenization_spaces"


def _flag(rules: CallRules, bound: Bound, name: str, default: bool) -> bool:
    """A constant; transformers takes None for the tokenizer's own setting of `clean_up_tokenization_spaces`."""
    if name != CLEAN_UP:
        return bool(bound.only(name, (default, not default)))
    said = bound.only(name, (None, False, True))
    return default if said is None else said and rules.captured.cleans_up


def _decode_flags(rules: CallRules) -> dict[str, bool]:
    return {"skip_special_tokens": False, CLEAN_UP: rules.captured.clean_up}


def _python_name(type_: Type) -> str:
    return f"list[{_python_name(type_.item)}]" if isinstance(type_, ListType) else type(type_).__name__.removesuffix("Type").lower()


def _result_type(type_: Type) -> str:
    return CPP_TYPES[type_].removeprefix("const ").rstrip(" &") if type_ in CPP_TYPES else _RESULTS[type_]


_DECODED: dict[Type, Type] = {IntType(): StrType(), ListType(IntType()): StrType(), ListType(ListType(IntType())): ListType(StrType())}


def _decode_rule(rules: CallRules, bound: Bound) -> NativeCall:
    return _converted(rules, bound, "token_ids", "modelet::tokenizers::decode", _DECODED, _decode_flags(rules), "decode")


def _batch_decode_rule(rules: CallRules, bound: Bound) -> NativeCall:
    batches: dict[Type, Type] = {ListType(ListType(IntType())): ListType(StrType())}
    return _converted(rules, bound, "sequences", "modelet::tokenizers::decode", batches, _decode_flags(rules), "batch_decode")


OPTIONAL_INT = UnionType(tuple(sorted((IntType(), NoneType()), key=union_order)))


def _tokens_to_ids_rule(rules: CallRules, bound: Bound) -> NativeCall:
    """Without an unk_token the id of a text that is no token is None; of a text known now, it is known which."""
    argument = bound.arguments.get("tokens")
    known = rules.captured.find(argument.constant) if argument is not None and argument.is_constant else None
    if known is not None:
        return rules.wrap("id", Wrapper("int64_t", (), f"(void)call;\n  return {known};"), IntType(), ())
    has_unknown = rules.captured.attributes.get("unk_token_id") is not None
    item, function = (IntType(), "convert_tokens_to_ids") if has_unknown else (OPTIONAL_INT, "find_token_ids")
    results: dict[Type, Type] = {StrType(): item, ListType(StrType()): ListType(item)}
    return _converted(rules, bound, "tokens", f"modelet::tokenizers::{function}", results, {}, function)


def _ids_to_tokens_rule(rules: CallRules, bound: Bound) -> NativeCall:
    results: dict[Type, Type] = {IntType(): StrType(), ListType(IntType()): ListType(StrType())}
    return _converted(
        rules, bound, "ids", "modelet::tokenizers::convert_ids_to_tokens", results, {"skip_special_tokens": False}, "convert_ids_to_tokens"
    )


def _length_rule(rules: CallRules, bound: Bound) -> NativeCall:
    del bound
    return rules.wrap("length", Wrapper("int64_t", (), f"(void)call;\n  return {rules.captured.size};"), IntType(), ())


_RESULTS: dict[Type, str] = {
    ListType(StrType()): "modelet::python::List<modelet::python::Str>",
    OPTIONAL_INT: "modelet::tokenizers::OptionalId",
    ListType(OPTIONAL_INT): "modelet::python::List<modelet::tokenizers::OptionalId>",
}

Rule = Callable[[CallRules, Bound], NativeCall]

METHODS: dict[str, tuple[Sequence[str], Rule]] = {
    "__call__": (ENCODE_PARAMETERS, _call_rule),
    "__len__": ((), _length_rule),
    "batch_decode": (("sequences", "skip_special_tokens", "clean_up_tokenization_spaces"), _batch_decode_rule),
    "convert_ids_to_tokens": (("ids", "skip_special_tokens"), _ids_to_tokens_rule),
    "convert_tokens_to_ids": (("tokens",), _tokens_to_ids_rule),
    "decode": (("token_ids", "skip_special_tokens", "clean_up_tokenization_spaces"), _decode_rule),
    "encode": (PLAIN_ENCODE_PARAMETERS, _encode_rule),
    "tokenize": (("text", "pair", "add_special_tokens"), _tokenize_rule),
}
"""Each method's parameters, in the order of their positions, and its rule."""


def constant_value(value: Any) -> bool:
    """Whether an attribute's value can stand in compiled code."""
    return value is None or isinstance(value, bool | int | float | str)
