"""One library: every stage over every function, and the C++ units, tables and manifest that come out."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from modelet.declare import declaration
from modelet_compiler.emit.bindings import HANDLERS, Binding, bind_endpoint, decode_types, endpoint_entry
from modelet_compiler.emit.classes import ClassEmitter
from modelet_compiler.emit.closures import closure_structs
from modelet_compiler.emit.constants import Constants
from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type
from modelet_compiler.emit.emitted import Emitted
from modelet_compiler.emit.enums import enum_definitions
from modelet_compiler.emit.function import FunctionEmitter
from modelet_compiler.emit.signature import function_schema
from modelet_compiler.emit.start import SHARING, captured_default, start_function, start_name, start_sharing, start_variants
from modelet_compiler.frontend.annotations import annotated_fields, parameter_type
from modelet_compiler.frontend.array_variants import MOST_VARIANTS, Dtypes, closing, variants
from modelet_compiler.frontend.decorated import with_parameters
from modelet_compiler.frontend.diagnostics import CompileError, Reporter, Unsupported
from modelet_compiler.frontend.source import require_function
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import (
    HELD,
    MISSING,
    ClassInfo,
    extends_collection,
    fields_of,
    finishes_itself,
    has_fields,
    is_init_variable,
    is_model,
    member,
    object_types,
    synthesized,
)
from modelet_compiler.ir.environment import cpp_name
from modelet_compiler.ir.infer import infer
from modelet_compiler.ir.models import ModelSource
from modelet_compiler.ir.module_state import reachable
from modelet_compiler.ir.program import Program
from modelet_compiler.ir.settle import settle
from modelet_compiler.ir.solver import Conflict, way_out
from modelet_compiler.ir.types import (
    JSON,
    BoundMethodType,
    ClassType,
    ClosureType,
    EngineType,
    ExceptionType,
    GeneratorType,
    IteratorType,
    ListType,
    MatchType,
    NativeType,
    ObjectType,
    PatternType,
    SliceType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    members_of,
    type_name,
)
from modelet_compiler.ir.validate import validate, validate_typed
from modelet_compiler.lowering.adapter import NativeParts, weight_identifier
from modelet_compiler.lowering.objects import NativeObjects
from modelet_compiler.operations import load_operations
from modelet_compiler.operations.registry import REGISTRY
from modelet_compiler.standard import plain_objects

# Functions of a translation unit: few enough that several processors share the work, many enough that headers are not most of it.
LEAST_A_UNIT, MOST_A_UNIT, UNITS = 10, 30, 8
BEYOND_CPP = ("ndarray[", "numpy.", "Counter[", "defaultdict[", "OrderedDict[", "mapping[", "keywords[", "method ")
"""Types that say more than their C++ types do."""


@dataclass
class Compiled:
    """One entry function through the types stage."""

    python: Any
    program: Program
    key: Any
    types: tuple[Type, ...]  # of the parameters, Literal included
    dtypes: Dtypes = ()  # that parameters with open arrays were compiled for
    others: list[Compiled] = field(default_factory=list)  # the same function for other dtypes

    @property
    def variants(self) -> list[Compiled]:
        """Itself, and the same function for other dtypes."""
        return [self, *self.others]

    @property
    def code(self) -> typed.Function:
        """The typed code of the entry function."""
        code = self.program.specialisations[self.key].code
        assert code is not None
        return code

    def fields_of(self, type_: ObjectType) -> dict[str, Type]:
        """What the attributes of a class hold."""
        return {name: self.program.settled(one) for name, one in self.program.class_info(type_).fields.items()}

    def specialisations(self) -> list[tuple[Any, typed.Function]]:
        """Everything reached, in the order it was reached; the entry function first."""
        return [(key, one.code) for key, one in self.program.specialisations.items() if one.code is not None]


def compile_function(function: Callable[..., Any], natives: NativeObjects, label: str = "f0") -> Compiled:
    """Capture, trace and types of one function. Raises CompileError with everything that was found.

    `label` begins the names of its structs. A function whose arrays have an open dtype is compiled for several: the first for which it can
    be has the others in `others`.
    """
    require_function(function)
    load_operations()
    reporter = Reporter()
    traced = Program(reporter, natives, infer).function(with_parameters(function))
    types = tuple(parameter_type(parameter, reporter) for parameter in traced.parameters)
    compiled: list[Compiled] = []
    first_error: CompileError | None = None
    for dtypes in variants(types):
        if len(compiled) == MOST_VARIANTS:
            break
        try:
            compiled.append(_compile_variant(function, natives, f"{label}v{len(compiled)}_" if compiled else f"{label}_", dtypes))
        except CompileError as error:
            first_error = first_error or error
    if not compiled:
        assert first_error is not None
        raise first_error
    compiled[0].others = compiled[1:]
    return compiled[0]


def _compile_variant(function: Callable[..., Any], natives: NativeObjects, label: str, dtypes: Dtypes) -> Compiled:
    """Types from the start once more, where they began with what turned out to be wrong.

    What code changes of its module is known at the end only, and is taken for constants until then. Captured collections of mixed
    collections have exact types, unless code needs that they are of any shape, as what `json.loads` gives. Models that arrive as plain
    data are validated, unless code for that cannot be made.
    """
    known: dict[int, Any] = {}
    refused: CompileError | None = None
    any_shape, validating = False, True
    while True:
        program = Program(Reporter(), natives, infer, known, any_shape=any_shape, validating=validating)
        try:
            compiled = _compile_program(function, program, label, dtypes)
        except CompileError as error:
            if program.kept.keys() <= known.keys():
                refused = refused or error
                if not any_shape and program.could_be_any:
                    any_shape = True
                elif validating and program.makers:
                    any_shape, validating = False, False
                else:
                    raise refused from None
        else:
            if program.kept.keys() <= known.keys():
                return compiled
        known = {**known, **{identity: kept.value for identity, kept in program.kept.items()}}


def _compile_program(function: Callable[..., Any], program: Program, label: str, dtypes: Dtypes) -> Compiled:
    reporter = program.reporter
    program.label = label
    traced = program.function(with_parameters(function))
    validate(traced)
    types = tuple(closing(dtype)(parameter_type(parameter, reporter)) for parameter, dtype in zip(traced.parameters, dtypes, strict=True))
    for parameter, type_, dtype in zip(traced.parameters, types, dtypes, strict=True):
        try:
            declare_annotated(program, type_, closing(dtype))
        except Unsupported as error:
            reporter.report(parameter.span, error)
            reporter.check()
    declare_arriving(program, types, set())
    try:
        key = program.run(traced, tuple(map(decode_types, types)))
        reporter.check()
        compiled = Compiled(function, program, key, types, dtypes)
        for _, code in compiled.specialisations():
            settle(code, lambda type_: sharing_iterators(program.settled(type_)))
            validate_typed(code)
        for info in program.classes.values():
            sharing_iterators(TupleType(tuple(map(program.settled, info.fields.values()))))
    except Conflict as conflict:
        reporter.report(traced.span, Unsupported("the types in this function cannot be told apart", str(conflict), way_out(conflict)))
        reporter.check()
    except Unsupported as error:
        reporter.report(traced.span, error)
        reporter.check()
    refuse_result(compiled, reporter)
    return compiled


def sharing_iterators(type_: Type) -> Type:
    """The same type. Raises Unsupported for one that holds an iterator by value: whoever reads it there would have a place of its own."""
    parts = [part for value in vars(type_).values() for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Type)]
    passing = isinstance(type_, IteratorType | UnionType)  # on their way to a loop
    if not passing and any(isinstance(one, IteratorType) and not one.view for part in parts for one in members_of(part)):
        reason = "who reads it there would not share it with the others"
        raise Unsupported(f"an iterator is kept in {type_name(type_)}", reason, "a variable that holds it first, or a list of its items")
    for part in parts:
        sharing_iterators(part)
    return type_


def declare_annotated(program: Program, type_: Type, close: Callable[[Type], Type]) -> None:
    """The fields of dataclasses that arrive as arguments have the types of their annotations."""
    for found in object_types(type_):
        info = program.class_info(found)
        if info.decoded:
            continue
        info.decoded = True
        for name, annotated in annotated_fields(found.python).items():
            info.fields.setdefault(name, program.solver.new())
            program.solver.include(info.fields[name], close(annotated))
            declare_annotated(program, close(annotated), close)


def declare_arriving(program: Program, types: Iterable[Type], seen: set[int]) -> None:
    """What makes instances of plain data: of parameters, and of fields of dataclasses. Models inside of models are validated with them."""
    for found in (found for type_ in types for found in object_types(type_)):
        if found.identity in seen or not has_fields(found.python):
            continue
        seen.add(found.identity)
        info = program.class_info(found)
        info.arrives = is_model(found.python) or finishes_itself(found.python)
        if not is_model(found.python):
            declare_arriving(program, annotated_fields(found.python).values(), seen)
        if info.arrives and program.validating:
            with contextlib.suppress(Unsupported):  # who passes plain data is told
                program.makers[found.identity] = maker_of(info)


def maker_of(info: ClassInfo) -> tuple[str, Any, tuple[Type, ...]]:
    """The hook, and the function with the types of its arguments, that make an instance of plain data. Raises Unsupported."""
    cls = info.python
    if is_model(cls):
        return "validate", ModelSource(info, cls).validate(), (JSON,)
    if any(map(is_init_variable, fields_of(cls))):
        raise Unsupported(f"{cls.__name__} takes arguments that it does not keep")
    after = member(cls, "__post_init__")
    if after is MISSING:
        after = synthesized(info, "__post_init__", ["def __post_init__(self):", "    pass"], {})
    return "post_init", after, (info.type,)


def refuse_result(compiled: Compiled, reporter: Reporter) -> None:
    """A value that only the engine knows cannot be handed to a caller. Raises CompileError."""
    code = compiled.code
    result = code.result.item if isinstance(code.result, GeneratorType) else code.result
    held = unspeakable(result) or plain_instance(compiled, result, set())
    if isinstance(held, StaticType | ClosureType):
        reason, shown = "a function exists only inside of compiled code", "a function"
    elif held is not None:
        shown = type_name(held)
        reason = "its form is known at run time only" if shown.startswith("tuple") else "it exists only inside of compiled code"
    if held is not None:
        made = isinstance(held, ObjectType)
        instead = "a dataclass, or a dict or tuple of its attributes" if made else "a list, an array or numbers"
        reporter.report(code.span, Unsupported(f"{code.python_name} returns {shown}, which cannot leave it", reason, instead))
    reporter.check()


def plain_instance(compiled: Compiled, type_: Type, seen: set[int]) -> Type | None:
    """An instance that a result holds, itself or in a field, and whose class has no fields that a caller could know."""
    for found in object_types(type_):
        if found.python is plain_objects.object and found != type_:
            continue  # a sentinel that is not there any more; if it is, that is a TypeError
        collection = extends_collection(found.python)
        if not has_fields(found.python) and not collection:
            return found
        if found.identity in seen:
            continue
        seen.add(found.identity)
        names = {HELD} if collection else {field.name for field in fields_of(found.python)}
        for name, held in compiled.fields_of(found).items():
            inside = (collection and unspeakable(held)) or plain_instance(compiled, held, seen) if name in names else None
            if inside is not None:
                return inside
    return None


def unspeakable(type_: Type) -> Type | None:
    """What a type holds that no caller knows: a function, or a value of the engine."""
    if isinstance(type_, UNSPEAKABLE) and not (isinstance(type_, EngineType | NativeType) and type_.python in CROSSING):
        return type_
    parts = [part for value in vars(type_).values() for part in (value if isinstance(value, tuple) else (value,))]
    return next((found for found in (unspeakable(part) for part in parts if isinstance(part, Type)) if found is not None), None)


UNSPEAKABLE = (
    ExceptionType,
    NativeType,
    IteratorType,
    EngineType,
    PatternType,
    MatchType,
    ClassType,
    SliceType,
    StaticType,
    ClosureType,
    BoundMethodType,
)
# Values of the engine that have a form of their own outside.
CROSSING = ("tuple[int, ...]", "bytes", "bytearray", "complex", "tuple", "frozenset", "collections.deque")


def metadata_of(functions: Sequence[Callable[..., Any]]) -> list[object]:
    """What `@compile(metadata=…)` of all functions says."""
    said = [declaration(function) for function in functions]
    return [one for declared in said if declared is not None for one in declared.metadata]


def emit_library(functions: Sequence[Callable[..., Any]], *, name: str) -> Emitted:
    """Compiles functions into the sources of one library. Raises CompileError with the diagnostics of all of them."""
    natives = NativeObjects(metadata_of(functions))
    compiled: list[Compiled] = []
    diagnostics = []
    for function in functions:
        try:
            compiled.append(compile_function(function, natives, f"f{len(compiled)}"))
        except CompileError as error:
            diagnostics += error.diagnostics
    if diagnostics:
        raise CompileError(diagnostics)
    refuse_shared_state(compiled)
    return Assembly(name, compiled, natives).emitted()


def refuse_shared_state(compiled: Sequence[Compiled]) -> None:
    """What one function of the library changes, and another one sees, would have to have one type in both. Raises CompileError."""
    reporter = Reporter()
    used = [reachable(one.program.used) for one in compiled]
    for position, one in enumerate(compiled):
        if not one.program.kept:
            continue
        others = [each for at, each in enumerate(used) if at != position]
        names = {name for at, other in enumerate(compiled) if at != position for name in class_names(other)}
        shared = any(identity in each for each in others for identity in one.program.kept)
        changed = any(identity in names for identity in one.program.changed_classes)
        if shared or changed or one.others:
            reason = "several functions of the library, or versions for several dtypes, would share it"
            reporter.report(
                one.code.span, Unsupported(f"{one.code.python_name} changes what its module keeps", reason, "one function a library")
            )
    reporter.check()


def class_names(one: Compiled) -> set[int]:
    """The classes that a function knows, by identity."""
    return set(one.program.classes) | set(one.program.statics)


class Assembly:
    """Puts compiled functions and native parts together."""

    def __init__(self, name: str, compiled: list[Compiled], natives: NativeObjects) -> None:
        self.name = name
        self.compiled = compiled
        self.parts: list[NativeParts] = [native.parts() for native in natives.used]
        self.result = Emitted()
        self.bindings: list[str] = []  # definitions that rows of endpoints refer to

    def emitted(self) -> Emitted:
        """All sources, tables and the manifest."""
        sources = self.result.sources
        header = self._natives_header()
        sources["natives.h"] = header
        size = min(max(len(self.compiled) // UNITS, LEAST_A_UNIT), MOST_A_UNIT)
        for number, start in enumerate(range(0, len(self.compiled), size), 1):
            sources[f"functions_{number}.cpp"] = self._unit(start, self.compiled[start : start + size])
        for part in self.parts:
            known = {tensor.name for tensor in self.result.weights}  # objects name weights by content, and share them
            self.result.weights += [tensor for tensor in part.weights if tensor.name not in known]
            sources.update(part.sources)
        sources["weights_index.h"] = self._weights_index()
        sources["services_index.h"] = self._services_index()
        sources["library.cpp"] = self._tables()
        self._manifest()
        return self.result

    def _natives_header(self) -> str:
        lines = ["#pragma once", '#include "numpy/array.h"', '#include "weights/weights.h"', '#include "weights_index.h"']
        return "\n".join([*lines, *(part.header for part in self.parts if part.header), ""])

    def _unit(self, first: int, group: list[Compiled]) -> str:
        """A translation unit: constants, declarations, definitions, and how each function is started."""
        constants = Constants(str(first))
        definitions: list[str] = []
        declarations: list[str] = []
        starts: list[str] = []
        for offset, chosen in enumerate(group):
            names = []
            for number, one in enumerate(chosen.variants):
                prefix = f"f{first + offset}" + (f"v{number}" if number else "")
                shared = constants if not one.program.classes else Constants(prefix, one.fields_of)
                shared.keep(one.program.kept)
                emitters, classes = self._emitters(one, prefix, shared)
                functions, structs = closure_structs(one.program)
                opened = [f"namespace {prefix} {{", *functions, *classes.declarations(), *structs] if classes.classes else []
                closed = [f"}}  // namespace {prefix}"] if classes.classes else []
                plain = [] if classes.classes else [*functions, *structs]
                declarations += [*plain, *opened, *(f"static {emitter.signature()};" for emitter in emitters), *closed]
                written, defaults = self._written(one, emitters, shared)
                inside = [*classes.definitions(), *shared.definitions] if classes.classes else []
                definitions += [*opened[:1], *inside, *written, *closed]
                if shared is not constants:
                    self.result.weights += shared.weights
                names.append(start_name(first + offset, number if chosen.others else None))
                inner = names[-1] + SHARING * bool(one.program.kept)
                starts.append(start_function(inner, one.code, one.types, emitters[0].name, prefix if classes.classes else "", defaults))
                if one.program.kept:
                    starts.append(start_sharing(names[-1], inner))
            if chosen.others:
                starts.append(start_variants(first + offset, chosen.code, [one.dtypes for one in chosen.variants], names))
        self.result.weights += constants.weights
        all_ = [one for chosen in group for one in chosen.variants]
        codes = [code for one in all_ for _, code in one.specialisations()]
        fields = [one.program.settled(type_) for one in all_ for info in one.program.classes.values() for type_ in info.fields.values()]
        used = [
            "namespace {",
            "namespace py = modelet::python;",
            "namespace np = modelet::numpy;",
            *enum_definitions(codes, fields),
            *constants.definitions,
            *declarations,
            "",
        ]
        started = ["namespace modelet_functions {", *starts, "}  // namespace modelet_functions", ""]
        body = "\n".join([*used, *definitions, "}  // namespace\n", *started])
        numpy = '#include "numpy/runtime.h"\n' if "np::" in body else ""
        bound = '#include "python/method_of.h"\n' if "py::MethodOf<" in body else ""
        return f'#include "python/runtime.h"\n{bound}{numpy}#include "natives.h"\n{self._extensions(body)}\n{body}'

    def _written(self, one: Compiled, emitters: list[FunctionEmitter], constants: Constants) -> tuple[list[str], dict[str, str]]:
        """The definitions of functions, and the C++ of the defaults that are objects of the module. Raises CompileError."""
        try:
            written = [emitter.definition() for emitter in emitters]
            defaults = {item.name: constants.reference(*default) for item in one.code.parameters if (default := captured_default(item))}
        except Unsupported as error:  # an object that code changes has several types
            reporter = Reporter()
            reporter.report(one.code.span, error)
            reporter.check()
            raise
        return written, defaults

    def _extensions(self, body: str) -> str:
        """The headers of operations from outside that a unit calls, which travel with the sources."""
        used = {path for cpp, path in REGISTRY.headers.items() if f"{cpp}(" in body or f"{cpp}<" in body}
        for path in used:
            self.result.sources[path.name] = path.read_text(encoding="utf-8")
        return "".join(f'#include "{name}"\n' for name in sorted(path.name for path in used))

    def _emitters(self, one: Compiled, prefix: str, constants: Constants) -> tuple[list[FunctionEmitter], ClassEmitter]:
        names: dict[Any, str] = {}
        unique: dict[str, int] = {}
        same: dict[Any, str] = {}
        kept = []
        for key, code in one.specialisations():
            signature = (key[:4], tuple(code_type(parameter.slot.type) for parameter in code.parameters), static_types(key))
            if signature in same:
                names[key] = same[signature]
                continue
            count = unique[code.python_name] = unique.get(code.python_name, 0) + 1
            names[key] = same[signature] = f"{prefix}_{cpp_name(code.python_name)}" + (f"_{count}" if count > 1 else "")
            kept.append((key, code))
        results = {key: code.result for key, code in one.specialisations()}
        settled = one.program.settled
        emitters = [FunctionEmitter(code, names[key], names, results, constants, settled) for key, code in kept]
        return emitters, ClassEmitter(one.program.classes, names, results, settled)

    def _weights_index(self) -> str:
        names = [tensor.name for tensor in self.result.weights]
        lines = [f"inline constexpr uint32_t {weight_identifier(name)} = {index};" for index, name in enumerate(names)]
        return "\n".join(
            ["#pragma once", "#include <cstdint>", "namespace modelet_weights {", *lines, "}  // namespace modelet_weights", ""]
        )

    def _services(self) -> list[str]:
        return [part.service for part in self.parts if part.service]

    def _services_index(self) -> str:
        names = [service.rsplit("::", 2)[-2] for service in self._services()]
        lines = [f"inline constexpr std::size_t {name} = {index};" for index, name in enumerate(names)]
        return "\n".join(
            ["#pragma once", "#include <cstddef>", "namespace modelet_services {", *lines, "}  // namespace modelet_services", ""]
        )

    def _tables(self) -> str:
        """`modelet_library`: functions, endpoints, kernels."""
        codes = [one.code for one in self.compiled]
        declared = [
            f"std::unique_ptr<modelet::Run> start_{index}(modelet::Call &, const modelet::Values &);" for index in range(len(codes))
        ]
        declared = ["namespace modelet_functions {", *declared, "}  // namespace modelet_functions"]
        functions = [f'    {{"{code.python_name}", modelet_functions::start_{index}}},' for index, code in enumerate(codes)]
        endpoints = self._endpoints()
        families = sorted({family for part in self.parts for family in part.kernels})
        kernels = (
            [f'#include "kernels/{name}.h"' for name in ("kernels", "elementwise", "gather", "segments", "language", "quantized")]
            if families
            else []
        )
        chat = ['#include "openai/chat/binding.h"'] if self.bindings else []
        includes = ['#include "core/library.h"', *chat, *kernels, '#include "natives.h"', ""]
        lines = [*filter(None, includes), *declared, "", "extern const char modelet_manifest_json[];"]
        if self.result.weights:
            lines.append("extern const modelet::WeightFile modelet_weights_file;")
        lines += ["", "namespace {", f"const modelet::Function functions[] = {{\n{chr(10).join(functions)}\n}};"]
        lines += self.bindings
        if endpoints:
            lines.append(f"const modelet::Endpoint endpoints[] = {{\n{chr(10).join(endpoints)}\n}};")
        if families:
            listed = ", ".join(f"&modelet::kernels::{name}_family" for name in families)
            lines.append(f"const modelet::kernels::Family *const families[] = {{{listed}}};")
        services = self._services()
        if services:
            lines.append(f"const modelet::Service *const services[] = {{{', '.join(f'&{name}' for name in services)}}};")
        lines += ["}  // namespace", "", "extern const modelet::Library modelet_library;", "const modelet::Library modelet_library = {"]
        weights = "{&modelet_weights_file, 1}" if self.result.weights else "{}"
        lines += ["    modelet_manifest_json,", "    functions,", f"    {'endpoints' if endpoints else '{}'},", f"    {weights},",
                  f"    {'families' if families else '{}'},", f"    {'services' if services else '{}'},",
                  f"    {self._codec()},", "};", ""]  # fmt: skip
        return "\n".join(lines)

    def _codec(self) -> str:
        """The address of the library's tokenizer. With several, none is surely the endpoint's or the model's: token ids are refused."""
        codecs = {part.codec for part in self.parts if part.codec}
        return f"&{codecs.pop()}" if len(codecs) == 1 else "nullptr"

    def _endpoints(self) -> list[str]:
        """The rows of the endpoints; each is the first function's that can answer it."""
        address = self._codec()
        lines: list[str] = []
        bound: dict[str, dict[str, Any]] = {}
        for index, one in enumerate(self.compiled):
            binding = bind_endpoint(one.python, one.code, one.types)
            for endpoint in () if binding is None else binding.endpoints:
                if binding is not None and endpoint not in bound:
                    lines.append(self._endpoint(endpoint, index, binding, address))
                    bound[endpoint] = endpoint_entry(endpoint, one.code.python_name, binding)
        self.result.endpoints = tuple(bound)
        self.result.manifest["endpoints"] = list(bound.values())
        return lines

    def _endpoint(self, endpoint: str, index: int, binding: Binding, codec: str) -> str:
        dimensions = f'"{binding.fields["dimensions"]}"' if not binding.text and "dimensions" in binding.fields else "nullptr"
        row = f'"{endpoint}", {index}, "{binding.input}", {dimensions}, {codec}'
        if binding.text:
            row += f", &{HANDLERS[endpoint]}, &{self._chat_binding(index, binding)}"
        return f"    {{{row}}},"

    def _chat_binding(self, index: int, binding: Binding) -> str:
        """The C++ name of what is known of a function that yields text."""
        name = f"chat_{index}"
        if any(line.startswith(f"const modelet::openai::ChatBinding {name}{{") for line in self.bindings):
            return name
        receivers = ", ".join(f'{{"{field}", "{parameter}"}}' for field, parameter in binding.fields.items())
        if receivers:
            self.bindings.append(f"const modelet::openai::Receiver {name}_receivers[] = {{{receivers}}};")
        formats = [part for part in self.parts if part.tool_format or part.reasoning_format]
        tools, reasoning = (formats[0].tool_format, formats[0].reasoning_format) if len(formats) == 1 else ("", "")
        shown = [
            f"{name}_receivers" if receivers else "{}",
            cpp_literal(any(part.service for part in self.parts)),
            cpp_literal(binding.text_messages),
            f"{{{f'&modelet::openai::tool_formats::{tools}' if tools else 'nullptr'}, "
            f"{f'&modelet::openai::reasoning_formats::{reasoning}' if reasoning else 'nullptr'}}}",
        ]
        self.bindings.append(f"const modelet::openai::ChatBinding {name}{{{', '.join(shown)}}};")
        return name

    def _manifest(self) -> None:
        self.result.manifest["functions"] = [function_schema([(each.code, each.types) for each in one.variants]) for one in self.compiled]
        for part in self.parts:
            for key, value in part.manifest.items():
                current = self.result.manifest.get(key)
                if isinstance(current, list) and isinstance(value, list):
                    current += [item for item in value if item not in current]
                else:
                    self.result.manifest[key] = value
        families = sorted({family for part in self.parts for family in part.kernels})
        self.result.manifest["kernels"] = families


def static_types(key: Any) -> tuple[Any, ...]:
    """The objects a specialisation was made for, which have no C++ type."""
    return tuple(type_ for type_ in key[4] if isinstance(type_, StaticType))


__all__ = ["Compiled", "ListType", "UnionType", "compile_function", "emit_library", "nodes"]


def code_type(type_: Type) -> str:
    """What code depends on: the C++ type, for arrays the dtype and rank too, for patterns their groups."""
    name = type_name(type_)
    if "re.Pattern" in name or "re.Match" in name:
        name = repr(type_)
    elif not any(part in name for part in BEYOND_CPP):
        return cpp_type(type_)
    return f"{cpp_type(type_)} {name}"
