"""Tensor graphs: from `torch.export` to C++ that calls the engine's kernels.

export → importer (aten operations to `ir`) → passes (fold, recognise, fuse) → proof (ragged or dense) → plan (memory) → emit.
"""
