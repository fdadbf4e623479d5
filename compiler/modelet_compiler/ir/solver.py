"""Item types of containers, found from use: `items = []` learns its item type from every `append`.

Each place that makes a container owns a variable. Aliases share it; joining two containers makes their variables one. A variable
only ever grows, so propagation ends.
"""

from __future__ import annotations

from dataclasses import replace

from modelet_compiler.ir.types import (
    BOOL,
    ERROR,
    FLOAT,
    INT,
    JSON,
    JSON_UNION,
    NEVER,
    NONE,
    STR,
    ArrayType,
    BoundMethodType,
    CellType,
    ClosureType,
    DictType,
    EngineType,
    ExceptionType,
    GeneratorType,
    IteratorType,
    ListType,
    LiteralType,
    MatchType,
    PatternType,
    RecordType,
    SetType,
    TupleType,
    Type,
    UnionType,
    VariableType,
    is_function,
    is_tuple_of,
    members_of,
    tuple_of,
    type_name,
    union_order,
)

LARGEST_UNION = 24
MOST_UNIONS = 200_000  # in one compilation: a class of a hundred lines takes fifty thousand; types that hold each other, any number
LENGTHS = 3  # of tuples that one value may have
DEEPEST_TYPE = 10  # a type that grows with every pass would never settle; open item types count as flat
MOST_FUNCTIONS = 64  # that may meet in one variable: dispatch tables are long


RECURSIVE = "a container's type contains itself"
ENDLESS = "the types in this function grow without end"


class Conflict(Exception):
    """Two types that must be one are not."""


def way_out(conflict: Conflict) -> str:
    """What to write instead of what led to a conflict."""
    said = str(conflict)
    if said == RECURSIVE:
        return "a class of your own for the values that hold each other"
    if "different types" in said or said == ENDLESS:
        return "one kind of value in each variable and container, or a class that holds the different ones"
    return "values of one type in both, as `[float(x) for x in items]` makes them, or an annotation that names both types"


class Solver:
    """The variables of one compilation and what is known about each."""

    def __init__(self) -> None:
        self._parent: list[int] = []
        self._unions = 0
        self._solution: list[Type] = []
        self._fixed: list[bool] = []
        self._becoming: list[Type] = []
        self.changed = False
        self.final = False  # in the last pass: what is not known now never will be

    def new(self) -> VariableType:
        """A variable about which nothing is known."""
        self._parent.append(len(self._parent))
        self._solution.append(NEVER)
        self._fixed.append(False)
        return VariableType(len(self._parent) - 1)

    def root(self, variable: VariableType) -> VariableType:
        """The variable that stands for all that were made one with it."""
        index = variable.index
        while self._parent[index] != index:
            index = self._parent[index]
        return VariableType(index)

    def shallow(self, type_: Type) -> Type:
        """A variable's solution so far, its inner variables left as they are. Lists that have become alike are one member."""
        while isinstance(type_, VariableType):
            type_ = self._solution[self.root(type_).index]
        if isinstance(type_, UnionType) and sum(isinstance(member, ListType) for member in type_.members) > 1:
            return self._united(list(type_.members))
        return type_

    def canonical(self, type_: Type) -> Type:
        """Every variable replaced by its root."""
        return self._map(type_, resolve=False, depth=0)

    def resolve(self, type_: Type) -> Type:
        """Every variable replaced by its solution, all the way down."""
        return self._map(type_, resolve=True, depth=0)

    def _map(self, type_: Type, resolve: bool, depth: int) -> Type:
        if depth > 32:
            raise Conflict(RECURSIVE)
        if isinstance(type_, VariableType):
            return self._map(self.shallow(type_), resolve, depth + 1) if resolve else self.root(type_)
        if isinstance(type_, ListType):
            return ListType(self._map(type_.item, resolve, depth + 1))
        if isinstance(type_, SetType):
            return SetType(self._map(type_.item, resolve, depth + 1))
        if isinstance(type_, GeneratorType):
            return GeneratorType(*(self._map(part, resolve, depth + 1) for part in (type_.item, type_.sent, type_.returned)))
        if isinstance(type_, DictType):
            return DictType(self._map(type_.key, resolve, depth + 1), self._map(type_.value, resolve, depth + 1), type_.kind)
        if isinstance(type_, TupleType):
            return TupleType(tuple(self._map(item, resolve, depth + 1) for item in type_.items), type_.cls)
        if isinstance(type_, BoundMethodType):
            return replace(type_, owner=self._map(type_.owner, resolve, depth + 1))
        if isinstance(type_, RecordType):
            return replace(type_, items=tuple(self._map(item, resolve, depth + 1) for item in type_.items))
        if isinstance(type_, EngineType):
            return replace(type_, parameters=tuple(self._map(item, resolve, depth + 1) for item in type_.parameters))
        if isinstance(type_, IteratorType):
            item = self._map(type_.item, resolve, depth + 1)
            return IteratorType(type_.python, type_.cpp, item, tuple(self._map(part, resolve, depth + 1) for part in type_.parameters))
        if isinstance(type_, UnionType):
            return self.union([self._map(member, resolve, depth + 1) for member in type_.members])
        if isinstance(type_, CellType):
            return CellType(self._map(type_.item, resolve, depth + 1))
        if isinstance(type_, ClosureType):
            return replace(type_, parts=tuple(self.root(part) for part in type_.parts if isinstance(part, VariableType)))
        return type_

    def include(self, variable: Type, type_: Type) -> None:
        """Makes an item type at least `type_`. Raises Conflict when it cannot grow."""
        if not isinstance(variable, VariableType):
            if not self.fits(type_, variable):
                raise Conflict(f"{type_name(self.resolve(type_))} is not {type_name(self.resolve(variable))}")
            return
        variable = self.root(variable)
        if isinstance(type_, VariableType):
            if self.root(type_) != variable:
                self.include(variable, self.shallow(type_))
            return
        old = self._solution[variable.index]
        if depth_of(type_) > DEEPEST_TYPE:
            raise Conflict(RECURSIVE)
        new = self.join(old, type_)
        if self.canonical(new) == self.canonical(old):
            return
        if self._fixed[variable.index]:
            raise Conflict(f"{type_name(self.resolve(type_))} is not {type_name(self.resolve(old))}")
        if self._holds(new, variable):
            self._close(variable, new)
            return
        self._solution[variable.index] = new
        self.changed = True

    def _holds(self, type_: Type, variable: VariableType, seen: frozenset[int] = frozenset()) -> bool:
        """Whether a container of type `type_` may hold, however deep, what has this item type."""
        if isinstance(type_, VariableType):
            root = self.root(type_)
            if root == self.root(variable) or root.index in seen:
                return root == self.root(variable)
            return self._holds(self._solution[root.index], variable, seen | {root.index})
        return any(self._holds(part, variable, seen) for part in parts_of(type_))

    def unify(self, left: Type, right: Type) -> None:
        """Makes two item types one. Raises Conflict."""
        if isinstance(left, VariableType) and isinstance(right, VariableType):
            self._merge(self.root(left), self.root(right))
        elif isinstance(left, VariableType):
            self._fix(self.root(left), right)
        elif isinstance(right, VariableType):
            self._fix(self.root(right), left)
        elif self.canonical(left) != self.canonical(right) and not self._unify_inside(left, right):
            raise Conflict(f"{type_name(self.resolve(left))} is not {type_name(self.resolve(right))}")

    def _merge(self, left: VariableType, right: VariableType) -> None:
        if left == right:
            return
        if left.index > right.index:
            left, right = right, left
        if self._holds(self._solution[left.index], right) or self._holds(self._solution[right.index], left):
            raise Conflict(RECURSIVE)
        joined = self.join(self._solution[left.index], self._solution[right.index])
        if (self._fixed[left.index] or self._fixed[right.index]) and self._grows(left, right, joined):
            raise Conflict(f"{type_name(self.resolve(left))} is not {type_name(self.resolve(right))}")
        self._parent[right.index] = left.index
        self._solution[left.index] = joined
        self._fixed[left.index] = self._fixed[left.index] or self._fixed[right.index]
        self.changed = True

    def _grows(self, left: VariableType, right: VariableType, joined: Type) -> bool:
        return any(
            self._fixed[side.index] and self.canonical(joined) != self.canonical(self._solution[side.index]) for side in (left, right)
        )

    def _fix(self, variable: VariableType, type_: Type) -> None:
        self.include(variable, type_)
        if self.canonical(self._solution[variable.index]) != self.canonical(type_):
            raise Conflict(f"{type_name(self.resolve(variable))} is not {type_name(self.resolve(type_))}")
        self._fixed[variable.index] = True

    def _unify_inside(self, left: Type, right: Type) -> bool:
        match left, right:
            case (ListType(a), ListType(b)) | (SetType(a), SetType(b)) | (CellType(a), CellType(b)):
                self.unify(a, b)
            case GeneratorType(item, sent, returned), GeneratorType(other_item, other_sent, other_returned):
                if self.canonical(item) != self.canonical(other_item):
                    return False
                self.unify(sent, other_sent)
                self.unify(returned, other_returned)
            case (ClosureType(function, parts), ClosureType(other_function, other_parts)) if function is other_function:
                for part, other in zip(parts, other_parts, strict=True):
                    self.unify(part, other)
            case DictType(key, value), DictType(other_key, other_value):
                self.unify(key, other_key)
                self.unify(value, other_value)
            case BoundMethodType(name, _, owner), BoundMethodType(same_name, _, other_owner) if name == same_name:
                return self._same(owner, other_owner)
            case EngineType(python, _, items), EngineType(same_python, _, others) if python == same_python:
                for item, other_item in zip(items, others, strict=True):
                    self.unify(item, other_item)
            case TupleType(items, cls), TupleType(others, other_cls) if len(items) == len(others) and cls is other_cls:
                for item, other in zip(items, others, strict=True):
                    self.unify(item, other)
            case _:
                return False
        return True

    def join(self, left: Type, right: Type) -> Type:
        """The type of a value that is one or the other."""
        if left == right or right == NEVER:
            return left
        if left == NEVER:
            return right
        if ERROR in (left, right):
            return ERROR
        if isinstance(left, TupleType) and isinstance(right, TupleType) and same_form(left, right):
            joined = (self.join(self.shallow(a), self.shallow(b)) for a, b in zip(left.items, right.items, strict=True))
            return TupleType(tuple(joined), left.cls)
        return self._one_tuple(left, right) or self.union([left, right])

    def _one_tuple(self, left: Type, right: Type) -> Type | None:
        """Two tuples one of which has an unknown length; None when these are not such."""
        if not ((is_tuple_of(left) and is_plain_tuple(right)) or (is_tuple_of(right) and is_plain_tuple(left))):
            return None
        item: Type = NEVER
        for part in (left, right):
            for one in part.items if isinstance(part, TupleType) else part.parameters if isinstance(part, EngineType) else ():
                item = self.join(item, self.shallow(one))
        return tuple_of(item)

    def union(self, types: list[Type]) -> Type:
        """Flat, sorted, without repetition; containers whose item types can be one are one member."""
        self._unions += 1
        if self._unions > MOST_UNIONS:
            raise Conflict(ENDLESS)
        return self._united(types)

    def _united(self, types: list[Type]) -> Type:
        members: list[Type] = []
        for type_ in types:
            for member in type_.members if isinstance(type_, UnionType) else (type_,):
                if isinstance(member, ArrayType):
                    member = self._one_array(member, members)
                elif isinstance(member, DictType):
                    member = self._one_dict(member, members)
                elif isinstance(member, ExceptionType):
                    member = self._one_exception(member, members)
                elif isinstance(member, PatternType | MatchType):
                    member = self._one_pattern(member, members)
                elif isinstance(member, TupleType):
                    member = self._one_form(member, members)
                if is_plain_tuple(member):
                    member = self._any_tuple(member, members)
                if member != NEVER and member not in members and not any(self._one_member(member, other) for other in members):
                    members.append(member)
        members = self._few_tuples(members)
        if ERROR in members:
            return ERROR
        if JSON in members or all(member in members for member in JSON_UNION.members):
            others = [member for member in members if member != JSON and not self.become_json(member)]
            members = list(dict.fromkeys([*JSON_UNION.members, *others])) if others else [JSON]
        if not members:
            return NEVER
        if len(members) == 1:
            return members[0]
        if sum(not is_function(member) for member in members) > LARGEST_UNION or len(members) > MOST_FUNCTIONS:
            raise Conflict(f"a value may have {len(members)} different types")
        return UnionType(tuple(sorted(members, key=lambda member: union_order(self.resolve(member)))))

    def _one_member(self, member: Type, other: Type) -> bool:
        """Whether two members of a union are one, or can be made so."""
        return not self._unlike(member, other) and self._same(member, other)

    def _unlike(self, member: Type, other: Type) -> bool:
        """Whether two lists hold nothing that is alike, as far as is known: then each keeps its items' type."""
        if not isinstance(member, ListType) or not isinstance(other, ListType):
            return False
        kinds = [self._kinds(self.shallow(one.item)) for one in (member, other)]
        return all(kinds) and None not in kinds[0] | kinds[1] and not kinds[0] & kinds[1]

    def _kinds(self, type_: Type) -> set[str | None]:
        """The classes of a list's items: numbers are one kind; None for what may still be anything."""
        members = type_.members if isinstance(type_, UnionType) else () if type_ == NEVER else (type_,)
        if len(members) > 1:
            members = tuple(member for member in members if member != NONE)
        return {None if member in (JSON, NONE) or is_function(member) else kind_name(self.shallow(member)) for member in members}

    def _one_form(self, member: TupleType, members: list[Type]) -> Type:
        """Tuples of one length and class are one member, joined item by item."""
        for other in [other for other in members if isinstance(other, TupleType) and same_form(member, other)]:
            members.remove(other)
            joined = self.join(other, member)
            assert isinstance(joined, TupleType)
            member = joined
        return member

    def _one_array(self, array: ArrayType, members: list[Type]) -> ArrayType:
        """Arrays of several dtypes or ranks are one member, since they are one type at run time."""
        for other in [member for member in members if isinstance(member, ArrayType)]:
            members.remove(other)
            dtype = array.dtype if array.dtype == other.dtype else "any"
            array = ArrayType(dtype, array.rank if array.rank == other.rank else None)
        return array

    def become_json(self, type_: Type) -> bool:
        """Whether a value of `type_` is one of JSON's; containers whose item types are still open are made so."""
        type_ = self.shallow(type_)
        if type_ in (NEVER, JSON) or type_ in JSON_UNION.members:
            return True
        if isinstance(type_, UnionType):
            return all(self.become_json(member) for member in type_.members)
        if isinstance(type_, ListType):
            return self._item_becomes(type_.item, JSON)
        if isinstance(type_, DictType) and type_.kind == "dict":
            return self._item_becomes(type_.key, STR) and self._item_becomes(type_.value, JSON)
        return False

    def _close(self, variable: VariableType, type_: Type) -> None:
        """A container that may hold itself holds values of any of JSON's kinds. Raises Conflict when it cannot."""
        self._becoming.append(variable)
        possible = not self._fixed[variable.index] and self.become_json(type_) and self.become_json(self._solution[variable.index])
        self._becoming.pop()
        if not possible:
            raise Conflict(RECURSIVE)
        self._solution[variable.index] = JSON
        self.changed = True

    def _item_becomes(self, item: Type, wanted: Type) -> bool:
        """Makes an item type exactly `wanted`, if it may still grow."""
        item = self.root(item) if isinstance(item, VariableType) else item
        have = self.shallow(item)
        if have == wanted:
            return True
        if not isinstance(item, VariableType) or self._fixed[self.root(item).index] or item in self._becoming:
            return item in self._becoming
        if wanted != JSON and have != NEVER:
            return False
        self._becoming.append(item)
        try:
            if wanted == JSON and not self.become_json(have):
                return False
        finally:
            self._becoming.pop()
        self._solution[self.root(item).index] = wanted
        self.changed = True
        return True

    def _any_tuple(self, member: Type, members: list[Type]) -> Type:
        """Tuples of unknown and of known length are one member."""
        for other in list(members):
            joined = self._one_tuple(member, other) if is_plain_tuple(other) else None
            if joined is not None:
                members.remove(other)
                member = joined
        return member

    def _few_tuples(self, members: list[Type]) -> list[Type]:
        """Tuples of three or more lengths are a tuple of any length: one that a loop makes longer."""
        tuples = [member for member in members if isinstance(member, TupleType) and member.cls is None]
        if len(tuples) < LENGTHS:
            return members
        items = [self.shallow(item) for member in tuples for item in member.items]
        return [*(member for member in members if member not in tuples), tuple_of(self.union(items))]

    def _one_dict(self, member: DictType, members: list[Type]) -> DictType:
        """A dict and its subclasses are one member, since they are one type at run time."""
        for other in members:
            if isinstance(other, DictType) and other.kind != member.kind and self._same(member, other):
                members.remove(other)
                return DictType(member.key, member.value, "mapping")
        return member

    def _one_exception(self, member: ExceptionType, members: list[Type]) -> ExceptionType:
        """Builtin exceptions of several classes are one type at run time."""
        for other in [other for other in members if isinstance(other, ExceptionType)]:
            members.remove(other)
            both = set(member.classes) | set(other.classes)
            least = [cls for cls in both if not any(cls is not base and issubclass(cls, base) for base in both)]
            member = ExceptionType(tuple(sorted(least, key=lambda cls: str(cls.__name__))))
        return member

    def _one_pattern(self, member: PatternType | MatchType, members: list[Type]) -> Type:
        """Patterns of several shapes are one type at run time, and so are their matches."""
        for other in list(members):
            if isinstance(member, PatternType) and isinstance(other, PatternType):
                members.remove(other)
                member = member.joined(other)
            elif isinstance(member, MatchType) and isinstance(other, MatchType):
                members.remove(other)
                member = MatchType(member.pattern.joined(other.pattern))
        return member

    def _same(self, left: Type, right: Type) -> bool:
        made = ListType | SetType | DictType | TupleType | EngineType | ClosureType | BoundMethodType | GeneratorType
        if type(left) is not type(right) or not isinstance(left, made):
            return False
        if isinstance(left, TupleType) and isinstance(right, TupleType) and not same_form(left, right):
            return False
        try:
            return self._unify_inside(left, right)
        except Conflict:
            return False

    def fits(self, type_: Type, wanted: Type) -> bool:
        """Whether every value of `type_` is one of `wanted`. Containers must agree exactly, and may be made to."""
        type_, wanted = self.shallow(type_), self.shallow(wanted)
        if type_ == wanted or type_ in (NEVER, ERROR) or wanted == ERROR:
            return True
        if wanted == JSON:
            return self.become_json(type_)
        if isinstance(type_, UnionType) or (type_ == JSON and isinstance(wanted, UnionType)):
            return all(self.fits(member, wanted) for member in members_of(type_))
        if isinstance(wanted, UnionType):
            return any(self.fits(type_, member) for member in wanted.members)
        if isinstance(type_, ArrayType) and isinstance(wanted, ArrayType):
            return wanted.dtype in (type_.dtype, "any") and wanted.rank in (type_.rank, None)
        if isinstance(type_, LiteralType):
            return self.fits(literal_base(type_), wanted)
        if isinstance(type_, ExceptionType) and isinstance(wanted, ExceptionType):
            return all(issubclass(cls, wanted.classes) for cls in type_.classes)
        if isinstance(type_, PatternType) and isinstance(wanted, PatternType):
            return wanted.joined(type_) == wanted
        if isinstance(type_, MatchType) and isinstance(wanted, MatchType):
            return wanted.pattern.joined(type_.pattern) == wanted.pattern
        if isinstance(type_, ArrayType) and isinstance(wanted, ArrayType):
            return wanted.dtype in ("any", type_.dtype) and wanted.rank in (None, type_.rank)
        if isinstance(wanted, EngineType) and is_tuple_of(wanted) and is_plain_tuple(type_):
            parts = type_.items if isinstance(type_, TupleType) else type_.parameters if isinstance(type_, EngineType) else ()
            return all(self.fits(part, wanted.parameters[0]) for part in parts)
        if isinstance(type_, TupleType) and isinstance(wanted, TupleType) and same_form(type_, wanted):
            return all(self.fits(item, other) for item, other in zip(type_.items, wanted.items, strict=True))
        return self._same(type_, wanted)


def kind_name(type_: Type) -> str:
    """The class of a value of this type, with all numbers as one."""
    return "number" if type_ in (BOOL, INT, FLOAT) else type(type_).__name__


def is_plain_tuple(type_: Type) -> bool:
    """Whether this is a tuple without names, of any length."""
    return is_tuple_of(type_) or (isinstance(type_, TupleType) and type_.cls is None)


def same_form(left: TupleType, right: TupleType) -> bool:
    """Whether two tuples are of one length and one class."""
    return len(left.items) == len(right.items) and left.cls is right.cls


def parts_of(type_: Type) -> tuple[Type, ...]:
    """The types that a type is made of."""
    match type_:
        case ListType(item) | SetType(item) | GeneratorType(item):
            return (item,)
        case DictType(key, value):
            return key, value
        case TupleType(items) | UnionType(items):
            return items
        case EngineType(_, _, parameters):
            return parameters
        case IteratorType(_, _, item, parameters):
            return item, *parameters
    return ()


def depth_of(type_: Type) -> int:
    """How deep a type is nested; what is still open counts as flat."""
    return 1 + max(map(depth_of, parts_of(type_)), default=0)


def literal_base(type_: LiteralType) -> Type:
    """The type of a Literal's values."""
    from modelet_compiler.ir.types import BOOL, INT, STR

    names: dict[type, Type] = {bool: BOOL, int: INT, str: STR, type(None): NONE}
    return names[type(type_.values[0])]
