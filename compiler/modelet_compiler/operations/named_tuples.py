"""Named tuples: classes made by typing.NamedTuple or collections.namedtuple, with the methods that users give them."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, cast

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.arguments import Wanted, unknown_number
from modelet_compiler.ir.types import BOOL, FLOAT, INT, STR, DictType, ListType, TupleType, Type, UnionType, class_name, members_of, static
from modelet_compiler.lowering.objects import is_plain
from modelet_compiler.operations.matching import constant_type

if TYPE_CHECKING:
    from modelet_compiler.ir.calls import Calls

    Keywords = dict[str, typed.Expression]

CHANGED = frozenset([
    "__new__", "__init__", "__repr__", "__eq__", "__ne__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__", "__iter__",
    "__len__", "__getitem__", "__bool__", "__format__", "__getattr__",
    "__getattribute__", "__call__",
])  # fmt: skip
SHOWN = frozenset(["str", "format", "builtins.str", "builtins.format"])
REPRESENTING = frozenset(["repr", "ascii", "builtins.repr", "builtins.ascii"])
TEMPLATES = frozenset(["%", "%=", "str.format", "str.format_map", "format unpacked"])
UNARY = frozenset(["unary -", "unary +", "unary ~", "builtins.abs"])


def new(context: Calls, cls: Any, positional: list[typed.Expression], keywords: Keywords, span: Span) -> typed.Expression:
    """`Point(1, y=2)`."""
    refuse_changes(cls)
    name, fields = cls.__name__, cls._fields
    positional = spread_out(context, cls, positional, keywords, span)
    if len(positional) > len(fields):
        raise Unsupported(f"{name}() takes {len(fields)} values but {len(positional)} were given")
    given = dict(zip(fields, positional, strict=False))
    for key, value in keywords.items():
        if key in given or key not in fields:
            raise Unsupported(f"{name}() got {'multiple values for' if key in given else 'an unexpected keyword'} argument '{key}'")
        given[key] = value
    for field in fields:
        if field not in given:
            given[field] = default(context, cls, field)
    return made(context, cls, [given[field] for field in fields], span)


def spread_out(context: Calls, cls: Any, positional: list[typed.Expression], keywords: Keywords, span: Span) -> list[typed.Expression]:
    """`Point(*values)`: as many values as there are fields."""
    if not any(isinstance(value, typed.Spread) for value in positional):
        return positional
    *plain, last = positional
    if keywords or not isinstance(last, typed.Spread) or any(isinstance(value, typed.Spread) for value in plain):
        raise unknown_number()
    left = cls._fields[len(plain) :]
    required = [field for field in left if field not in cls._field_defaults]
    wanted = Wanted(required, [default(context, cls, field) for field in left[len(required) :]], more=False)
    values, _ = context.unpacked(last, f"{cls.__name__}.__new__", len(plain) + 1, wanted, span)
    return [*plain, *values]


def default(context: Calls, cls: Any, field: str) -> typed.Expression:
    """What a field is when nothing is given for it."""
    if field not in cls._field_defaults:
        raise Unsupported(f"{cls.__name__}() is missing the argument '{field}'")
    value = cls._field_defaults[field]
    if is_plain(value):
        return typed.Literal(value, constant_type(value))
    found = context.captured(f"{cls.__name__}.{field}", value)
    if context.changes_attribute(field):
        context.check_writeable(found)
    return found


def made(context: Calls, cls: Any, values: list[typed.Expression], span: Span) -> typed.Expression:
    """A named tuple of these values."""
    type_ = TupleType(tuple(context.solver.shallow(value.type) for value in values), cls)
    return context.compute(type_, "tuple", list(zip(values, type_.items, strict=True)), span, raises=False, plain=True)


def refuse_changes(cls: Any) -> None:
    """Special methods of a user's own would be called where the engine does what a tuple does."""
    for base in cls.__mro__[: cls.__mro__.index(tuple)]:
        for name in sorted(CHANGED & set(vars(base))):
            method = vars(base)[name]
            code = getattr(getattr(method, "__func__", method), "__code__", None)
            if code is not None and not code.co_filename.startswith("<") and "collections" not in code.co_filename:
                raise Unsupported(f"`{name}` of the named tuple {cls.__name__} is not supported", "it is a tuple in compiled code")


def attribute(context: Calls, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
    """A field, a property, or a constant of the class."""
    type_ = context.solver.shallow(value.type)
    assert isinstance(type_, TupleType)
    if name in type_.cls._fields:
        return context.tuple_item(value, type_, type_.cls._fields.index(name), span)
    if name == "__class__":
        return class_itself(type_.cls)
    found = getattr(type_.cls, name, None)
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        return context.helper(found.fget, name, [value], {}, span)
    return typed.Literal(found, constant_type(found)) if found is not None and is_plain(found) else None


def method(
    context: Calls, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: Keywords, span: Span
) -> typed.Expression | None:
    """`_replace`, `_asdict`, and what the class defines."""
    type_ = context.solver.shallow(value.type)
    assert isinstance(type_, TupleType)
    if name == "_replace" and not positional:
        return replaced(context, value, type_, keywords, span)
    if name == "_asdict" and not positional and not keywords:
        return as_dict(context, value, type_, span)
    found = getattr(type_.cls, name, None)
    if isinstance(found, MethodType) and isinstance(found.__func__, FunctionType):
        return context.helper(found.__func__, name, [class_itself(type_.cls), *positional], keywords, span)
    if not isinstance(found, FunctionType):
        return None
    is_static = any(isinstance(vars(base).get(name), staticmethod) for base in type_.cls.__mro__)
    return context.helper(found, name, positional if is_static else [value, *positional], keywords, span)


def class_itself(cls: Any) -> typed.Expression:
    """The class as an argument."""
    return typed.Literal(cls, static(cls.__name__, cls), cls.__name__)


def replaced(context: Calls, value: typed.Expression, type_: TupleType, keywords: Keywords, span: Span) -> typed.Expression:
    """A copy with other values for some fields."""
    fields = type_.cls._fields
    unexpected = [name for name in keywords if name not in fields]
    if unexpected:
        raise Unsupported(f"Got unexpected field names: {unexpected!r}")
    values = [keywords[name] if name in keywords else context.tuple_item(value, type_, at, span) for at, name in enumerate(fields)]
    return made(context, type_.cls, values, span)


def as_dict(context: Calls, value: typed.Expression, type_: TupleType, span: Span) -> typed.Expression:
    """A dict of the fields."""
    site = (context.key, span, "as dict")
    key, item = context.site_variable((*site, "key")), context.site_variable((*site, "value"))
    context.solver.include(key, STR)
    arguments: list[Any] = []
    for at, name in enumerate(type_.cls._fields):
        context.solver.include(item, context.solver.shallow(type_.items[at]))
        arguments += [(typed.Literal(name, STR), key), (context.tuple_item(value, type_, at, span), item)]
    return context.compute(DictType(key, item), "python::dict", arguments, span)


def of_class(
    context: Calls, cls: Any, name: str, positional: list[typed.Expression], keywords: Keywords, span: Span
) -> typed.Expression | None:
    """A call on the class: `_make`, class methods and static methods. None when it is something else."""
    if name == "_make" and len(positional) == 1 and not keywords:
        type_ = context.solver.shallow(positional[0].type)
        count = len(cls._fields)
        if isinstance(type_, TupleType) and len(type_.items) == count:
            return made(context, cls, [context.tuple_item(positional[0], type_, at, span) for at in range(count)], span)
        if isinstance(type_, ListType):
            return _made_of_list(context, cls, positional[0], type_, span)
        raise Unsupported(f"{cls.__name__}._make takes a list, or a tuple of {count} items, here")
    found = getattr(cls, name, None)
    if isinstance(found, MethodType) and isinstance(found.__func__, FunctionType):
        return context.helper(found.__func__, name, [class_itself(cls), *positional], keywords, span)
    return None


def _made_of_list(context: Calls, cls: Any, value: typed.Expression, type_: ListType, span: Span) -> typed.Expression:
    count = typed.Literal(len(cls._fields), INT)
    checked = context.compute(type_, "python::make_named", [(value, type_), (count, INT)], span)
    item = context.solver.shallow(type_.item)
    parts = [
        context.compute(item, "python::index", [(checked, type_), (typed.Literal(at, INT), INT)], span) for at in range(len(cls._fields))
    ]
    return made(context, cls, parts, span)


def operator(context: Calls, name: str, positional: Sequence[typed.Expression], span: Span) -> typed.Expression | None:
    """`a + b` where a class has an `__add__` of its own, or the right one an `__radd__`; None: what tuples do."""
    from modelet_compiler.ir.special_methods import ARITHMETIC, NOT_IMPLEMENTED, SINGLE

    shown = _shown(context, name, positional, span)
    if shown is not None:
        return shown
    if len(positional) == 1 and name in UNARY:
        method = defined(context.solver.shallow(positional[0].type), SINGLE[name])
        return None if method is None else context.helper(method, SINGLE[name], list(positional), {}, span)
    if name == "in" and len(positional) == 2:
        method = defined(context.solver.shallow(positional[1].type), "__contains__")
        found = None if method is None else context.helper(method, "__contains__", [positional[1], positional[0]], {}, span)
        return None if found is None else cast(Any, context).truth(found, span)
    symbol = name if name in ARITHMETIC else name.removesuffix("=")
    if len(positional) != 2 or symbol not in ARITHMETIC:
        return None
    left, right = (context.solver.shallow(value.type) for value in positional)
    names = f"__{ARITHMETIC[symbol]}__", f"__r{ARITHMETIC[symbol]}__"
    first, second = defined(left, names[0]), defined(right, names[1])
    if first is not None:
        if second is not None and second is not defined(left, names[1]):
            raise Unsupported(f"`{symbol}` of two classes of named tuples is not supported", "the right one might go first")
        result = context.helper(first, names[0], list(positional), {}, span)
    elif second is not None and (left in (INT, FLOAT, BOOL, STR) or isinstance(left, TupleType | ListType)):
        result = context.helper(second, names[1], [positional[1], positional[0]], {}, span)
    else:
        return None
    if NOT_IMPLEMENTED in members_of(context.solver.shallow(result.type)):
        raise Unsupported(f"`{names[0]}` of a named tuple gives NotImplemented here", instead="raise TypeError(…)")
    return result


def _shown(context: Calls, name: str, positional: Sequence[typed.Expression], span: Span) -> typed.Expression | None:
    """`str(value)` and the like of a class with a `__str__`; None: what tuples do."""
    types = [context.solver.shallow(value.type) for value in positional]
    custom = [type_ for type_ in types if any(defined(member, "__str__") for member in members_of(type_))]
    if not custom or name in REPRESENTING:
        return None
    if name in TEMPLATES or name.startswith("logging."):
        raise Unsupported(f"a template that shows a {class_name(custom[0])} is not supported", "its class has a `__str__`", "an f-string")
    if name not in SHOWN or types[0] != custom[0]:
        return None
    if isinstance(types[0], UnionType):

        def one(member: typed.Expression) -> typed.Expression | None:
            return context.apply(name, [member, *positional[1:]], {}, span)

        return context.switch(positional[0], types[0], one, lambda _: None, span)
    if len(positional) > 1 and not (isinstance(positional[1], typed.Literal) and positional[1].value == ""):
        raise Unsupported(f"a format of a {class_name(types[0])} is not supported", "its class has a `__str__`", "`str(value)`")
    method = defined(types[0], "__str__")
    assert method is not None
    return context.helper(method, "__str__", [positional[0]], {}, span)


def defined(type_: Type, name: str) -> FunctionType | None:
    """The special method that a user gave a class of named tuples."""
    found = getattr(type_.cls, name, None) if isinstance(type_, TupleType) and type_.cls is not None else None
    return found if isinstance(found, FunctionType) else None
