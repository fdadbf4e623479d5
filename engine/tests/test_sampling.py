"""How a token is chosen: on its own, and what may be chosen compared with transformers' processors."""

from __future__ import annotations

import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers.generation import logits_process as reference

from modelet_compiler import toolchain

TESTS = Path(__file__).parents[1] / "sampling" / "tests"


@pytest.fixture(scope="module")
def program() -> Path:
    return toolchain.build_program([TESTS / "sampling_test.cpp"])


def test_choices_follow_the_request_alone(program: Path) -> None:
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@dataclass
class Case:
    """What one request asks for; the defaults change nothing."""

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    typical_p: float = 1.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    bias: dict[int, float] = field(default_factory=dict)
    vocabulary: int = 1000
    spread: float = 3.0
    equal: bool = False  # many logits are equal

    def logits(self, seed: int) -> np.ndarray:
        values = np.random.default_rng(seed).normal(0, self.spread, self.vocabulary)
        return (np.round(values) if self.equal else values).astype(np.float32)


CASES = [
    Case(),
    Case(temperature=0.3),
    Case(temperature=1.7, vocabulary=49152),
    Case(top_k=1),
    Case(top_k=50),
    Case(top_k=50, equal=True),
    Case(top_k=5000),
    Case(top_p=0.9),
    Case(top_p=0.05),
    Case(top_p=0.999, vocabulary=49152),
    Case(min_p=0.1),
    Case(min_p=0.9, equal=True),
    Case(typical_p=0.2),
    Case(typical_p=0.9, vocabulary=5000),
    Case(repetition_penalty=1.3),
    Case(repetition_penalty=0.5, top_k=20),
    Case(presence_penalty=1.5, frequency_penalty=0.7),
    Case(bias={3: 4.5, 17: -100.0}),
    Case(0.7, 40, 0.8, 0.02, 0.9, 1.1, 0.3, 0.2, {5: 2.0}),
    Case(1.3, 100, 0.95, 0.01, 0.7, spread=1.0, vocabulary=20000),
]
PROMPT, GENERATED = [1, 2, 3, 3, 999, 17], [4, 4, 4, 2, 500]


def encode(case: Case, logits: np.ndarray) -> bytes:
    options = (case.temperature, float(case.top_k), case.top_p, case.min_p, case.typical_p)
    penalties = (case.repetition_penalty, case.presence_penalty, case.frequency_penalty)
    head = struct.pack("<4i8f", len(logits), len(PROMPT), len(GENERATED), len(case.bias), *options, *penalties)
    tokens = struct.pack(f"<{len(PROMPT) + len(GENERATED)}i", *PROMPT, *GENERATED)
    return head + logits.tobytes() + tokens + b"".join(struct.pack("<if", *item) for item in case.bias.items())


def expected(case: Case, logits: np.ndarray) -> np.ndarray:
    """The probabilities that transformers' processors give, in the order of its generation.

    In double precision: summed in float32, the probability of fifty thousand tokens is too rough to say which of them crosses a border.
    """
    ids, scores = torch.tensor([PROMPT + GENERATED]), torch.from_numpy(logits.astype(np.float64))[None]
    top_p, min_p, typical_p = (float(np.float32(value)) for value in (case.top_p, case.min_p, case.typical_p))
    for token, value in case.bias.items():
        scores[0, token] += value
    if case.repetition_penalty != 1:
        scores = reference.RepetitionPenaltyLogitsProcessor(case.repetition_penalty)(ids, scores)
    counts = torch.bincount(torch.tensor(GENERATED), minlength=len(logits))
    scores = scores - case.frequency_penalty * counts - case.presence_penalty * (counts > 0)
    if case.temperature != 1:
        scores = reference.TemperatureLogitsWarper(case.temperature)(ids, scores)
    if case.top_k:
        scores = reference.TopKLogitsWarper(case.top_k)(ids, scores)
    if case.top_p < 1:
        scores = reference.TopPLogitsWarper(top_p)(ids, scores)
    if case.min_p:
        scores = reference.MinPLogitsWarper(min_p)(ids, scores)
    if case.typical_p < 1:
        scores = reference.TypicalLogitsWarper(typical_p)(ids, scores)
    return scores.softmax(-1)[0].numpy()


def test_what_may_be_chosen_is_what_transformers_leaves(program: Path) -> None:
    problems = [(case, case.logits(seed)) for case in CASES for seed in range(5)]
    given = b"".join(encode(case, logits) for case, logits in problems)
    done = subprocess.run([program, "distributions"], input=given, capture_output=True, check=True)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == len(problems)
    for (case, logits), line in zip(problems, lines, strict=True):
        numbers = np.array(line.split(), dtype=float).reshape(-1, 2)
        found = np.zeros(len(logits))
        found[numbers[:, 0].astype(int)] = numbers[:, 1]
        wanted = expected(case, logits)
        differently_kept = (found > 0) != (wanted > 0)  # on the border itself float32 decides
        assert (found + wanted)[differently_kept].sum() < 1e-6, case
        assert np.abs(found - wanted).max() < 1e-6, case
