"""Compiles the embedding example, searches a few sentences with it, and shows how well, how small and how fast it is."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from modelet import OpenAI

DOCUMENTS = (
    "To reset your password, open Settings and choose Security.",
    "Orders above fifty euros are delivered free of charge.",
    "The battery lasts about eleven hours of video playback.",
    "You can cancel a subscription at any time before it renews.",
    "Our offices are closed on public holidays.",
    "The device is water resistant down to one metre.",
    "Invoices are sent by e-mail on the first of each month.",
    "Returns are accepted within thirty days of delivery.",
)
QUERIES = ("I forgot my login credentials", "How long can I watch films on one charge?", "I want to send back what I bought")


def main() -> None:
    """Compile, search, compare."""
    console = Console()
    with console.status("importing the example (torch, transformers) …"):
        sys.path.insert(0, str(Path(__file__).parent / "embeddings"))
        from minilm import embed, folder
    with console.status("compiling; the very first time builds the toolchain's own libraries, one to three minutes …"):
        from modelet_compiler import build

        started = time.perf_counter()
        artifact = build(embed, name="@local/minilm")
        compiled_in = time.perf_counter() - started
    search(console, artifact.name)
    report(console, artifact, compiled_in, folder)


def search(console: Console, name: str) -> None:
    """A semantic search through the OpenAI client, in this process."""
    client = OpenAI()
    documents = np.array([item.embedding for item in client.embeddings.create(model=name, input=list(DOCUMENTS)).data])
    queries = np.array([item.embedding for item in client.embeddings.create(model=name, input=list(QUERIES)).data])
    table = Table(title=f'OpenAI().embeddings.create(model="{name}")')
    table.add_column("query")
    table.add_column("best match")
    table.add_column("cosine", justify="right")
    for query, scores in zip(QUERIES, queries @ documents.T, strict=True):
        best = int(scores.argmax())
        table.add_row(query, DOCUMENTS[best], f"{scores[best]:.3f}")
    console.print(table)


def report(console: Console, artifact: object, compiled_in: float, folder: Path | str) -> None:
    """Agreement with sentence-transformers, the library's size, and the time one text takes."""
    from sentence_transformers import SentenceTransformer

    texts = [*DOCUMENTS, *QUERIES]
    expected = SentenceTransformer(str(folder), device="cpu").encode(texts)
    client, name = OpenAI(), artifact.name  # type: ignore[attr-defined]
    vectors = np.array([item.embedding for item in client.embeddings.create(model=name, input=texts).data])
    seconds = min(_time(lambda: client.embeddings.create(model=name, input=QUERIES[0])) for _ in range(20))
    library = artifact.library()  # type: ignore[attr-defined]
    console.print(f"largest difference from sentence-transformers  {np.abs(vectors - expected).max():.1e}")
    console.print(f"library                                        {library.stat().st_size / 1e6:.2f} MB")
    console.print(f"one short text                                 {seconds * 1e3:.1f} ms")
    console.print(f"compiled in                                    {compiled_in:.1f} s")


def _time(run: object) -> float:
    started = time.perf_counter()
    run()  # type: ignore[operator]
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
