"""Compiles tensor graphs into one program and runs them on batches, so that tests compare the results with torch."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from modelet_compiler import library, toolchain
from modelet_compiler.lowering.adapter import weight_identifier
from modelet_compiler.lowering.graph.compile import compile_module
from modelet_compiler.lowering.graph.emit import Emission
from modelet_compiler.package import write_weights
from modelet_compiler.toolchain.paths import engine_folder

MAIN = """
#include <cstdint>
#include <cstdio>
#include <iostream>
#include "core/cpu.h"
#include "core/host.h"
#include "graph/program.h"
#include "weights/weights.h"

namespace modelet_graphs {
%(declarations)s
}
extern const modelet::WeightFile modelet_weights_file;
using namespace modelet;

template <typename T> T get(std::FILE *file) {
  T value{};
  if (std::fread(&value, sizeof value, 1, file) != 1) std::exit(3);
  return value;
}
std::vector<int32_t> list(std::FILE *file, std::size_t count) {
  std::vector<int32_t> values(count);
  for (int32_t &value : values) value = get<int32_t>(file);
  return values;
}
template <typename T> void put(std::FILE *file, T value) { std::fwrite(&value, sizeof value, 1, file); }

int main(int, char **arguments) {
  Error error;
  WeightsSource source;
  source.path = arguments[1];
  auto weights = Weights::open(modelet_weights_file, source, nullptr, error);
  if (!weights) { std::cerr << error.message; return 1; }
  const graph::Program *programs[] = {%(programs)s};
  std::FILE *in = std::fopen(arguments[2], "rb"), *out = std::fopen(arguments[3], "wb");
  const auto batches = get<int32_t>(in);
  for (int32_t batch_index = 0; batch_index < batches; ++batch_index) {
    const auto which = static_cast<std::size_t>(get<int32_t>(in));
    graph::TokenBatch batch;
    batch.padded = get<int32_t>(in);
    const auto texts = static_cast<std::size_t>(get<int32_t>(in)), tokens = static_cast<std::size_t>(get<int32_t>(in));
    batch.lengths = list(in, texts);
    batch.input_ids = list(in, tokens);
    batch.token_type_ids = list(in, tokens);
    Call call;
    call.context = {&own_host(), host_isa(), nullptr};
    call.weights = weights.get();
    std::vector<Tensor> outputs;
    if (!graph::execute(call, *programs[which], batch, outputs)) {
      put<int32_t>(out, -1);
      put<int32_t>(out, static_cast<int32_t>(call.error.message.size()));
      std::fwrite(call.error.message.data(), 1, call.error.message.size(), out);
      continue;
    }
    put<int32_t>(out, static_cast<int32_t>(outputs.size()));
    for (const Tensor &output : outputs) {
      put<int32_t>(out, static_cast<int32_t>(output.dtype));
      put<int32_t>(out, static_cast<int32_t>(output.shape.size()));
      for (int64_t size : output.shape) put<int64_t>(out, size);
      std::fwrite(output.data, 1, output.bytes(), out);
    }
  }
  std::fclose(out);
}
"""

PARTS = ("core", "graph", "hash", "json", "kernels", "platform", "weights")

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "", "float32", "float64"]


@dataclass
class Batch:
    """Padded ids as torch gets them; the last of each row may be padding."""

    input_ids: torch.Tensor
    token_type_ids: torch.Tensor
    attention_mask: torch.Tensor

    @property
    def lengths(self) -> list[int]:
        return [int(length) for length in self.attention_mask.sum(1)]


def random_batch(seed: int, texts: int = 5, longest: int = 17, vocabulary: int = 99, padded: int = 0, types: int = 2) -> Batch:
    """Texts of random lengths, padded with id 0 to the longest or further."""
    generator = torch.Generator().manual_seed(seed)
    lengths = torch.randint(2, longest + 1, (texts,), generator=generator)
    width = max(padded, int(lengths.max()))
    mask = (torch.arange(width)[None] < lengths[:, None]).to(torch.int64)
    ids = torch.randint(2, vocabulary, (texts, width), generator=generator) * mask
    return Batch(ids, torch.randint(0, types, (texts, width), generator=generator) * mask, mask)


class Graphs:
    """Several graphs in one program."""

    def __init__(self, modules: Mapping[str, torch.nn.Module], folder: Path) -> None:
        self.modules = dict(modules)
        self.emissions: dict[str, Emission] = {}
        self.reasons: dict[str, str] = {}
        for name, module in modules.items():
            self.emissions[name] = compile_module(module, name, name)
            self.reasons[name] = self.emissions[name].reason
        self._build(folder)

    def _build(self, folder: Path) -> None:
        tensors = {}
        for name, emission in self.emissions.items():
            emission.source = emission.source.replace("modelet_weights::w_", f"modelet_weights::w_{name}_")
            for tensor in emission.weights:
                tensors[f"{name}.{tensor.name}"] = type(tensor)(f"{name}.{tensor.name}", tensor.array)
        file = write_weights(list(tensors.values()), folder / "test.weights")
        self.weights = file.path
        sources = _units({name: emission.source for name, emission in self.emissions.items()})
        sources["weights_index.h"] = _weights_index(list(tensors))
        sources["weights.cpp"] = library.library_units({}, file)["weights.cpp"]
        sources["main.cpp"] = MAIN % {
            "declarations": "\n".join(
                f"namespace in_{name} {{ extern const modelet::graph::Program {name}_program; }}" for name in self.emissions
            ),
            "programs": ", ".join(f"&modelet_graphs::in_{name}::{name}_program" for name in self.emissions),
        }
        for name, text in sources.items():
            (folder / name).write_text(text)
        paths = [folder / name for name in sorted(sources) if name.endswith(".cpp")]
        labels = toolchain.engine_sources(toolchain.host_target())
        parts = [engine_folder() / label for label in labels if label.split("/")[0] in PARTS]
        self.program = toolchain.build_program([*paths, *parts], flags=["-I", str(folder)], engine=False)
        self.folder = folder

    def run(self, name: str, batches: Sequence[Batch]) -> list[list[np.ndarray] | str]:
        """The outputs for each batch, or the error's message."""
        which = list(self.modules).index(name)
        numbers = [np.array([len(batches)], np.int32)]
        for batch in batches:
            lengths = batch.lengths
            ids = [batch.input_ids[row, :length] for row, length in enumerate(lengths)]
            types = [batch.token_type_ids[row, :length] for row, length in enumerate(lengths)]
            head = [which, batch.input_ids.shape[1], len(lengths), sum(lengths), *lengths]
            numbers += [np.array(head, np.int32), torch.cat(ids).numpy().astype(np.int32), torch.cat(types).numpy().astype(np.int32)]
        (self.folder / "in").write_bytes(np.concatenate(numbers).tobytes())
        subprocess.run([self.program, self.weights, self.folder / "in", self.folder / "out"], check=True)
        return _read((self.folder / "out").read_bytes(), len(batches))

    def expected(self, name: str, batch: Batch) -> list[np.ndarray]:
        with torch.no_grad():
            result = self.modules[name](batch.input_ids, batch.token_type_ids, batch.attention_mask)
        return [tensor.numpy() for tensor in (result if isinstance(result, tuple) else (result,))]

    def check(self, name: str, batches: Sequence[Batch], tolerance: float = 1e-5) -> float:
        """The largest difference from torch; asserts that it is small and that shapes and types are equal."""
        worst = 0.0
        for batch, outputs in zip(batches, self.run(name, batches), strict=True):
            assert not isinstance(outputs, str), outputs
            for output, wanted in zip(outputs, self.expected(name, batch), strict=True):
                assert output.shape == wanted.shape, name
                assert output.dtype == wanted.dtype, name
                np.testing.assert_allclose(output, wanted, rtol=tolerance, atol=tolerance, err_msg=name)
                worst = max(worst, float(np.abs(output.astype(float) - wanted.astype(float)).max(initial=0)))
        return worst


def _units(programs: Mapping[str, str], together: int = 10) -> dict[str, str]:
    """Several programs a translation unit, each in a namespace of its own: headers take most of the time."""
    own = [text.replace("namespace modelet_graphs {", f"namespace modelet_graphs::in_{name} {{") for name, text in programs.items()]
    return {f"graphs_{first}.cpp": "\n".join(own[first : first + together]) for first in range(0, len(own), together)}


def _weights_index(names: Sequence[str]) -> str:
    lines = [f"inline constexpr uint32_t {weight_identifier(name)} = {index};" for index, name in enumerate(names)]
    return "\n".join(["#pragma once", "#include <cstdint>", "namespace modelet_weights {", *lines, "}"])


def _read(data: bytes, batches: int) -> list[list[np.ndarray] | str]:
    place = 0

    def take(dtype: str, count: int) -> np.ndarray:
        nonlocal place
        array = np.frombuffer(data, dtype, count, place)
        place += array.nbytes
        return array

    results: list[list[np.ndarray] | str] = []
    for _ in range(batches):
        (count,) = take("int32", 1)
        if count < 0:
            results.append(bytes(take("uint8", int(take("int32", 1)[0]))).decode())
            continue
        outputs = []
        for _ in range(count):
            dtype, rank = take("int32", 2)
            shape = take("int64", rank)
            outputs.append(take(DTYPES[dtype], int(np.prod(shape))).reshape(shape))
        results.append(outputs)
    return results


class Wrap(torch.nn.Module):
    """A function of the batch's fields, with the modules it uses as attributes."""

    def __init__(self, function: Callable[..., object], **modules: torch.nn.Module) -> None:
        super().__init__()
        self.function = function
        for name, module in modules.items():
            setattr(self, name, module)

    def forward(self, input_ids: torch.Tensor, token_type_ids: torch.Tensor, attention_mask: torch.Tensor) -> object:
        return self.function(self, input_ids, token_type_ids, attention_mask)
