"""Outlining: takes the statements that compute with torch out of a function and leaves one call for each run of them.

    tokens = tokenizer(texts, padding=True, return_tensors="pt")      tokens = tokenizer(texts, padding=True, return_tensors="pt")
    with torch.no_grad():                                       ──▶   return __region_0(tokens)
        hidden = model(**tokens).last_hidden_state
    return F.normalize(hidden[:, 0]).numpy()

What was taken out stays Python: `torch.export` runs it, helpers included, so no operation of torch needs a type rule. A branch
on plain values is kept, with what comes before and after it in each of its arms; a branch on a tensor is refused.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping, Sequence
from typing import Any

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.region_taint import Taint, assigned_names, is_torch, loaded_names
from modelet_compiler.lowering.tensor_region import TensorRegion, TensorRegionAdapter

ADAPTERS_HERE = (TensorRegionAdapter(),)

LARGEST_BRANCHING = 32
"""Regions of one function: each is a program of its own, so arms that double again and again are refused."""

_SCOPES = ("no_grad", "inference_mode", "set_grad_enabled", "enable_grad")


def outline_regions(function: ast.FunctionDef, environment: Mapping[str, object]) -> tuple[ast.FunctionDef, dict[str, TensorRegion]]:
    """The function without torch, and the regions that it calls, by name.

    What cannot be outlined becomes a region that refuses to be called, at the statement in question, so that the caller's
    diagnostics have its place.
    """
    outlined = copy.deepcopy(function)
    outlined.decorator_list = [item for item in outlined.decorator_list if not _is_torch_decorator(item, environment)]
    outliner = _Outliner(function.name, environment, _locals(function))
    outliner.note_all(outlined)
    if not any(outliner.taint.mentions_tensors(statement) for statement in outlined.body):
        return outlined, {}
    outlined.body = outliner.block(outlined.body)
    return ast.fix_missing_locations(outlined), outliner.regions


def _locals(function: ast.FunctionDef) -> frozenset[str]:
    arguments = function.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return frozenset({item.arg for item in names if item} | {name for statement in function.body for name in assigned_names(statement)})


def _is_torch_decorator(node: ast.expr, environment: Mapping[str, object]) -> bool:
    target = node.func if isinstance(node, ast.Call) else node
    return is_torch(Taint(environment, frozenset()).captured(target))


class _Outliner:
    """Outlines one function; regions are numbered in the order of their statements."""

    def __init__(self, function: str, environment: Mapping[str, Any], local: frozenset[str]) -> None:
        self.function = function
        self.environment = environment
        self.taint = Taint(environment, local)
        self.regions: dict[str, TensorRegion] = {}
        self._temporaries = 0

    # Statements

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A block of statements, outlined."""
        run = _Run(self)
        queue = list(statements)
        while queue:
            statement = queue.pop(0)
            try:
                if isinstance(statement, ast.With) and self._is_scope(statement):
                    queue[:0] = statement.body
                elif isinstance(statement, ast.If) and self.taint.mentions_tensors(statement):
                    return self._branch(run, statement, queue)
                elif isinstance(statement, ast.For | ast.While | ast.Try | ast.With) and self.taint.mentions_tensors(statement):
                    self._nested(run, statement)
                else:
                    run.add(statement)
            except Refused as refusal:
                return [*run.statements(), self._refuse(statement, refusal)]
        return run.statements()

    def _is_scope(self, statement: ast.With) -> bool:
        """`with torch.no_grad():` and the like, which change nothing in a compiled function."""
        for item in statement.items:
            call = item.context_expr
            target = call.func if isinstance(call, ast.Call) else call
            if not is_torch(self.taint.captured(target)):
                return False
            name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
            if name not in _SCOPES:
                raise Refused(f"`with {ast.unparse(call)}` changes how torch computes", "compute in float32, without it")
        return True

    def _branch(self, run: _Run, statement: ast.If, rest: Sequence[ast.stmt]) -> list[ast.stmt]:
        """An if around tensor code: each arm gets the tensor code before it and everything after it."""
        if self.taint.mentions_tensors(statement.test):
            raise Refused("a branch depends on a tensor's value", "choose with torch.where, or decide before the model runs")
        before = run.pending()
        state = (set(self.taint.tensors), set(self.taint.encodings))
        statement.body = self.block(_copies([*before, *statement.body, *rest]))
        self.taint.tensors, self.taint.encodings = state
        statement.orelse = self.block(_copies([*before, *statement.orelse, *rest]))
        if len(self.regions) > LARGEST_BRANCHING:
            raise Refused("too many branches stand between tensor statements", "decide before the model runs, or after `.numpy()`")
        return [*run.untouched(), statement]

    def _nested(self, run: _Run, statement: ast.stmt) -> None:
        """A loop or a try around tensor code of its own."""
        if run.is_open() and set(loaded_names(statement)) & self.taint.tensors:
            raise Refused("a loop runs over tensors", "loop over texts, or compute all rows at once")
        for name in ("body", "orelse", "finalbody"):
            if getattr(statement, name, None):
                setattr(statement, name, self.block(getattr(statement, name)))
        for handler in getattr(statement, "handlers", []):
            handler.body = self.block(handler.body)
        run.add_plain(statement)

    def _refuse(self, statement: ast.stmt, refusal: Refused) -> ast.stmt:
        region = TensorRegion(self.function, [], [], (), self.environment, refusal)
        return ast.copy_location(ast.Return(_call(self.register(region), [], statement)), statement)

    def register(self, region: TensorRegion) -> str:
        name = f"__region_{len(self.regions)}"
        self.regions[name] = region
        return name

    # Expressions

    def note_all(self, function: ast.FunctionDef) -> None:
        """Remembers every name that holds tokens."""
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                self.note(node)
        if any(self.taint.mentions_tensors(statement) for statement in function.body):
            self.taint.note_encodings(function)

    def note(self, statement: ast.Assign) -> None:
        """Remembers that a name holds the result of a tokenizer call."""
        if self.taint.is_tokenizer_call(statement.value) and isinstance(statement.targets[0], ast.Name):
            self.taint.encodings.add(statement.targets[0].id)

    def temporary(self, value: ast.expr, prefix: str) -> tuple[ast.Assign, str]:
        """A statement that gives a value a name."""
        name = f"__{prefix}_{self._temporaries}"
        self._temporaries += 1
        self.taint.local |= {name}
        target = ast.copy_location(ast.Name(name, ast.Store()), value)
        return ast.copy_location(ast.Assign([target], value), value), name

    def lift_tokens(self, statement: ast.stmt) -> list[ast.stmt]:
        """Tokenizer calls inside tensor code, as statements before it. Also takes `.to(device)` off them."""
        lifter = _TokenLifter(self)
        lifter.visit(statement)
        return lifter.lifted


class _TokenLifter(ast.NodeTransformer):
    def __init__(self, outliner: _Outliner) -> None:
        self.outliner = outliner
        self.lifted: list[ast.stmt] = []

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not self.outliner.taint.is_tokenizer_call(node):
            self.generic_visit(node)
            return node
        call = _without_moves(node)
        statement, name = self.outliner.temporary(call, "tokens")
        self.outliner.note(statement)
        self.lifted.append(statement)
        return ast.copy_location(ast.Name(name, ast.Load()), node)


class _Run:
    """Consecutive statements of one block: those before the region, the region's own, and those that use its results."""

    def __init__(self, outliner: _Outliner) -> None:
        self.outliner = outliner
        self.taint = outliner.taint
        self.before: list[ast.stmt] = []
        self.own: list[ast.stmt] = []
        self.outputs: list[ast.expr] = []
        self.after: list[ast.stmt] = []

    def is_open(self) -> bool:
        return bool(self.own or self.outputs)

    def pending(self) -> list[ast.stmt]:
        """The region's statements, to be repeated in each arm of a branch. Refused when results were used already."""
        if self.outputs:
            raise Refused("a branch with tensor code follows code that used a tensor's values", "put the branch first")
        return self.own

    def untouched(self) -> list[ast.stmt]:
        return self.before

    def add(self, statement: ast.stmt) -> None:
        """Sorts one statement."""
        if isinstance(statement, ast.Assign) and self.taint.is_tokenizer_call(statement.value):
            assert isinstance(statement.value, ast.Call)
            statement.value = _without_moves(statement.value)
            self.outliner.note(statement)
            self.add_plain(statement)
            return
        if not self.taint.mentions_tensors(statement):
            self._forget(statement)
            self.add_plain(statement)
            return
        for lifted in self.outliner.lift_tokens(statement):
            self.add_plain(lifted)
        if self._is_own(statement):
            self._add_own(statement)
        else:
            self._add_exits(statement)

    def _forget(self, statement: ast.stmt) -> None:
        names = assigned_names(statement)
        self.taint.tensors -= names
        self.taint.encodings -= names

    def add_plain(self, statement: ast.stmt) -> None:
        """A statement without tensors: it stays where it is, or moves in front of the region."""
        if self.outputs:
            self.after.append(statement)
            return
        names = assigned_names(statement)
        mine = {name for own in self.own for name in (*assigned_names(own), *loaded_names(own))}
        if names & mine:
            raise Refused(f"`{min(names & mine)}` changes between statements that compute with tensors", "give the new value another name")
        self.before.append(statement)

    def _is_own(self, statement: ast.stmt) -> bool:
        """Statements that torch.export can run: assignments of tensors, and calls for effect on tensors of the region."""
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign) and statement.value is not None:
            changed = isinstance(statement, ast.AugAssign) and self.taint.is_tensor(statement.target)
            return changed or self.taint.is_tensor(statement.value)
        return isinstance(statement, ast.Assert) or (isinstance(statement, ast.Expr) and self.taint.is_tensor(statement.value))

    def _check_order(self, node: ast.AST) -> None:
        """Refuses tensor code that needs what is computed after the region."""
        given = {name for plain in self.after for name in assigned_names(plain)}
        needed = given & set(loaded_names(node))
        if needed:
            reason = f"tensor code uses `{min(needed)}`, which is computed from a tensor's values"
            raise Refused(reason, "keep it a tensor, or use numpy from there on")

    def _add_own(self, statement: ast.stmt) -> None:
        self._check_order(statement)
        self.own.append(statement)
        for target in assigned_names(statement):
            self.taint.tensors.add(target)

    def _add_exits(self, statement: ast.stmt) -> None:
        """A statement that takes tensors out: what it takes becomes results of the region."""
        for expression in self.taint.exits(statement):
            self._check_order(expression)
            self.outputs.append(copy.deepcopy(expression))
            place = ast.copy_location(ast.Name(f"__result_{len(self.outputs) - 1}", ast.Load()), expression)
            _replace(statement, expression, place)
        self._forget(statement)
        self.after.append(statement)

    def statements(self) -> list[ast.stmt]:
        """The block without tensor code."""
        if not self.outputs:
            return [*self.before, *self.after]
        first = self.own[0] if self.own else self.outputs[0]
        inputs = self._inputs()
        region = TensorRegion(self.outliner.function, self.own, self.outputs, inputs, self.outliner.environment)
        call = _call(self.outliner.register(region), inputs, first)
        return [*self.before, *self._using(call)]

    def _inputs(self) -> tuple[str, ...]:
        """The function's names that the region reads before it gives them a value itself."""
        inputs: dict[str, None] = {}
        defined: set[str] = set()
        for part in [*self.own, *self.outputs]:
            bound = _bound_inside(part)
            inputs.update((name, None) for name in loaded_names(part) if name in self.taint.local and name not in defined | bound)
            defined |= assigned_names(part) - bound
        return tuple(inputs)

    def _using(self, call: ast.Call) -> list[ast.stmt]:
        """The statements after the region, with its results."""
        if len(self.outputs) == 1:
            _replace_names(self.after, {"__result_0": call})
            return self.after
        statement, name = self.outliner.temporary(call, "results")
        items = {
            f"__result_{number}": ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(number), ast.Load())
            for number in range(len(self.outputs))
        }
        _replace_names(self.after, items)
        return [statement, *self.after]


def _without_moves(call: ast.Call) -> ast.Call:
    """A tokenizer call without `.to(device)`."""
    while isinstance(call.func, ast.Attribute) and call.func.attr == "to" and isinstance(call.func.value, ast.Call):
        call = call.func.value
    return call


def _bound_inside(part: ast.AST) -> set[str]:
    """Names that comprehensions and lambdas bind for themselves."""
    bound: set[str] = set()
    for node in ast.walk(part):
        if isinstance(node, ast.comprehension):
            bound |= assigned_names(node.target)
        elif isinstance(node, ast.Lambda):
            bound |= {argument.arg for argument in node.args.args}
    return bound


def _call(name: str, inputs: Sequence[str], place: ast.AST) -> ast.Call:
    call = ast.Call(ast.Name(name, ast.Load()), [ast.Name(item, ast.Load()) for item in inputs], [])
    for node in ast.walk(call):
        if isinstance(node, ast.expr):
            ast.copy_location(node, place)
    return call


def _copies(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    return [copy.deepcopy(statement) for statement in statements]


def _replace(root: ast.AST, old: ast.expr, new: ast.expr) -> None:
    """Puts `new` where `old` stands below root; an exit `old.numpy()` becomes `new`, other exits keep their method."""
    for node in ast.walk(root):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [_replaced(item, old, new) for item in value]
            else:
                setattr(node, name, _replaced(value, old, new))


def _replaced(item: Any, old: ast.expr, new: ast.expr) -> Any:
    if item is old:
        return new
    numpy = isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr == "numpy" and item.func.value is old
    return new if numpy else item


def _replace_names(statements: Sequence[ast.stmt], values: Mapping[str, ast.expr]) -> None:
    class Substitute(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id not in values:
                return node
            value = copy.deepcopy(values[node.id])
            for inner in ast.walk(value):
                if isinstance(inner, ast.expr):
                    ast.copy_location(inner, node)
            return value

    for statement in statements:
        Substitute().visit(statement)
