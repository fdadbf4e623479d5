"""Programs that people write around models with numpy."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, U8, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]
R = np.random.default_rng(8)
X1 = np.linspace(0, 1, 20)


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_program_softmax(x: F32, axis: int = -1) -> F32:
    shifted = x - np.max(x, axis=axis, keepdims=True)
    e = np.exp(shifted)
    return e / np.sum(e, axis=axis, keepdims=True)


def numpy_log_softmax(x: F64) -> F64:
    m = x.max(axis=-1, keepdims=True)
    return x - m - np.log(np.sum(np.exp(x - m), axis=-1, keepdims=True))


def numpy_top_k(scores: F32, k: int) -> list[tuple[int, float]]:
    idx = np.argpartition(-scores, k - 1)[:k]
    idx = idx[np.argsort(-scores[idx])]
    return [(int(i), float(scores[i])) for i in idx]


def numpy_top_k_sorted(scores: list[float], k: int) -> dict[str, list[float]]:
    a = np.array(scores)
    order = np.argsort(a)[::-1][:k]
    return {"indices": order.tolist(), "scores": a[order].tolist()}


def numpy_iou_matrix(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    A = np.array(a, dtype=np.float64)
    Bx = np.array(b, dtype=np.float64)
    x1 = np.maximum(A[:, None, 0], Bx[None, :, 0])
    y1 = np.maximum(A[:, None, 1], Bx[None, :, 1])
    x2 = np.minimum(A[:, None, 2], Bx[None, :, 2])
    y2 = np.minimum(A[:, None, 3], Bx[None, :, 3])
    inter = np.clip(x2 - x1, 0, None) * np.clip(y2 - y1, 0, None)
    area_a = (A[:, 2] - A[:, 0]) * (A[:, 3] - A[:, 1])
    area_b = (Bx[:, 2] - Bx[:, 0]) * (Bx[:, 3] - Bx[:, 1])
    union = area_a[:, None] + area_b[None, :] - inter
    return np.where(union > 0, inter / np.maximum(union, 1e-9), 0.0).tolist()


def numpy_nms(boxes: list[list[float]], scores: list[float], thr: float = 0.5) -> list[int]:
    b = np.array(boxes, dtype=np.float32)
    s = np.array(scores, dtype=np.float32)
    if b.size == 0:
        return []
    x1, y1, x2, y2 = b[:, 0], b[:, 1], b[:, 2], b[:, 3]
    areas = (x2 - x1) * (y2 - y1)
    order = s.argsort()[::-1]
    keep: list[int] = []
    while order.size > 0:
        i = order[0]
        keep.append(int(i))
        xx1 = np.maximum(x1[i], x1[order[1:]])
        yy1 = np.maximum(y1[i], y1[order[1:]])
        xx2 = np.minimum(x2[i], x2[order[1:]])
        yy2 = np.minimum(y2[i], y2[order[1:]])
        w = np.maximum(0.0, xx2 - xx1)
        h = np.maximum(0.0, yy2 - yy1)
        inter = w * h
        ovr = inter / (areas[i] + areas[order[1:]] - inter)
        inds = np.where(ovr <= thr)[0]
        order = order[inds + 1]
    return keep


def numpy_cosine_matrix(a: F32, b: F32) -> F32:
    an = a / np.linalg.norm(a, axis=1, keepdims=True)
    bn = b / np.linalg.norm(b, axis=1, keepdims=True)
    return an @ bn.T


def numpy_one_hot(labels: list[int], n: int) -> list[list[float]]:
    out = np.zeros((len(labels), n))
    out[np.arange(len(labels)), labels] = 1.0
    return out.tolist()


def numpy_one_hot_eye(labels: I64, n: int):
    return np.eye(n, dtype=np.float32)[labels]


def numpy_confusion(y_true: list[int], y_pred: list[int], n: int) -> list[list[int]]:
    m = np.zeros((n, n), dtype=int)
    for t, p in zip(y_true, y_pred):
        m[t, p] += 1
    return m.tolist()


def numpy_confusion_add_at(y_true: I64, y_pred: I64, n: int):
    m = np.zeros((n, n), dtype=np.int64)
    np.add.at(m, (y_true, y_pred), 1)
    acc = np.trace(m) / np.sum(m)
    prec = np.diag(m) / np.maximum(m.sum(axis=0), 1)
    return m, acc, prec


def numpy_moving_average(x: list[float], w: int) -> list[float]:
    return np.convolve(np.array(x), np.ones(w) / w, mode="valid").tolist()


def numpy_moving_cumsum(x: F64, w: int):
    c = np.cumsum(np.insert(x, 0, 0.0))
    return (c[w:] - c[:-w]) / w


def numpy_resize_nearest(img: U8, h: int, w: int):
    H, W = img.shape[0], img.shape[1]
    r = (np.arange(h) * H / h).astype(int)
    c = (np.arange(w) * W / w).astype(int)
    return img[r[:, None], c]


def numpy_preprocess(img: NDArray[np.uint8], mean: list[float], std: list[float]):
    x = img.astype(np.float32) / 255.0
    x = (x - np.array(mean, dtype=np.float32)) / np.array(std, dtype=np.float32)
    x = x.transpose(2, 0, 1)
    return np.expand_dims(x, axis=0)


def numpy_pad_image(img: U8, size: int):
    h, w = img.shape[:2]
    return np.pad(img, ((0, size - h), (0, size - w), (0, 0)), mode="constant", constant_values=114)


def numpy_letterbox(img: NDArray[np.float32], size: int):
    h, w, c = img.shape
    out = np.full((size, size, c), 0.5, dtype=np.float32)
    top, left = (size - h) // 2, (size - w) // 2
    out[top : top + h, left : left + w] = img
    return out, (top, left)


def numpy_center_crop(img: U8, size: int):
    h, w = img.shape[:2]
    t = (h - size) // 2
    l = (w - size) // 2
    return img[t : t + size, l : l + size, ::-1].copy()


def numpy_ctc_greedy(logits: F32, blank: int, vocab: list[str]) -> str:
    ids = logits.argmax(axis=-1)
    out = []
    prev = -1
    for i in ids:
        if i != prev and i != blank:
            out.append(vocab[i])
        prev = i
    return "".join(out)


def numpy_ctc_vec(ids: list[int], blank: int) -> list[int]:
    a = np.array(ids)
    keep = np.concatenate([[True], a[1:] != a[:-1]]) & (a != blank)
    return a[keep].tolist()


def numpy_beam_search(logp: F64, width: int) -> list[tuple[list[int], float]]:
    beams: list[tuple[list[int], float]] = [([], 0.0)]
    for t in range(logp.shape[0]):
        cand = []
        for seq, score in beams:
            for c in range(logp.shape[1]):
                cand.append((seq + [c], score + float(logp[t, c])))
        cand.sort(key=lambda s: s[1], reverse=True)
        beams = cand[:width]
    return beams


def numpy_kmeans(x: F64, k: int, iters: int, seed: int):
    rng = np.random.default_rng(seed)
    centers = x[rng.choice(len(x), size=k, replace=False)]
    labels = np.zeros(len(x), dtype=int)
    for _ in range(iters):
        d = np.linalg.norm(x[:, None, :] - centers[None, :, :], axis=2)
        labels = np.argmin(d, axis=1)
        for j in range(k):
            members = x[labels == j]
            if len(members) > 0:
                centers[j] = members.mean(axis=0)
    return centers, labels


def numpy_pca(x: F64, n: int):
    xc = x - x.mean(axis=0)
    u, s, vt = np.linalg.svd(xc, full_matrices=False)
    return np.abs(xc @ vt[:n].T), s**2 / (len(x) - 1)


def numpy_pca_eigh(x: F64, n: int):
    xc = x - x.mean(axis=0)
    cov = np.cov(xc, rowvar=False)
    vals, vecs = np.linalg.eigh(cov)
    order = np.argsort(vals)[::-1]
    return vals[order], np.abs(vecs[:, order[:n]])


def numpy_causal_mask(n: int, lens: list[int]):
    causal = np.tril(np.ones((n, n), dtype=bool))
    pad = np.arange(n)[None, :] < np.array(lens)[:, None]
    mask = causal[None, :, :] & pad[:, None, :]
    return np.where(mask, 0.0, -np.inf).astype(np.float32)


def numpy_causal_triu(n: int):
    return np.triu(np.full((n, n), float("-inf"), dtype=np.float32), k=1)


def numpy_windows(x: list[int], size: int, step: int) -> list[list[int]]:
    a = np.array(x)
    return np.stack([a[i : i + size] for i in range(0, len(a) - size + 1, step)]).tolist()


def numpy_sliding(x: F32, w: int):
    v = np.lib.stride_tricks.sliding_window_view(x, w)
    return v.mean(axis=-1), v.shape[0]


def numpy_hist(x: list[float], bins: int) -> tuple[list[int], list[float]]:
    h, edges = np.histogram(np.array(x), bins=bins)
    return h.tolist(), edges.tolist()


def numpy_hist_range(x: F64):
    h, e = np.histogram(x, bins=10, range=(0.0, 1.0))
    return h / h.sum(), e


def numpy_bincounts(x: list[int], w: list[float]) -> tuple[list[int], list[float]]:
    return np.bincount(x).tolist(), np.bincount(x, weights=w, minlength=10).tolist()


def numpy_digitized(x: F64):
    return (
        np.digitize(x, np.array([0.0, 0.5, 1.0])),
        np.searchsorted([1, 2, 3], [0, 2, 5]),
        np.searchsorted(np.array([0.0, 1.0]), x, side="right"),
    )


def numpy_ece(conf: F64, correct: NDArray[np.bool_], n: int) -> float:
    edges = np.linspace(0, 1, n + 1)
    total = 0.0
    for lo, hi in zip(edges[:-1], edges[1:]):
        m = (conf > lo) & (conf <= hi)
        if np.any(m):
            total += abs(conf[m].mean() - correct[m].mean()) * m.mean()
    return float(total)


def numpy_interpolate(x: list[float]) -> list[float]:
    return np.interp(x, [0.0, 1.0, 2.0], [10.0, 20.0, 40.0]).tolist()


def numpy_polynomial(x: F64, y: F64):
    c = np.polyfit(x, y, 2)
    return c, np.polyval(c, x)


def numpy_attention(q: F64, k: F64, v: F64):
    s = q @ k.transpose(0, 1, 3, 2) / np.sqrt(q.shape[-1])
    s = s - s.max(-1, keepdims=True)
    p = np.exp(s)
    p /= p.sum(-1, keepdims=True)
    return np.matmul(p, v)


def numpy_einsums(a: F64, b: F64):
    return (
        np.einsum("ij,jk->ik", a, b),
        np.einsum("ij->j", a),
        np.einsum("ij,ij->", a, a),
        np.einsum("ii", a @ a.T),
        np.einsum("i,j->ij", a[0], b[0]),
        np.einsum("ij->ji", a),
        np.einsum("ij,jk", a, b),
    )


def numpy_masked_assign(x: F32, t: float):
    y = x.copy()
    y[y < t] = 0
    y[~np.isfinite(y)] = -1.0
    return y, np.where(x[:, None] > x[None, :], 1, 0)


def numpy_mean_pool(h: F32, mask: I64):
    m = mask[..., None].astype(np.float32)
    s = (h * m).sum(axis=1)
    return s / np.clip(m.sum(axis=1), 1e-9, None)


def numpy_groups(keys: list[int], vals: list[float]) -> dict[int, float]:
    k = np.array(keys)
    v = np.array(vals)
    uniq, inv, cnt = np.unique(k, return_inverse=True, return_counts=True)
    sums = np.zeros(len(uniq))
    np.add.at(sums, inv, v)
    return {int(u): float(s / c) for u, s, c in zip(uniq, sums, cnt)}


def numpy_lexsorted(a: list[int], b: list[int]) -> list[int]:
    return np.lexsort((np.array(b), np.array(a))).tolist()


def numpy_seeded(n: int, seed: int):
    rng = np.random.default_rng(seed)
    return rng.random(n), rng.integers(0, 10, n), rng.normal(0, 1, (2, n)), rng.uniform(-1, 1, size=n), rng.permutation(n)


def numpy_formatted(x: F64) -> str:
    return f"mean={x.mean():.3f} std={x.std():.3f} shape={x.shape} max={np.max(x)} n={x.size} {x.ndim} {x.dtype}"


def numpy_stats(x: list[float]) -> dict[str, float]:
    a = np.asarray(x, dtype=np.float64)
    return {
        "mean": float(np.mean(a)),
        "std": float(np.std(a, ddof=1)),
        "p50": float(np.percentile(a, 50)),
        "p95": float(np.percentile(a, 95)),
        "min": float(a.min()),
        "max": float(a.max()),
        "median": float(np.median(a)),
    }


def numpy_quantiles(x: F64):
    return np.percentile(x, [25, 50, 75]), np.quantile(x, 0.9), np.median(x, axis=0), np.quantile(x, 0.5, axis=0)


def numpy_nanstuff(x: F64):
    return np.nanmean(x), np.nansum(x), np.nanmax(x), np.nanstd(x), np.nan_to_num(x), np.nanmean(x, axis=0), np.isnan(x).sum()


def numpy_zscore(x: F64):
    mu, sd = x.mean(axis=0), x.std(axis=0)
    sd[sd == 0] = 1.0
    return (x - mu) / sd


def numpy_minmax(x: list[list[float]]) -> list[list[float]]:
    a = np.array(x)
    lo = a.min(axis=0)
    hi = a.max(axis=0)
    rng = np.where(hi - lo == 0, 1, hi - lo)
    return ((a - lo) / rng).tolist()


def numpy_pad_sequences(seqs: list[list[int]], pad: int) -> tuple[list[list[int]], list[list[int]]]:
    n = max(len(s) for s in seqs)
    out = np.full((len(seqs), n), pad, dtype=np.int64)
    mask = np.zeros_like(out)
    for i, s in enumerate(seqs):
        out[i, : len(s)] = s
        mask[i, : len(s)] = 1
    return out.tolist(), mask.tolist()


def numpy_program_views(x: I64):
    a = x.copy()
    b = a[::2]
    b += 10
    c = a.reshape(-1, 1)
    c[0] = -5
    np.multiply(a, 2, out=a)
    return a, b, c


def numpy_splitting(x: list[int], n: int) -> list[list[int]]:
    return [p.tolist() for p in np.array_split(np.array(x), n)]


def numpy_stacking(a: F32, b: F32):
    return (
        np.column_stack((a, b)),
        np.dstack((a, b)),
        np.hstack([a, b]),
        np.vstack([a, b]),
        np.concatenate([a, b], axis=0)[None],
        np.tile(a, 2),
        np.tile(a, (2, 2)),
        np.repeat(a, [1, 2, 0], axis=0),
    )


def numpy_fft_power(x: F64, rate: float):
    s = np.fft.rfft(x * np.hanning(len(x)))
    return np.abs(s) ** 2, np.fft.rfftfreq(len(x), 1 / rate)


def numpy_mel_frames(x: F64, n: int, hop: int):
    count = 1 + (len(x) - n) // hop
    idx = np.arange(n)[None, :] + hop * np.arange(count)[:, None]
    frames = x[idx] * np.hamming(n)
    return np.log(np.abs(np.fft.rfft(frames, axis=-1)) ** 2 + 1e-10)


def numpy_linear_solve(a: F64, b: F64):
    return np.linalg.solve(a, b), np.linalg.inv(a), np.linalg.det(a)


def numpy_lstsq_fit(x: F64, y: F64):
    A = np.vstack([x, np.ones(len(x))]).T
    m, c = np.linalg.lstsq(A, y, rcond=None)[0]
    return m, c


def numpy_temperature_sample(logits: list[float], temp: float, seed: int) -> int:
    a = np.array(logits, dtype=np.float64) / temp
    p = np.exp(a - a.max())
    p /= p.sum()
    rng = np.random.default_rng(seed)
    return int(rng.choice(len(p), p=p))


def numpy_top_p(logits: F64, p: float):
    order = np.argsort(logits)[::-1]
    e = np.exp(logits - logits.max())
    probs = e / e.sum()
    c = np.cumsum(probs[order])
    cut = np.searchsorted(c, p) + 1
    keep = order[:cut]
    mask = np.ones_like(logits, dtype=bool)
    mask[keep] = False
    out = logits.copy()
    out[mask] = -np.inf
    return out, keep


def numpy_positional(n: int, d: int):
    pos = np.arange(n)[:, np.newaxis]
    div = np.exp(np.arange(0, d, 2) * -(np.log(10000.0) / d))
    pe = np.zeros((n, d))
    pe[:, 0::2] = np.sin(pos * div)
    pe[:, 1::2] = np.cos(pos * div)
    return pe


def numpy_rope(x: F32, theta: float = 10000.0):
    n, d = x.shape
    inv = 1.0 / (theta ** (np.arange(0, d, 2, dtype=np.float32) / d))
    ang = np.outer(np.arange(n, dtype=np.float32), inv)
    c, s = np.cos(ang), np.sin(ang)
    x1, x2 = x[:, ::2], x[:, 1::2]
    out = np.empty_like(x)
    out[:, ::2] = x1 * c - x2 * s
    out[:, 1::2] = x1 * s + x2 * c
    return out


def numpy_rrf(rankings: list[list[int]], n: int, k: int = 60) -> list[tuple[int, float]]:
    s = np.zeros(n)
    for r in rankings:
        for rank, doc in enumerate(r):
            s[doc] += 1.0 / (k + rank + 1)
    order = np.argsort(-s, kind="stable")
    return [(int(i), round(float(s[i]), 6)) for i in order if s[i] > 0]


def numpy_quantize(x: F32):
    scale = np.abs(x).max() / 127.0
    q = np.clip(np.round(x / scale), -128, 127).astype(np.int8)
    return q, float(scale), q.astype(np.float32) * scale


def numpy_quant_rows(x: F32):
    lo = x.min(axis=1, keepdims=True)
    hi = x.max(axis=1, keepdims=True)
    scale = np.maximum((hi - lo) / 255, 1e-8)
    return np.round((x - lo) / scale).astype(np.uint8), scale.squeeze(1)


def numpy_binarize(x: F32):
    bits = (x > 0).astype(np.uint8)
    packed = np.packbits(bits, axis=-1)
    return packed, np.unpackbits(packed, axis=-1)


def numpy_argmax_stuff(x: F32):
    return (
        np.unravel_index(np.argmax(x), (x.shape[0], x.shape[1])),
        np.argwhere(x > 0.5),
        np.take_along_axis(x, np.argsort(x, axis=1), axis=1),
        np.isin(np.arange(5), [1, 3]),
    )


def numpy_gray(img: U8):
    return (
        (img @ np.array([0.299, 0.587, 0.114])).astype(np.uint8),
        np.mean(img, axis=(0, 1)),
        img[..., ::-1],
        np.rot90(img),
        np.fliplr(img),
        np.flipud(img),
    )


def numpy_meshes(h: int, w: int):
    yy, xx = np.meshgrid(np.arange(h), np.arange(w), indexing="ij")
    g = np.stack([xx, yy], axis=-1).reshape(-1, 2)
    return g, np.linalg.norm(g, axis=1)


def numpy_levenshtein(a: str, b: str) -> int:
    d = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    d[:, 0] = np.arange(len(a) + 1)
    d[0, :] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return int(d[-1, -1])


def numpy_bilinear(img: F32, oh: int, ow: int):
    h, w = img.shape
    ys = np.linspace(0, h - 1, oh)
    xs = np.linspace(0, w - 1, ow)
    y0 = np.floor(ys).astype(int)
    x0 = np.floor(xs).astype(int)
    y1 = np.minimum(y0 + 1, h - 1)
    x1 = np.minimum(x0 + 1, w - 1)
    wy = (ys - y0)[:, None]
    wx = (xs - x0)[None, :]
    top = img[y0][:, x0] * (1 - wx) + img[y0][:, x1] * wx
    bot = img[y1][:, x0] * (1 - wx) + img[y1][:, x1] * wx
    return top * (1 - wy) + bot * wy


def numpy_argsort_multi(x: F32):
    idx = np.argsort(-x, axis=1)[:, :3]
    rows = np.arange(x.shape[0])[:, None]
    return idx, x[rows, idx], np.sort(x, axis=0), np.partition(x, 2, axis=1)[:, 2]


def numpy_errors_reshape(x: I64, n: int):
    return x.reshape(n, -1)


def numpy_errors_axis(x: F32, axis: int):
    return x.sum(axis=axis), np.concatenate([x, x], axis=axis)


def numpy_loop_rows(x: F64) -> list[str]:
    out = []
    for i, row in enumerate(x):
        out.append(f"{i}: " + ", ".join(f"{v:.2f}" for v in row))
    return out


def numpy_dtypes_info(x: F32):
    return np.finfo(np.float32).eps, np.iinfo(np.int64).max, x.dtype == np.float32, np.finfo(x.dtype).min, np.pi, x.itemsize, x.nbytes


def numpy_entropy(p: list[float]) -> float:
    a = np.array(p)
    a = a / a.sum()
    nz = a[a > 0]
    return float(-np.sum(nz * np.log2(nz)))


def numpy_corr(x: F64):
    return np.corrcoef(x, rowvar=False), np.corrcoef(x[:, 0], x[:, 1])[0, 1]


def numpy_mmr(q: F64, docs: F64, k: int, lam: float) -> list[int]:
    sim_q = docs @ q
    sim = docs @ docs.T
    chosen: list[int] = []
    rest = list(range(len(docs)))
    while rest and len(chosen) < k:
        best, best_s = -1, -np.inf
        for i in rest:
            red = max([sim[i, j] for j in chosen]) if chosen else 0.0
            s = lam * sim_q[i] - (1 - lam) * red
            if s > best_s:
                best, best_s = i, s
        chosen.append(best)
        rest.remove(best)
    return chosen


def numpy_select_choose(x: F64):
    return (
        np.select([x < 0, x < 1], [0.0, x], default=2.0),
        np.ptp(x),
        np.argwhere(x > 0).tolist() if False else 0,
        np.average(x, weights=np.abs(x)),
        np.sign(x),
        np.trapezoid(x),
        np.gradient(x),
        np.cumprod(x),
        np.diff(x, n=2),
        np.prod(x.shape),
        np.roll(x, 1),
    )


def numpy_empty_results(n: int):
    a = np.empty((0, 4))
    b = np.array([])
    c = np.zeros(n)
    return a, b, c.any(), c.sum(), a.shape[0]


IMG = R.integers(0, 256, (6, 8, 3), dtype=np.uint8)
BOX = [[0.0, 0.0, 10.0, 10.0], [1.0, 1.0, 11.0, 11.0], [20.0, 20.0, 30.0, 30.0], [0.0, 0.0, 9.0, 9.5]]
SQ = f64(4, 4)
ARGUMENTS = {
    numpy_program_softmax: [(f32(3, 5), -1), (f32(3, 5), 0), (f32(3, 5), 2)],
    numpy_log_softmax: [(f64(2, 7),)],
    numpy_top_k: [(f32(20), 5)],
    numpy_top_k_sorted: [([0.1, 3.0, 2.0, -1.0], 2), ([], 3)],
    numpy_iou_matrix: [(BOX, BOX[:2])],
    numpy_nms: [(BOX, [0.9, 0.8, 0.7, 0.95], 0.5)],
    numpy_cosine_matrix: [(f32(3, 8), f32(4, 8))],
    numpy_one_hot: [([1, 0, 2], 3), ([5], 3)],
    numpy_one_hot_eye: [(np.array([0, 2, 1]), 3)],
    numpy_confusion: [([0, 1, 1], [0, 1, 0], 2)],
    numpy_confusion_add_at: [(np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1]), 2)],
    numpy_moving_average: [([1.0, 2.0, 3.0, 4.5], 2)],
    numpy_moving_cumsum: [(f64(10), 3)],
    numpy_resize_nearest: [(IMG, 4, 4), (IMG, 12, 16)],
    numpy_preprocess: [(IMG, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])],
    numpy_pad_image: [(IMG, 10)],
    numpy_letterbox: [(f32(4, 6, 3), 8)],
    numpy_center_crop: [(IMG, 4)],
    numpy_ctc_greedy: [(f32(10, 4), 0, ["_", "a", "b", "c"])],
    numpy_ctc_vec: [([0, 1, 1, 0, 2, 2, 0], 0)],
    numpy_beam_search: [(f64(4, 3), 2)],
    numpy_kmeans: [(f64(30, 2), 3, 5, 7)],
    numpy_pca: [(f64(20, 4), 2)],
    numpy_pca_eigh: [(f64(20, 4), 2)],
    numpy_causal_mask: [(4, [2, 4])],
    numpy_causal_triu: [(4,)],
    numpy_windows: [([1, 2, 3, 4, 5, 6, 7], 3, 2)],
    numpy_sliding: [(f32(10), 4)],
    numpy_hist: [([0.1, 0.5, 2.0, 2.5, 0.1], 4)],
    numpy_hist_range: [(R.random(50),)],
    numpy_bincounts: [([1, 2, 2, 5], [0.5, 1.0, 2.0, 1.5])],
    numpy_digitized: [(np.array([-1.0, 0.2, 0.7, 3.0]),)],
    numpy_ece: [(R.random(40), R.random(40) > 0.5, 5)],
    numpy_interpolate: [([-1.0, 0.5, 1.7, 9.0],)],
    numpy_polynomial: [(X1, X1**2 * 3 + 1 + 0.1 * np.sin(X1 * 30))],
    numpy_attention: [(f64(2, 2, 3, 4), f64(2, 2, 3, 4), f64(2, 2, 3, 4))],
    numpy_einsums: [(f64(2, 3), f64(3, 4))],
    numpy_masked_assign: [(np.array([1.0, np.nan, -2.0, np.inf], np.float32), 0.5)],
    numpy_mean_pool: [(f32(2, 4, 3), np.array([[1, 1, 0, 0], [1, 1, 1, 1]]))],
    numpy_groups: [([3, 1, 3, 2], [1.0, 2.0, 4.0, 8.0])],
    numpy_lexsorted: [([1, 1, 0], [2, 1, 5])],
    numpy_seeded: [(5, 42), (6, 0)],
    numpy_formatted: [(f64(3, 4),)],
    numpy_stats: [([1.0, 5.0, 2.0, 8.0],)],
    numpy_quantiles: [(f64(7, 3),)],
    numpy_nanstuff: [(np.array([[1.0, np.nan], [3.0, 4.0]]),)],
    numpy_zscore: [(f64(6, 3),)],
    numpy_minmax: [([[1.0, 2.0], [3.0, 2.0]],)],
    numpy_pad_sequences: [([[1, 2, 3], [4]], 0)],
    numpy_program_views: [(np.arange(6),)],
    numpy_splitting: [([1, 2, 3, 4, 5, 6, 7], 3)],
    numpy_stacking: [(f32(3, 2), f32(3, 2))],
    numpy_fft_power: [(f64(32), 100.0), (f64(30), 100.0)],
    numpy_mel_frames: [(f64(200), 64, 32)],
    numpy_linear_solve: [(SQ, f64(4))],
    numpy_lstsq_fit: [(X1, X1 * 2 + 1)],
    numpy_temperature_sample: [([1.0, 2.0, 0.5], 0.7, s) for s in range(4)],
    numpy_top_p: [(f64(12), 0.8)],
    numpy_positional: [(5, 6)],
    numpy_rope: [(f32(4, 6), 10000.0)],
    numpy_rrf: [([[1, 2, 3], [3, 1]], 6, 60)],
    numpy_quantize: [(f32(10),)],
    numpy_quant_rows: [(f32(3, 10),)],
    numpy_binarize: [(f32(2, 16),)],
    numpy_argmax_stuff: [(f32(4, 5),)],
    numpy_gray: [(IMG,)],
    numpy_meshes: [(2, 3)],
    numpy_levenshtein: [("kitten", "sitting"), ("", "a")],
    numpy_bilinear: [(f32(4, 4), 7, 6)],
    numpy_argsort_multi: [(f32(3, 6),)],
    numpy_errors_reshape: [(np.arange(6), 4), (np.arange(6), 3)],
    numpy_errors_axis: [(f32(2, 3), 5), (f32(2, 3), 1)],
    numpy_loop_rows: [(f64(2, 3),)],
    numpy_dtypes_info: [(f32(3),)],
    numpy_entropy: [([0.5, 0.25, 0.0, 0.25],)],
    numpy_corr: [(f64(10, 3),)],
    numpy_mmr: [(f64(4), f64(6, 4), 3, 0.6)],
    numpy_select_choose: [(f64(6),)],
    numpy_empty_results: [(3,)],
}
