"""A captured ContinuousBatchingManager, lowered: the rules of its methods, and the model as a service of the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ListType, Type
from modelet_compiler.lowering.adapter import Argument, NativeCall, NativeParts, PythonCall, Refused
from modelet_compiler.lowering.models.configuration import Configuration, configuration_of
from modelet_compiler.lowering.models.description import Decoder, Writer
from modelet_compiler.lowering.models.families import describe
from modelet_compiler.lowering.models.origin import parameters_of
from modelet_compiler.standard import generation

WRITTEN: dict[str, Any] = {
    "add_request": generation.add_request,
    "request_id_iter": generation.request_id_iter,
    "cancel_request": generation.cancel_request,
}
"""Methods that are compiled from Python of ours, which calls the natives below."""

NATIVES: dict[str, Type] = {
    "start_request": STR,
    "is_streaming": BOOL,
    "prompt_ids": ListType(INT),
    "created_time": FLOAT,
    "next_token": INT,
    "last_logprob": FLOAT,
    "is_finished": BOOL,
    "cancel": NONE,
}
"""Functions of engine/generation/calls.h, each with what it returns."""

KERNELS = frozenset(["packed_linear", "lookup_rows", "rotate", "store_keys_values", "cached_attention", "gated_activation", "rms_norm"])


class ManagerAdapter:
    """Takes every ContinuousBatchingManager of transformers."""

    def matches(self, value: object) -> bool:
        """By the name of the class."""
        return type(value).__name__ == "ContinuousBatchingManager" and type(value).__module__.split(".")[0] == "transformers"

    def lower(self, value: Any, name: str, metadata: Sequence[object] = (), /) -> NativeManager:
        """Nothing is packed before the parts are asked for. Raises Refused for what the engine has not."""
        return NativeManager(name, value, configuration_of(value, metadata))


class NativeManager:
    """One manager of a library: its model is one service."""

    def __init__(self, name: str, value: Any, configuration: Configuration) -> None:
        self.name = name
        self._namespace = f"modelet_models::{name}"
        self._configuration = configuration
        self._decoder = describe(value.model, parameters_of(value.model, configuration.quantization, configuration.revision))
        self._draft = self._described_draft(configuration.draft_model)

    def _described_draft(self, model: Any) -> Decoder | None:
        if model is None:
            return None
        revision = self._configuration.speculation.revision
        draft = describe(model, parameters_of(model, self._configuration.quantization, revision))
        if draft.vocabulary != self._decoder.vocabulary:
            raise Refused(
                f"the draft model has {draft.vocabulary} tokens, the model {self._decoder.vocabulary}: a guess of the one means nothing "
                "to the other",
                "take a smaller model of the same family, with the same tokenizer",
            )
        return draft

    def attribute(self, name: str) -> Argument:
        """No attribute is compiled. Raises Refused."""
        raise Refused(f"the manager's attribute {name!r} is not compiled", f"compiled: the methods {', '.join(WRITTEN)}")

    def call(self, method: str, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall | PythonCall:
        """The rule of one method. Raises Refused."""
        if method in WRITTEN:
            return PythonCall(WRITTEN[method])
        if method == "returns_logprobs":
            return NativeCall(BOOL, f"{self._namespace}::returns_logprobs", (), internal=True)
        if method not in NATIVES or keywords:
            raise Refused(f"the manager's method {method!r} is not compiled", f"compiled: {', '.join(WRITTEN)}")
        return NativeCall(NATIVES[method], f"{self._namespace}::{method}", tuple(range(len(positional))), internal=True)

    def parts(self) -> NativeParts:
        """The description, the packed weights, and the functions that compiled code calls."""
        writer = Writer(self.name)
        decoder = writer.write(self._decoder)
        weights = dict(writer.weights)
        if self._draft is not None:
            drafts = Writer(f"{self.name}.draft")
            family = f"constexpr const modelet::models::Family &family = modelet::models::{self._draft.family};"
            decoder += f"\n\nnamespace draft {{\n\n{drafts.write(self._draft)}\n{family}\n\n}}  // namespace draft"
            weights |= drafts.weights
        return NativeParts(
            sources={f"model_{self.name}.cpp": self._source(decoder)},
            header=self._header(),
            kernels=KERNELS,
            weights=list(weights.values()),
            service=f"{self._namespace}::service",
            manifest={"models": [self._configuration.manifest(self._decoder)]},
        )

    def _source(self, decoder: str) -> str:
        family = self._decoder.family
        folders = sorted({one.folder for one in (self._decoder, self._draft) if one is not None})
        families = "".join(f'#include "models/{folder}/{folder}.h"\n' for folder in folders)
        drafter = self._configuration.drafter
        drafting = f'#include "speculation/{drafter}.h"\n' if drafter else ""
        return (
            f"// The language model `{self.name}`: its description. The code is in engine/models and engine/generation.\n"
            '#include "generation/engine.h"\n'
            f'{families}{drafting}#include "weights_index.h"\n\n'
            f"namespace {self._namespace} {{\n\nusing namespace modelet::models;\nusing modelet::kernels::Activation;\n"
            "using modelet::kernels::TableFormat;\nusing modelet::kernels::WeightFormat;\n\n"
            f"namespace {{\n\n{decoder}\n\n}}  // namespace\n\n{self._configuration.definition(family)}\n\nnamespace {{\n\n"
            "std::shared_ptr<void> open(const modelet::ServiceContext &context, modelet::Error &error) {\n"
            "  return modelet::generation::open_engine(description, context, error);\n}\n\n}  // namespace\n\n"
            "extern const modelet::Service service;\n"
            f'const modelet::Service service = {{"{self.name}", open, modelet::generation::engine_stats}};\n\n'
            f"}}  // namespace {self._namespace}\n"
        )

    def _header(self) -> str:
        """Each function finds the service by its place in the library's table."""
        functions = "\n".join(
            f"template <typename... Arguments>\nauto {name}(modelet::Call &call, const Arguments &...arguments) {{\n"
            f"  return modelet::generation::{name}(call, service_index, arguments...);\n}}"
            for name in NATIVES
        )
        returns = str(self._configuration.returns_logprobs).lower()
        return (
            '#include "core/library.h"\n#include "generation/calls.h"\n#include "generation/engine.h"\n#include "services_index.h"\n\n'
            f"namespace {self._namespace} {{\n"
            f"inline constexpr std::size_t service_index = modelet_services::{self.name};\n"
            f"extern const modelet::generation::Description description;\nextern const modelet::Service service;\n"
            f"inline bool returns_logprobs(modelet::Call &) {{\n  return {returns};\n}}\n"
            f"{functions}\n}}  // namespace {self._namespace}\n"
        )
