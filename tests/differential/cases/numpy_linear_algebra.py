"""Decompositions, solutions, einsum, fits."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, U8, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]
R = np.random.default_rng(6)
X1 = np.linspace(0, 1, 20)


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_linear(a: F64, b: F64, f: F32):
    s = a @ a.T + np.eye(4) * 0.1
    w, v = np.linalg.eigh(s)
    u, sv, vt = np.linalg.svd(a)
    u2, sv2, vt2 = np.linalg.svd(a[:3], full_matrices=False)
    q, r = np.linalg.qr(a)
    q3, r3 = np.linalg.qr(a[:, :2])
    q4, r4 = np.linalg.qr(a[:, :2], mode="complete")
    sign, logdet = np.linalg.slogdet(s)
    x, res, rank, svals = np.linalg.lstsq(a[:, :2], b, rcond=None)
    c = np.linalg.cholesky(s)
    return (
        np.linalg.inv(s),
        np.linalg.det(s),
        np.linalg.solve(s, b),
        w,
        v @ np.diag(w) @ v.T,
        u[:, :4] @ np.diag(sv) @ vt,
        sv,
        u2 @ np.diag(sv2) @ vt2,
        u2.T @ u2,
        u.T @ u,
        q @ r,
        r,
        q,
        q3,
        r3,
        q4 @ r4,
        q4.T @ q4,
        sign,
        logdet,
        x,
        res,
        rank,
        svals,
        c,
        np.linalg.pinv(a[:, :2]),
        np.linalg.matrix_rank(a),
        np.linalg.matrix_power(s, 3),
        np.linalg.matrix_power(s, -1),
        np.linalg.matrix_power(s, 0),
        np.linalg.eigvalsh(s),
        np.linalg.svd(a, compute_uv=False),
        np.linalg.norm(a, "fro"),
        np.linalg.inv(np.stack([s, s * 2])),
        np.linalg.det(np.stack([s, s * 2])),
        np.linalg.inv(f),
        np.linalg.solve(f, f[0]),
        np.linalg.norm(a),
        np.linalg.norm(b),
        np.linalg.norm(a, axis=1),
    )


def numpy_named_results(a: F64):
    parts = np.linalg.svd(a)
    return np.linalg.eigh(np.eye(2)).eigenvalues, parts.S, f"{np.linalg.slogdet(np.eye(2))}", np.linalg.qr(np.eye(2)), np.linalg.svd(a)[1]


def numpy_linear_errors(a: F64, kind: int):
    try:
        if kind == 0:
            return np.linalg.inv(a)
        if kind == 1:
            return np.linalg.solve(a, a[0])
        if kind == 2:
            return np.linalg.cholesky(a)
        return np.linalg.pinv(a)
    except np.linalg.LinAlgError as error:
        return np.array([len(str(error))])


def numpy_linear_raises(a: F64, kind: int):
    if kind == 0:
        return np.linalg.inv(a)
    if kind == 1:
        return np.linalg.solve(a, np.ones(3))
    if kind == 2:
        return np.linalg.cholesky(a)
    return np.linalg.eigvalsh(a)


def numpy_einsum_more(a: F64, b: F64):
    x = np.arange(24.0).reshape(2, 3, 4)
    y = np.arange(40.0).reshape(2, 4, 5)
    v = np.arange(3)
    return (
        np.einsum("bij,bjk->bik", x, y),
        np.einsum("...ij,...jk", x, y),
        np.einsum("bij->b", x),
        np.einsum("ij,j->i", a, v),
        np.einsum("i,i", v, v),
        np.einsum("i,i->i", v, v),
        np.einsum("bij,bij->bj", x, x),
        np.einsum("ij,jk,k->i", a, b, np.arange(4)),
        np.einsum("...i->...", x),
        np.einsum("ii->i", b[:3, :3]),
        np.tensordot(x, y, axes=([0, 2], [0, 1])),
        np.vdot(v, v),
        np.vecdot(x, x),
        np.einsum("bhqd,bhkd->bhqk", x[:, None], x[:, None]),
    )


def numpy_fits(x: F64, y: F64):
    return np.polyfit(x, y, 1), np.polyfit(x, y, 3), np.polyval(np.polyfit(x, y, 2), x)


NN = f64(4, 4)
ARGUMENTS = {
    numpy_named_results: [(np.diag([3.0, 2.0]),)],
    numpy_linear: [
        (NN, f64(4), (f32(4, 4) + 3 * np.eye(4)).astype(np.float32)),
        (np.diag([1.0, 2.0, 3.0, 4.0]), f64(4), np.eye(4, dtype=np.float32)),
    ],
    numpy_linear_errors: [(np.zeros((2, 2)), k) for k in range(4)] + [(np.eye(2), 0)],
    numpy_linear_raises: [(np.zeros((2, 2)), k) for k in range(4)] + [(np.zeros((2, 3)), k) for k in (0, 2, 3)] + [(np.zeros(2), 0)],
    numpy_einsum_more: [(f64(2, 3), f64(3, 4))],
    numpy_fits: [(X1, np.sin(X1 * 3))],
}
