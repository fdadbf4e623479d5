"""IR as text, for people and for tests; stable from run to run."""

from __future__ import annotations

from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.types import StaticType, type_name


def print_function(function: nodes.Function) -> str:
    """The IR before types."""
    lines = [f"{'generator' if function.generator else 'function'} {function.name}({', '.join(item.name for item in function.parameters)})"]
    lines += _block(function.body, 1)
    return "\n".join(lines)


def _operand(operand: nodes.Operand) -> str:
    match operand:
        case nodes.Value(number):
            return f"%{number}"
        case nodes.Variable(name):
            return name
        case nodes.Constant(value):
            return repr(value)
    return f"@{operand.name}"


def _attributes(attributes: dict[str, object]) -> str:
    shown = [f"{key}={value!r}" for key, value in attributes.items() if value not in ((), None)]
    return f" [{', '.join(shown)}]" if shown else ""


def _block(block: list[nodes.Node], depth: int) -> list[str]:
    lines: list[str] = []
    for node in block:
        lines += _node(node, depth)
    return lines


def _node(node: nodes.Node, depth: int) -> list[str]:
    pad = "  " * depth
    match node:
        case nodes.Operation():
            operands = ", ".join(map(_operand, node.operands))
            return [f"{pad}%{node.result.number} = {node.kind}({operands}){_attributes(node.attributes)}  # {node.span}"]
        case nodes.Assign():
            return [f"{pad}{node.variable} = {_operand(node.source)}"]
        case nodes.Delete():
            return [f"{pad}delete {node.variable}"]
        case nodes.If():
            tail = [f"{pad}else", *_block(node.orelse, depth + 1)] if node.orelse else []
            return [f"{pad}if", *_condition(node.condition, depth + 1), f"{pad}then", *_block(node.then, depth + 1), *tail]
        case nodes.While():
            tail = [f"{pad}else", *_block(node.orelse, depth + 1)] if node.orelse else []
            return [f"{pad}while", *_condition(node.condition, depth + 1), f"{pad}do", *_block(node.body, depth + 1), *tail]
        case nodes.For():
            tail = [f"{pad}else", *_block(node.orelse, depth + 1)] if node.orelse else []
            return [f"{pad}for %{node.item.number} in {_operand(node.iterable)}", *_block(node.body, depth + 1), *tail]
        case nodes.Try():
            lines = [f"{pad}try", *_block(node.body, depth + 1)]
            for handler in node.handlers:
                name = f" as {handler.variable}" if handler.variable else ""
                lines += [f"{pad}except {', '.join(map(_operand, handler.classes))}{name}", *_block(handler.body, depth + 1)]
            for word, inner in (("else", node.orelse), ("finally", node.final)):
                lines += [f"{pad}{word}", *_block(inner, depth + 1)] if inner else []
            return lines
        case nodes.Return():
            return [f"{pad}return {_operand(node.value)}"]
        case nodes.Yield():
            return [f"{pad}yield {_operand(node.value)}"]
        case nodes.Raise():
            return [f"{pad}raise {_operand(node.exception) if node.exception is not None else ''}".rstrip()]
    return [f"{pad}{type(node).__name__.lower()}"]


def _condition(condition: nodes.Condition, depth: int) -> list[str]:
    pad = "  " * depth
    if isinstance(condition, nodes.Not):
        return [f"{pad}not", *_condition(condition.condition, depth + 1)]
    if isinstance(condition, nodes.Junction):
        lines = [f"{pad}{'all' if condition.conjunction else 'any'}"]
        for part in condition.conditions:
            lines += _condition(part, depth + 1)
        return lines
    return [*_block(condition.block, depth), f"{pad}test {_operand(condition.operand)}"]


def print_typed(function: typed.Function) -> str:
    """The IR after types: every local with its type, every operation with the C++ function it became."""
    parameters = ", ".join(f"{item.slot.name}: {type_name(item.slot.type)}" for item in function.parameters)
    lines = [f"{function.python_name}({parameters}) -> {type_name(function.result)}"]
    lines += [f"  local {slot.name}: {type_name(slot.type)}" for slot in function.slots if not isinstance(slot.type, StaticType)]
    lines += _typed_block(function.body, 1)
    return "\n".join(lines)


def _expression(expression: typed.Expression | None) -> str:
    match expression:
        case typed.Read():
            narrowed = "" if expression.type == expression.slot.type else f" as {type_name(expression.type)}"
            return f"{expression.slot.name}{narrowed}"
        case typed.Temporary():
            return f"%{expression.number}"
        case typed.Literal():
            return f"@{expression.captured}" if expression.captured else repr(expression.value)
        case typed.Maker():
            return f"maker {expression.shown}"
        case typed.Raw():
            return expression.text
    return ""


def _typed_block(block: list[typed.Statement], depth: int) -> list[str]:
    lines: list[str] = []
    for node in block:
        lines += _typed_node(node, depth)
    return lines


def _typed_node(node: typed.Statement, depth: int) -> list[str]:
    pad = "  " * depth
    match node:
        case typed.Pending():
            return _typed_block(node.stores, depth)
        case typed.Compute() | typed.Invoke():
            name = node.cpp if isinstance(node, typed.Compute) else f"call {node.key[0]}"
            arguments = ", ".join(_expression(argument) for argument, _ in node.arguments)
            return [f"{pad}%{node.result.number}: {type_name(node.result.type)} = {name}({arguments})  # {node.span}"]
        case typed.Store():
            return [f"{pad}{node.slot.name} = {_expression(node.source)}"]
        case typed.Branch():
            tail = _typed_block(node.orelse, depth + 1)
            return [f"{pad}if {_expression(node.condition)}", *_typed_block(node.then, depth + 1), *([f"{pad}else", *tail] if tail else [])]
        case typed.Switch():
            lines = [f"{pad}switch {node.operand.name}"]
            for member, case in node.cases:
                lines += [f"{pad}  {type_name(member)}", *_typed_block(case, depth + 2)]
            return lines
        case typed.Loop():
            tail = _typed_block(node.orelse, depth + 1)
            head = [f"{pad}while", *_typed_block(node.head, depth + 1), f"{pad}  test {_expression(node.condition)}"]
            return [*head, f"{pad}do", *_typed_block(node.body, depth + 1), *([f"{pad}else", *tail] if tail else [])]
        case typed.Each():
            tail = _typed_block(node.orelse, depth + 1)
            opening = f"{pad}for %{node.item.number}: {type_name(node.item.type)} in {_expression(node.iterable)}"
            return [opening, *_typed_block(node.body, depth + 1), *([f"{pad}else", *tail] if tail else [])]
        case typed.Try():
            lines = [f"{pad}try", *_typed_block(node.body, depth + 1)]
            for handler in node.handlers:
                lines += [f"{pad}except {', '.join(handler.classes)}", *_typed_block(handler.body, depth + 1)]
            for word, inner in (("else", node.orelse), ("finally", node.final)):
                lines += [f"{pad}{word}", *_typed_block(inner, depth + 1)] if inner else []
            return lines
        case typed.Return() | typed.Yield():
            return [f"{pad}{type(node).__name__.lower()} {_expression(node.value)}".rstrip()]
        case typed.Raise():
            return [f"{pad}raise {_expression(node.exception)}".rstrip()]
        case typed.RaiseClass():
            return [f"{pad}raise {node.python_class}({node.message!r})"]
        case typed.Bind():
            return [f"{pad}{node.action} {node.variable}"]
        case typed.Leave():
            return [f"{pad}{node.kind}"]
    return []
