"""From Jinja's syntax tree to a program.

The order of evaluation, the scopes and even the oddities are those of Jinja's own compiler (jinja2/compiler.py), which writes Python
code; `Symbols` is the part of it that says what a name means.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

import jinja2
from jinja2 import nodes
from jinja2.compiler import find_undeclared
from jinja2.idtracking import VAR_LOAD_ALIAS, VAR_LOAD_PARAMETER, VAR_LOAD_RESOLVE, Symbols

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.templates.program import MOST_WORDS, Program, comparison
from modelet_compiler.lowering.templates.scopes import Function, Scope

REFUSED_FILTERS = ("pprint", "random", "striptags", "urlize", "wordwrap")
REFUSED_GLOBALS = ("cycler", "joiner", "lipsum", "self")

_STATEMENTS = {
    nodes.Block: "block", nodes.Extends: "extends", nodes.Include: "include", nodes.Import: "import", nodes.FromImport: "from … import",
    nodes.ScopedEvalContextModifier: "autoescape", nodes.EvalContextModifier: "autoescape", nodes.ExprStmt: "do",
    nodes.OverlayScope: "scope", nodes.Scope: "scope",
}  # fmt: skip

_BINARY = {
    nodes.Add: "add", nodes.Sub: "subtract", nodes.Mul: "multiply", nodes.Div: "divide", nodes.FloorDiv: "floor_divide",
    nodes.Mod: "modulo", nodes.Pow: "power", nodes.And: "both", nodes.Or: "either",
}  # fmt: skip
_UNARY = {nodes.Not: "negation", nodes.Pos: "positive", nodes.Neg: "negative"}


def compile_template(source: str) -> Program:
    """The program of a chat template. Raises Refused, which names the construct and its line."""
    from transformers.utils.chat_template_utils import _compile_jinja_template

    try:
        environment = _compile_jinja_template(source).environment
        tree = environment.parse(source)
    except jinja2.TemplateSyntaxError as error:
        raise Refused(f"the chat template is not valid Jinja: line {error.lineno}: {error.message}", "correct the template") from None
    except (SyntaxError, RecursionError) as error:
        raise Refused(f"the chat template is not valid Jinja: {error}", "correct the template") from None
    return _Compiler(environment).compile(tree, source)


def _refuse(what: str, line: int) -> Refused:
    return Refused(f"the chat template uses {what}, which is not compiled (line {line} of the template)", "write it otherwise")


class _Compiler:
    def __init__(self, environment: Any) -> None:
        self._environment = environment
        self._evaluation = nodes.EvalContext(environment)
        self._program = Program()
        self._resolved: set[str] = set()

    def compile(self, tree: nodes.Template, source: str) -> Program:
        program = self._program
        scope = Scope(Symbols(), Function(None, 0))
        scope.symbols.analyze_node(tree)
        body = self._block([*self._enter(scope), *self._statements(tree.body, scope)])
        program.root = program.words(len(scope.function.places), body)
        self._refuse_globals(tree)
        program.reads = tuple(sorted(self._resolved))
        program.source = source
        if len(program.code) > MOST_WORDS:
            raise Refused("the chat template is too large", "shorten it")
        return program

    def _refuse_globals(self, tree: nodes.Template) -> None:
        for name in sorted(self._resolved.intersection(REFUSED_GLOBALS)):
            line = next(node.lineno for node in tree.find_all(nodes.Name) if node.name == name)
            raise _refuse(repr(name), line)

    # ------------------------------------------------------------------------------------------------ scopes

    def _enter(self, scope: Scope) -> list[int]:
        """What a scope begins with: the values of its names."""
        out = []
        for identifier, (action, parameter) in scope.symbols.loads.items():
            place = scope.function.place(identifier)
            if action == VAR_LOAD_RESOLVE:
                self._resolved.add(parameter)
                out.append(self._program.node("resolve", place, self._program.text(parameter)))
            elif action == VAR_LOAD_ALIAS:
                out.append(self._program.node("copy_slot", place, *scope.function.slot(parameter)))
            elif action != VAR_LOAD_PARAMETER:
                out.append(self._program.node("forget", place))
        return out

    def _leave(self, scope: Scope) -> list[int]:
        return [self._program.node("forget", scope.function.place(identifier)) for identifier in scope.symbols.loads]

    # ------------------------------------------------------------------------------------------------ statements

    def _block(self, statements: Sequence[int]) -> int:
        return statements[0] if len(statements) == 1 else self._program.node("block", len(statements), *statements)

    def _statements(self, body: Iterable[nodes.Node], scope: Scope) -> list[int]:
        out: list[int] = []
        for node in body:
            for kind in type(node).__mro__:
                if kind in _STATEMENTS:
                    raise _refuse(f"{{% {_STATEMENTS[kind]} %}}", node.lineno)
                if kind in _COMPILED:
                    out += _COMPILED[kind](self, node, scope)
                    break
            else:
                raise _refuse(type(node).__name__, node.lineno)
        return out

    def _body(self, body: Iterable[nodes.Node], scope: Scope) -> int:
        return self._block(self._statements(body, scope))

    def _output(self, node: nodes.Output, scope: Scope) -> list[int]:
        out = []
        for child in node.nodes:
            constant = self._constant_of(child)
            if constant is not None:
                out.append(self._program.node("write_text", self._program.text(str(constant.value))))
            else:
                out.append(self._program.node("write", self._expression(child, scope)))
        return out

    def _constant_of(self, node: nodes.Expr) -> nodes.Const | None:
        """What Jinja computes when it compiles: an undefined value that arises there is not the error that it would be later."""
        try:
            return nodes.Const(node.as_const(self._evaluation), lineno=node.lineno)
        except Exception:
            return None

    def _if(self, node: nodes.If, scope: Scope) -> list[int]:
        inside = scope.conditional()
        otherwise = self._body(node.else_, inside) if node.else_ else 0
        # The tests are compiled in their order, so that errors name the first.
        parts = [(self._expression(one.test, inside), self._body(one.body, inside)) for one in (node, *node.elif_)]
        for test, body in reversed(parts):
            otherwise = self._program.node("branch", test, body, otherwise)
        return [otherwise]

    def _for(self, node: nodes.For, scope: Scope) -> list[int]:
        own = node.recursive
        inside = scope.of_function() if own else scope.inner()
        function = inside.function
        tests = scope.of_function()
        otherwise = Scope(Symbols(parent=scope.symbols), function)
        extended = own or "loop" in find_undeclared(node.iter_child_nodes(only=("body",)), ("loop",))
        if extended:
            inside.symbols.declare_parameter("loop")
        inside.symbols.analyze_node(node, for_branch="body")
        if node.else_:
            otherwise.symbols.analyze_node(node, for_branch="else")
        for name in node.find_all(nodes.Name):
            if name.ctx == "store" and name.name == "loop":
                raise _refuse("an assignment to `loop`", name.lineno)
        chosen = self._loop_filter(node, tests) if node.test is not None else 0
        iterated = self._expression(node.iter, scope)
        function.loops += 1
        definition = [
            self._target(node.target, inside),
            chosen,
            self._body(node.body, inside),
            0,
            inside.place("loop") + 1 if extended else 0,
            self._block(self._enter(inside)),
            0,
            self._block(self._leave(inside)),
            0,
        ]
        function.loops -= 1
        if node.else_:
            definition[3] = self._body(node.else_, otherwise)
            definition[6] = self._block(self._enter(otherwise))
            definition[8] = self._block(self._leave(otherwise))
        definition.append(len(function.places))
        return [self._program.node("recursive" if own else "loop", self._program.words(*definition), iterated)]

    def _loop_filter(self, node: nodes.For, scope: Scope) -> int:
        scope.symbols.analyze_node(node, for_branch="test")
        entering = self._block(self._enter(scope))
        target = self._target(node.target, scope)
        condition = self._expression(cast(nodes.Expr, node.test), scope)
        return self._program.words(len(scope.function.places), entering, target, condition)

    def _break(self, node: nodes.Node, scope: Scope) -> list[int]:
        if scope.function.loops == 0:
            raise _refuse("break or continue outside of a loop", node.lineno)
        return [self._program.node("leave" if type(node).__name__ == "Break" else "repeat")]

    def _macro_body(self, node: nodes.Macro | nodes.CallBlock, scope: Scope) -> int:
        """The definition of a macro, or of a call's block."""
        inside = scope.of_function()
        function, symbols = inside.function, inside.symbols
        symbols.analyze_node(node)
        undeclared = find_undeclared(node.body, ("caller", "kwargs", "varargs"))
        given = [argument.name for argument in node.args]
        special = dict.fromkeys(("caller", "kwargs", "varargs"), 0)
        for name in special:
            if name in undeclared and name not in given:
                special[name] = function.place(symbols.declare_parameter(name)) + 1
        symbols.analyze_node(node)
        entering = self._block(self._enter(inside))
        parameters: list[int] = []
        for at, argument in enumerate(node.args):
            place = inside.place(argument.name)
            behind = at - len(node.args) + len(node.defaults)
            default = self._expression(node.defaults[behind], inside) if behind >= 0 else 0
            parameters += [self._program.text(argument.name), place, default]
        body = self._body(node.body, inside)
        title = getattr(node, "name", None)
        return self._program.words(
            0 if title is None else self._program.text(title) + 1,
            len(function.places),
            special["caller"],
            special["kwargs"],
            special["varargs"],
            entering,
            body,
            len(node.args),
            *parameters,
        )

    def _macro(self, node: nodes.Macro, scope: Scope) -> list[int]:
        definition = self._macro_body(node, scope)
        return [self._program.node("define_macro", scope.place(node.name), definition)]

    def _call_block(self, node: nodes.CallBlock, scope: Scope) -> list[int]:
        place = scope.function.place("caller of a block")
        definition = self._macro_body(node, scope)
        if isinstance(node.call.node, nodes.ExtensionAttribute):  # {% generation %}
            call = self._program.node("generated", place)
        else:
            callee = self._expression(node.call.node, scope)
            caller = self._program.node("load", 0, place, self._program.text("caller"))
            call = self._program.node("call", callee, *self._arguments(node.call, scope, [("caller", caller)]))
        return [self._program.node("call_block", place, definition, call)]

    def _filter_block(self, node: nodes.FilterBlock, scope: Scope) -> list[int]:
        inside = scope.inner()
        inside.symbols.analyze_node(node)
        entering = self._enter(inside)
        body = self._body(node.body, inside)
        written = self._program.node("filter_block", body, self._expression(node.filter, inside))
        return [*entering, written, *self._leave(inside)]

    def _with(self, node: nodes.With, scope: Scope) -> list[int]:
        inside = scope.inner()
        inside.symbols.analyze_node(node)
        out = self._enter(inside)
        for target, value in zip(node.targets, node.values, strict=True):
            out.append(self._program.node("assign", self._target(target, inside), self._expression(value, scope)))
        return [*out, *self._statements(node.body, inside), *self._leave(inside)]

    def _assign(self, node: nodes.Assign, scope: Scope) -> list[int]:
        names = dict.fromkeys(reference.name for reference in node.find_all(nodes.NSRef))
        checks = [self._program.node("check_space", *scope.slot(name)) for name in names]
        value = self._expression(node.node, scope)
        return [*checks, self._program.node("assign", self._target(node.target, scope), value)]

    def _assign_block(self, node: nodes.AssignBlock, scope: Scope) -> list[int]:
        inside = scope.inner()
        inside.symbols.analyze_node(node)
        entering = self._enter(inside)
        body = self._body(node.body, inside)
        chosen = self._expression(node.filter, inside) if node.filter is not None else 0
        assigned = self._program.node("assign_block", self._target(node.target, scope), chosen, body)
        return [*entering, assigned, *self._leave(inside)]

    def _target(self, node: nodes.Node, scope: Scope) -> int:
        if isinstance(node, nodes.Name):
            return self._program.node("to_slot", scope.place(node.name))
        if isinstance(node, nodes.NSRef):
            return self._program.node("to_space", *scope.slot(node.name), self._program.text(node.attr))
        if isinstance(node, nodes.Tuple):
            targets = [self._target(one, scope) for one in node.items]
            return self._program.node("to_items", len(targets), *targets)
        raise _refuse(f"an assignment to {type(node).__name__}", node.lineno)

    # ------------------------------------------------------------------------------------------------ expressions

    def _expression(self, node: nodes.Node, scope: Scope) -> int:
        kind = type(node)
        if kind not in (nodes.Const, nodes.List, nodes.Tuple, nodes.Dict, nodes.TemplateData):
            constant = self._constant_of(cast(nodes.Expr, node))
            if constant is not None and type(constant.value) in (bool, int, float, str, type(None)):
                return self._constant(constant, scope)
        if kind in _BINARY:
            binary = cast(nodes.BinExpr, node)
            return self._program.node(_BINARY[kind], self._expression(binary.left, scope), self._expression(binary.right, scope))
        if kind in _UNARY:
            return self._program.node(_UNARY[kind], self._expression(cast(nodes.UnaryExpr, node).node, scope))
        if kind not in _EXPRESSIONS:
            raise _refuse(kind.__name__, node.lineno)
        return _EXPRESSIONS[kind](self, node, scope)

    def _constant(self, node: nodes.Const, scope: Scope) -> int:
        del scope
        value, program = node.value, self._program
        if value is None or isinstance(value, bool):
            return program.node({None: "none", True: "yes", False: "no"}[value])
        if isinstance(value, str):
            return program.node("text", program.text(value))
        if isinstance(value, float):
            return program.node("floating", *struct.unpack("<II", struct.pack("<d", value)))
        if isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
            return program.node("integer", *struct.unpack("<II", struct.pack("<q", value)))
        raise _refuse(f"the constant {value!r}", node.lineno)

    def _data(self, node: nodes.TemplateData, scope: Scope) -> int:
        del scope
        return self._program.node("text", self._program.text(node.data))

    def _name(self, node: nodes.Name, scope: Scope) -> int:
        return self._program.node("load", *scope.slot(node.name), self._program.text(node.name))

    def _items(self, operation: str, items: Iterable[nodes.Expr], scope: Scope) -> int:
        parts = [self._expression(one, scope) for one in items]
        return self._program.node(operation, len(parts), *parts)

    def _list(self, node: nodes.List, scope: Scope) -> int:
        return self._items("list", node.items, scope)

    def _tuple(self, node: nodes.Tuple, scope: Scope) -> int:
        return self._items("tuple", node.items, scope)

    def _concat(self, node: nodes.Concat, scope: Scope) -> int:
        return self._items("join", node.nodes, scope)

    def _dict(self, node: nodes.Dict, scope: Scope) -> int:
        parts = [self._expression(part, scope) for one in node.items for part in (one.key, one.value)]
        return self._program.node("dict", len(node.items), *parts)

    def _compare(self, node: nodes.Compare, scope: Scope) -> int:
        first = self._expression(node.expr, scope)
        parts = [part for one in node.ops for part in (comparison(one.op), self._expression(one.expr, scope))]
        return self._program.node("compare", first, len(node.ops), *parts)

    def _attribute(self, node: nodes.Getattr, scope: Scope) -> int:
        return self._program.node("attribute", self._expression(node.node, scope), self._program.text(node.attr))

    def _item(self, node: nodes.Getitem, scope: Scope) -> int:
        value = self._expression(node.node, scope)
        if not isinstance(node.arg, nodes.Slice):
            return self._program.node("item", value, self._expression(node.arg, scope))
        bounds = [0 if one is None else self._expression(one, scope) for one in (node.arg.start, node.arg.stop, node.arg.step)]
        return self._program.node("slice", value, *bounds)

    def _arguments(self, node: Any, scope: Scope, more: Sequence[tuple[str, int]] = ()) -> list[int]:
        positional = [self._expression(one, scope) for one in node.args]
        named = [(one.key, self._expression(one.value, scope)) for one in node.kwargs] + list(more)
        unpacked = [0 if one is None else self._expression(one, scope) for one in (node.dyn_args, node.dyn_kwargs)]
        flat = [part for name, value in named for part in (self._program.text(name), value)]
        return [len(positional), *positional, len(named), *flat, *unpacked]

    def _native(self, node: nodes.Filter | nodes.Test, scope: Scope, kind: str, known: Any) -> int:
        if node.name not in known:
            if not scope.soft:
                raise Refused(f"No {kind} named {node.name!r}. (line {node.lineno} of the template)", "correct the template")
            return self._program.node("unknown", self._program.text(f"No {kind} named {node.name!r} found."))
        value = self._program.node("captured") if node.node is None else self._expression(node.node, scope)
        return self._program.node(kind, self._program.text(node.name), value, *self._arguments(node, scope))

    def _filter(self, node: nodes.Filter, scope: Scope) -> int:
        if node.name in REFUSED_FILTERS:
            raise _refuse(f"the filter {node.name!r}", node.lineno)
        return self._native(node, scope, "filter", self._environment.filters)

    def _test(self, node: nodes.Test, scope: Scope) -> int:
        return self._native(node, scope, "test", self._environment.tests)

    def _choose(self, node: nodes.CondExpr, scope: Scope) -> int:
        inside = scope.conditional()
        condition = self._expression(node.test, inside)
        taken = self._expression(node.expr1, inside)
        otherwise = 0 if node.expr2 is None else self._expression(node.expr2, inside)
        hint = f"the inline if-expression on line {node.lineno} evaluated to false and no else section was defined."
        return self._program.node("choose", condition, taken, otherwise, self._program.text(hint))

    def _call(self, node: nodes.Call, scope: Scope) -> int:
        return self._program.node("call", self._expression(node.node, scope), *self._arguments(node, scope))


_Statement = Callable[[_Compiler, Any, Scope], list[int]]
_Expression = Callable[[_Compiler, Any, Scope], int]

_COMPILED: dict[type, _Statement] = {
    nodes.Output: _Compiler._output,
    nodes.If: _Compiler._if,
    nodes.For: _Compiler._for,
    nodes.Break: _Compiler._break,
    nodes.Continue: _Compiler._break,
    nodes.Macro: _Compiler._macro,
    nodes.CallBlock: _Compiler._call_block,
    nodes.FilterBlock: _Compiler._filter_block,
    nodes.With: _Compiler._with,
    nodes.Assign: _Compiler._assign,
    nodes.AssignBlock: _Compiler._assign_block,
}

_EXPRESSIONS: dict[type, _Expression] = {
    nodes.Const: _Compiler._constant,
    nodes.TemplateData: _Compiler._data,
    nodes.Name: _Compiler._name,
    nodes.List: _Compiler._list,
    nodes.Tuple: _Compiler._tuple,
    nodes.Concat: _Compiler._concat,
    nodes.Dict: _Compiler._dict,
    nodes.Compare: _Compiler._compare,
    nodes.Getattr: _Compiler._attribute,
    nodes.Getitem: _Compiler._item,
    nodes.Filter: _Compiler._filter,
    nodes.Test: _Compiler._test,
    nodes.CondExpr: _Compiler._choose,
    nodes.Call: _Compiler._call,
}
