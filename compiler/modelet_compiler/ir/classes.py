"""Users' classes: what each attribute holds, which members a class has, and the code that dataclasses generate."""

from __future__ import annotations

import abc
import collections
import dataclasses
import enum
import linecache
import sys
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.types import (
    DictType,
    EngineType,
    GeneratorType,
    IteratorType,
    ListType,
    ObjectType,
    SetType,
    TupleType,
    Type,
    UnionType,
    object_type,
)
from modelet_compiler.standard import abstract_classes, builtin_bases, instance_parts

LIBRARIES = frozenset(["numpy", "torch", "transformers", "sentence_transformers", "tokenizers", "scipy", "pandas", "PIL", "onnxruntime"])
OF_ALL = frozenset(["args", "__cause__", "__context__", "__suppress_context__", "__notes__"])
"""Attributes that every exception has."""
MISSING: Any = dataclasses.MISSING


PLAIN_ANNOTATIONS = (int, float, str, bool, "int", "float", "str", "bool")


@dataclass
class ClassInfo:
    """One class in one compilation."""

    type: ObjectType
    fields: dict[str, Type] = field(default_factory=dict)  # attribute → the variable of its type
    hooks: dict[str, Any] = field(default_factory=dict)  # of the runtime → key of the specialisation
    mixed: dict[Type, Any] = field(default_factory=dict)  # other types that `==` is asked for → key of the specialisation
    decoded: bool = False  # arrives as an argument, or in one
    arrives: bool = False  # callers may pass plain data, of which its class has more to do than to store it
    constructed: bool = False  # instances are made
    copied: set[str] = field(default_factory=set)  # "copy", "deepcopy": what is asked of instances
    captured: bool = False  # instances are constants of the library
    foreign: dict[str, str] = field(default_factory=dict)  # attributes of captured instances that cannot be constants → their classes
    functions: dict[Any, FunctionType] = field(default_factory=dict)  # generated for a dataclass

    @property
    def python(self) -> Any:
        """The class."""
        return self.type.python


FROM_SOURCE = frozenset(["textwrap", "html", "string", "difflib", "calendar"])
"""Modules of the standard library whose own source is compiled like a user's."""


def is_library_module(module: str) -> bool:
    """Whether a module's code is lowered by operations and adapters, not by compiling its source."""
    root = module.split(".")[0]
    return root in LIBRARIES or root in sys.stdlib_module_names - {"__main__", *FROM_SOURCE}


def is_user_class(value: Any) -> bool:
    """Whether instances are compiled from the class's own source."""
    if not isinstance(value, type) or is_library_module(value.__module__ or ""):
        return False
    return extends_collection(value) or not issubclass(value, enum.Enum | dict | tuple | list | set | str | bytes | int | float)


COLLECTIONS: dict[type, type] = {
    dict: builtin_bases.Dict, list: builtin_bases.List, collections.OrderedDict: builtin_bases.OrderedDict,
    collections.defaultdict: builtin_bases.DefaultDict, collections.Counter: builtin_bases.Counter,
}  # fmt: skip
"""Builtin classes that a user's class may extend, and what they give it."""
HELD = "_builtin_held"
"""The attribute of such instances that holds the plain collection."""
OF_COLLECTIONS = frozenset((HELD, "default_factory"))
"""Attributes that they have by themselves."""
SOURCED = (collections.UserDict, collections.UserList)
"""Classes of the standard library whose own source is compiled for a subclass."""


def extends_collection(cls: type) -> bool:
    """Whether this is a user's subclass of dict or list."""
    if type(cls) not in (type, abc.ABCMeta) or not issubclass(cls, (dict, list)) or cls in COLLECTIONS:
        return False
    return all(
        base in COLLECTIONS or base is object or not is_library_module(base.__module__) or base.__module__ in MIXED for base in cls.__mro__
    )


MIXED = ("typing", "abc", "collections.abc")
"""Modules whose classes only say what their subclasses have."""


def stands_for(base: type) -> type | None:
    """The class of ours that gives what `base`, of the standard library, gives its subclasses."""
    if base.__module__ == "collections.abc":
        return getattr(abstract_classes, base.__name__, None)
    return COLLECTIONS.get(base)


def given_by(base: type) -> dict[str, Any]:
    """The members that a class of ours gives in the place of `base`."""
    own = stands_for(base)
    if own is None:
        return {}
    members = {name: found for one in reversed(own.__mro__[:-1]) for name, found in vars(one).items()}
    return {name: found for name, found in members.items() if name not in ("__dict__", "__weakref__", "__module__", "__doc__")}


def member(cls: type, name: str, after: type | None = None) -> Any:
    """What `name` means on the class, unbound; MISSING when nothing. `after`: only bases behind this one."""
    order = cls.__mro__
    if after is not None:
        order = order[order.index(after) + 1 :]
    for base in order:
        if is_function_default(base, name):
            return MISSING
        if is_pydantic(base):
            return MODEL_METHODS.get(name, MISSING) if name != "__hash__" or is_frozen(cls) else None
        if base in COLLECTIONS and name in given_by(base):
            missing = name == "__getitem__" and issubclass(base, dict) and member(cls, "__missing__") is not MISSING
            return builtin_bases.get_or_missing if missing else given_by(base)[name]
        if name in vars(base):
            found = mixed_method(base, name)
            return MODEL_METHODS[name] if name == "__hash__" and is_pydantic(found) else found
    return MISSING


def is_function_default(base: type, name: str) -> bool:
    """Whether the class holds a function because it is the default of a dataclass's field: instances have that field."""
    return isinstance(vars(base).get(name), FunctionType) and name in vars(base).get("__dataclass_fields__", ())


def mixed_method(base: Any, name: str) -> Any:
    """A member of a class; of the standard library's, what stands for it, as their source is frozen or no Python."""
    return given_by(base).get(name, vars(base)[name])


def is_pydantic(base: Any) -> bool:
    """Whether a class or function is pydantic's own."""
    return str(getattr(base, "__module__", "")).split(".")[0] == "pydantic"


def is_model(cls: Any) -> bool:
    """Whether this is a pydantic model."""
    return isinstance(cls, type) and any(base.__name__ == "BaseModel" and is_pydantic(base) for base in cls.__mro__[1:])


def has_fields(cls: Any) -> bool:
    """Whether instances cross as objects of their fields: dataclasses and pydantic models."""
    return is_model(cls) or dataclasses.is_dataclass(cls)


def finishes_itself(cls: Any) -> bool:
    """Whether a dataclass has more to do than to store its arguments: `__post_init__`, or fields that are no arguments."""
    return dataclasses.is_dataclass(cls) and (hasattr(cls, "__post_init__") or not all(one.init for one in dataclasses.fields(cls)))


@dataclass(frozen=True)
class Field:
    """What dataclasses.Field and pydantic's FieldInfo have in common."""

    name: str
    default: Any = MISSING
    default_factory: Any = MISSING
    repr: bool = True
    compare: bool = True
    hash: bool | None = None
    type: Any = None


def fields_of(cls: Any) -> list[Any]:
    """The fields of a dataclass, InitVars included, or of a model, in order."""
    if not is_model(cls):
        return vars_of_dataclass(cls)
    made = []
    for name, one in cls.model_fields.items():
        default = MISSING if one.is_required() or one.default_factory is not None else one.default
        made.append(Field(name, default, one.default_factory or MISSING, one.repr, type=one.annotation))
    return made


def computed_of(cls: Any) -> list[Field]:
    """What a model computes and shows among its fields."""
    return [Field(name, MISSING, MISSING, one.repr) for name, one in cls.model_computed_fields.items()] if is_model(cls) else []


def defines(cls: type, name: str) -> bool:
    """Whether the class or a base other than object has this member."""
    if is_model(cls) and name in MODEL_METHODS:
        return True
    bases = [base for base in cls.__mro__ if base is not object and not is_pydantic(base)]
    return any(name in vars(base) if is_sourced(base) else name in given_by(base) for base in bases)


def is_sourced(base: type) -> bool:
    """Whether methods of a base are compiled from its own source."""
    return base in SOURCED or not is_library_module(base.__module__)


def is_compiled_class(cls: type) -> bool:
    """Whether captured instances of a class are constants of the library."""
    ours = cls.__module__.split(".")[0] in ("modelet", "modelet_compiler") and ".standard." not in cls.__module__
    if not is_user_class(cls) or ours or is_exception(cls):
        return False
    try:
        check_class(cls)
    except Unsupported:
        return False
    return True


def instance_attributes(value: Any) -> list[tuple[str, Any]]:
    """The attributes that an instance has, in order."""
    names = [name for base in reversed(type(value).__mro__) for name in slot_names(base)]
    pairs = [(name, getattr(value, name)) for name in names if hasattr(value, name)]
    pairs += getattr(value, "__dict__", {}).items()
    if extends_collection(type(value)):
        pairs.append((HELD, plain_collection(value)))
    return [(name, item) for name, item in pairs if not (name.startswith("__") and name.endswith("__"))]


def plain_collection(value: Any) -> Any:
    """What an instance of a subclass of dict or list holds, whatever it overrides."""
    if isinstance(value, collections.Counter):
        return collections.Counter(dict(dict.items(value)))
    return dict(dict.items(value)) if isinstance(value, dict) else list(list.__iter__(value))


def slot_names(base: type) -> list[str]:
    """The names in `__slots__`, as attributes are called."""
    own = vars(base).get("__slots__", ())
    names = [own] if isinstance(own, str) else list(own)
    return [f"_{base.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name for name in names]


SPECIAL = {
    "__new__": "it makes instances in a way of its own",
    "__getattribute__": "its attributes are not known when compiling",
    "__del__": "when it would run cannot be promised",
}


def check_class(cls: type) -> None:
    """Refuses classes whose instances cannot be compiled."""
    if is_model(cls) and (cls.__private_attributes__ or cls.__pydantic_generic_metadata__["parameters"]):  # type: ignore[attr-defined]
        raise Unsupported(f"the model {cls.__name__} is generic or has private attributes", instead="plain fields")
    if type(cls) not in (type, abc.ABCMeta) and type(cls).__name__ != "_ProtocolMeta" and not is_model(cls):
        raise Unsupported(f"the class {cls.__name__} has the metaclass {type(cls).__name__}", "it changes what the class does")
    if extends_collection(cls):
        check_collection(cls)
        return
    for base in cls.__mro__:
        if not is_sourced(base) and base.__module__ not in ("builtins", *MIXED):
            raise Unsupported(f"the class {cls.__name__} extends {base.__module__}.{base.__name__}", "it is not compiled from source")
        if base.__module__ == "builtins" and base is not object and not issubclass(base, BaseException):
            raise Unsupported(f"the class {cls.__name__} extends {base.__name__}", instead=f"hold a {base.__name__} in an attribute")
    check_special(cls)


def check_special(cls: type) -> None:
    """Refuses classes that change what making an instance, or an attribute, is."""
    for name, reason in SPECIAL.items():
        if defines(cls, name):
            raise Unsupported(f"the class {cls.__name__} has {name}", reason)
    if not isinstance(member(cls, "__setattr__"), FunctionType) and defines(cls, "__setattr__"):
        raise Unsupported(f"the class {cls.__name__} has a __setattr__ that is no plain method", instead="a method")


def check_collection(cls: type) -> None:
    """Refuses subclasses of dict and list that cannot be compiled."""
    check_special(cls)
    if dataclasses.is_dataclass(cls):
        raise Unsupported(f"the dataclass {cls.__name__} extends {builtin_base(cls).__name__}", instead="hold it in a field")


def is_exception(cls: Any) -> bool:
    """Whether instances can be raised."""
    return isinstance(cls, type) and issubclass(cls, BaseException)


def builtin_base(cls: type) -> type:
    """The nearest builtin class of a user's class."""
    return next(base for base in cls.__mro__ if base.__module__ == "builtins")


def is_flag(cls: Any) -> bool:
    """Whether this is a Flag whose members are compiled."""
    if not isinstance(cls, type) or not issubclass(cls, enum.Flag) or len(cls) == 0:
        return False
    values = [one.value for one in cls]
    plain = cls._missing_.__func__ is enum.Flag._missing_.__func__ and cls._boundary_ in (enum.STRICT, enum.KEEP)  # type: ignore[attr-defined]
    return plain and all(type(one) is int and 0 < one < 2**62 for one in values)


def is_enum(cls: Any) -> bool:
    """Whether this is an Enum, or a Flag whose members are compiled."""
    return isinstance(cls, type) and issubclass(cls, enum.Enum) and (not issubclass(cls, enum.Flag) or is_flag(cls))


def mixed_in(cls: type) -> type | None:
    """The builtin type that members are besides: int for an IntEnum, str for a StrEnum."""
    return next((base for base in (int, float, str) if issubclass(cls, base)), None)


PLAIN: dict[type, Any] = {int: int.__int__, float: float.__float__, str: str.__str__}


def plain_values(cls: Any) -> list[Any]:
    """The ints or strings that members of a mixed Enum are, in order."""
    base = mixed_in(cls)
    assert base is not None
    return [PLAIN[base](one) for one in cls]


def is_frozen(cls: type) -> bool:
    """Whether this is a frozen dataclass."""
    if is_model(cls):
        return bool(cls.model_config.get("frozen"))  # type: ignore[attr-defined]
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)


def is_generated(function: Any) -> bool:
    """Whether `dataclasses` generated this method."""
    plain = getattr(function, "__wrapped__", function)
    return isinstance(plain, FunctionType) and plain.__code__.co_filename == "<string>"


def slots(cls: type) -> set[str] | None:
    """The only attributes that instances may have; None when any."""
    names: set[str] = set()
    for base in cls.__mro__[:-1]:
        own = vars(base).get("__slots__")
        if own is None:
            if base in COLLECTIONS:
                names |= OF_COLLECTIONS
                continue
            if base.__module__ in MIXED:
                continue
            return None
        names.update([own] if isinstance(own, str) else own)
    return names


def object_types(type_: Type) -> list[ObjectType]:
    """The classes whose instances a resolved type holds, itself included; not what their attributes hold."""
    match type_:
        case ObjectType():
            return [type_]
        case ListType(item) | SetType(item) | GeneratorType(item):
            return object_types(item)
        case DictType(key, value):
            return object_types(key) + object_types(value)
        case TupleType(parts) | UnionType(parts) | EngineType(parameters=parts):
            return [found for part in parts for found in object_types(part)]
        case IteratorType(_, _, item, parameters):
            return [found for part in (item, *parameters) for found in object_types(part)]
    return []


def synthesized(info: ClassInfo, name: str, lines: list[str], environment: dict[str, Any]) -> FunctionType:
    """A function from generated source, which the rest of the compiler reads like any other."""
    key = (name, tuple(lines), tuple(map(id, environment.values())))
    if key not in info.functions:
        cls = info.python
        text = "\n".join(lines) + "\n"
        file = f"<{cls.__module__}.{cls.__qualname__}.{name} {len(info.functions)}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        scope = {**environment, "__name__": cls.__module__}
        exec(compile(text, file, "exec"), scope)
        info.functions[key] = scope[name]
    return info.functions[key]


def dataclass_init(info: ClassInfo, given: set[str], count: int) -> FunctionType:
    """`__init__` of a dataclass for a call that gives `count` positional arguments and the keywords `given`."""
    cls = info.python
    environment: dict[str, Any] = {}
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    late: list[str] = []
    position = 0
    for one in vars_of_dataclass(cls):
        name = one.name
        arrives = one.init and (name in given or (not one.kw_only and position < count))
        position += one.init and not one.kw_only
        if one.init and (arrives or one.default_factory is MISSING):
            text = name
            if one.default is not MISSING:
                environment[f"default_{name}"] = one.default
                text += f"=default_{name}"
            elif one.default_factory is not MISSING:
                text += "=None"  # never used: it is given
            (named if one.kw_only else plain).append(text)
        elif one.default_factory is not MISSING:
            environment[f"factory_{name}"] = one.default_factory
        if is_init_variable(one):
            late.append(name)
        elif one.init and (arrives or one.default_factory is MISSING):
            body.append(f"    self.{name} = {name}")
        elif one.default_factory is not MISSING:
            body.append(f"    self.{name} = factory_{name}()")
        elif one.default is not MISSING:
            environment[f"default_{name}"] = one.default
            body.append(f"    self.{name} = default_{name}")
    if hasattr(cls, "__post_init__"):
        body.append(f"    self.__post_init__({', '.join(late)})")
    parameters = ", ".join(["self", *plain, *(["*", *named] if named else [])])
    return synthesized(info, "__init__", [f"def __init__({parameters}):", *(body or ["    pass"])], environment)


def dataclass_from_dict(info: ClassInfo) -> FunctionType:
    """`cls(**data)` of a dataclass."""
    cls = info.python
    environment: dict[str, Any] = {"cls": cls}
    fields = [one for one in vars_of_dataclass(cls) if one.init]
    required = [one.name for one in fields if one.default is MISSING and one.default_factory is MISSING and not one.kw_only]
    if any(one.kw_only and one.default is MISSING and one.default_factory is MISSING for one in fields):
        raise Unsupported(f"`**` for {cls.__name__} is not supported", "it has keyword-only fields without defaults", "name the arguments")
    given = []
    for one in fields:
        text = f"data[{one.name!r}]"
        if one.default is not MISSING:
            environment[f"default_{one.name}"] = one.default
            text += f" if {one.name!r} in data else default_{one.name}"
        elif one.default_factory is not MISSING:
            environment[f"factory_{one.name}"] = one.default_factory
            text += f" if {one.name!r} in data else factory_{one.name}()"
        given.append(f"{one.name}={text}")
    shown = f"{cls.__qualname__}.__init__()"
    lines = ["def __new__(data):", "    for key in data:", f"        if key not in {tuple(one.name for one in fields)!r}:",
             f"            raise TypeError(f\"{shown} got an unexpected keyword argument '{{key}}'\")",
             f"    missing = [repr(name) for name in {required!r} if name not in data]",
             "    if len(missing) == 1:", f"        raise TypeError(f'{shown} missing 1 required positional argument: {{missing[0]}}')",
             "    if len(missing) > 1:", "        comma = ',' if len(missing) > 2 else ''",
             "        names = ', '.join(missing[:-1]) + comma + ' and ' + missing[-1]",
             f"        raise TypeError(f'{shown} missing {{len(missing)}} required positional arguments: {{names}}')",
             f"    return cls({', '.join(given)})"]  # fmt: skip
    return synthesized(info, "__new__", lines, environment)


def vars_of_dataclass(cls: Any) -> list[Any]:
    """The fields and InitVars of a dataclass, in order."""
    return [one for one in cls.__dataclass_fields__.values() if one._field_type is not dataclasses._FIELD_CLASSVAR]  # type: ignore[attr-defined]


def is_init_variable(one: Any) -> bool:
    """Whether a dataclass's field is only a parameter of `__init__`."""
    return one._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def dataclass_method(info: ClassInfo, name: str) -> FunctionType:
    """`__eq__`, `__lt__`, `__hash__` or `__repr__` of a dataclass, for an argument of the same class."""
    fields = fields_of(info.python) if is_model(info.python) else dataclasses.fields(info.python)
    texts = [*fields, *computed_of(info.python)]
    if name == "__str__":
        shown = " ".join(f"{one.name}={{self.{one.name}!r}}" for one in texts if one.repr)
        return synthesized(info, name, ["def __str__(self):", f"    return f'{shown}'"], {})
    if name == "__repr__":
        shown = ", ".join(f"{one.name}={{self.{one.name}!r}}" for one in texts if one.repr)
        lines = [f"return f'{info.python.__qualname__}({shown})'"]
        if any(one.type not in PLAIN_ANNOTATIONS for one in texts if one.repr):  # it may hold itself
            lines = ["if begin_showing(self):", "    return '...'", "try:", f"    {lines[0]}", "finally:", "    end_showing(self)"]
        return synthesized(info, name, ["def __repr__(self):", *(f"    {line}" for line in lines)], vars(instance_parts))
    if name == "__hash__":
        chosen = [one for one in fields if (one.compare if one.hash is None else one.hash)]
        held = f"self.{chosen[0].name}" if is_model(info.python) and len(chosen) == 1 else _tuple("self", chosen)
        return synthesized(info, name, ["def __hash__(self):", f"    return hash({held})"], {})
    symbol = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}[name]
    chosen = [one for one in fields if one.compare]
    comparison = f"{_tuple('self', chosen)} {symbol} {_tuple('other', chosen)}"
    return synthesized(info, name, [f"def {name}(self, other):", f"    return {comparison}"], {})


def _tuple(owner: str, fields: list[Any]) -> str:
    return "(" + "".join(f"{owner}.{one.name}, " for one in fields) + ")"


def marked(name: str) -> FunctionType:
    """Stands for a method of every model; `dataclass_method` writes it."""
    scope: dict[str, Any] = {}
    exec(compile(f"def {name}(self, *other): ...", "<string>", "exec"), scope)
    function: FunctionType = scope[name]
    return function


MODEL_METHODS: dict[str, Any] = {name: marked(name) for name in ("__eq__", "__repr__", "__str__", "__hash__")}

__all__ = ["ClassInfo", "object_type"]
