"""Plain Python programs that are compiled and run by CPython: loops over numbers, texts, lists, dicts and instances."""

from __future__ import annotations

import json


def nbody(steps: int) -> float:
    xs = [0.0, 4.84143144246472090e00, 8.34336671824457987e00, 1.28943695621391310e01, 1.53796971148509165e01]
    ys = [0.0, -1.16032004402742839e00, 4.12479856412430479e00, -1.51111514016986312e01, -2.59193146099879641e01]
    zs = [0.0, -1.03622044471123109e-01, -4.03523417114321381e-01, -2.23307578892655734e-01, 1.79258772950371181e-01]
    vx = [0.0, 0.606326392995832, -1.01077434617879236, 1.08279100644153536, 0.979090732243897976]
    vy = [0.0, 2.81198684491626016, 1.82566237123041186, 0.868713018169608219, 0.594698998647676060]
    vz = [0.0, -0.0252183616598876288, 0.00841576137658415351, -0.0108326374013636358, -0.0347559555078103712]
    m = [39.47841760435743, 0.03769367487038949, 0.011286326131968767, 0.0017237240570597112, 0.0020336868699246304]
    n = len(m)
    dt = 0.01
    for _ in range(steps):
        for i in range(n):
            for j in range(i + 1, n):
                dx = xs[i] - xs[j]
                dy = ys[i] - ys[j]
                dz = zs[i] - zs[j]
                d2 = dx * dx + dy * dy + dz * dz
                mag = dt / (d2 * d2**0.5)
                vx[i] -= dx * m[j] * mag
                vy[i] -= dy * m[j] * mag
                vz[i] -= dz * m[j] * mag
                vx[j] += dx * m[i] * mag
                vy[j] += dy * m[i] * mag
                vz[j] += dz * m[i] * mag
        for i in range(n):
            xs[i] += dt * vx[i]
            ys[i] += dt * vy[i]
            zs[i] += dt * vz[i]
    e = 0.0
    for i in range(n):
        e += 0.5 * m[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i])
    return e


class Body:
    def __init__(self, x, y, z, vx, vy, vz, m):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx, vy, vz
        self.m = m


def nbody_of_classes(steps: int) -> float:
    bodies = [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.47841760435743),
        Body(4.84, -1.16, -0.1, 0.606, 2.81, -0.025, 0.0376),
        Body(8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.011),
        Body(12.89, -15.1, -0.22, 1.08, 0.86, -0.01, 0.0017),
        Body(15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002),
    ]
    dt = 0.01
    for _ in range(steps):
        for i in range(len(bodies)):
            a = bodies[i]
            for j in range(i + 1, len(bodies)):
                b = bodies[j]
                dx = a.x - b.x
                dy = a.y - b.y
                dz = a.z - b.z
                d2 = dx * dx + dy * dy + dz * dz
                mag = dt / (d2 * d2**0.5)
                a.vx -= dx * b.m * mag
                a.vy -= dy * b.m * mag
                a.vz -= dz * b.m * mag
                b.vx += dx * a.m * mag
                b.vy += dy * a.m * mag
                b.vz += dz * a.m * mag
        for b in bodies:
            b.x += dt * b.vx
            b.y += dt * b.vy
            b.z += dt * b.vz
    return bodies[0].x


def chunk_text(text: str, size: int, overlap: int) -> list[str]:
    words = text.split()
    chunks = []
    current: list[str] = []
    length = 0
    for word in words:
        if length + len(word) + 1 > size and current:
            chunks.append(" ".join(current))
            kept: list[str] = []
            total = 0
            for w in reversed(current):
                if total + len(w) + 1 > overlap:
                    break
                kept.insert(0, w)
                total += len(w) + 1
            current = kept
            length = total
        current.append(word)
        length += len(word) + 1
    if current:
        chunks.append(" ".join(current))
    return chunks


def split_sentences(text: str, limit: int) -> list[str]:
    out = []
    start = 0
    depth = 0
    for i, c in enumerate(text):
        if c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
        elif c in ".!?" and depth == 0 and i + 1 - start > limit:
            out.append(text[start : i + 1].strip())
            start = i + 1
    if start < len(text):
        out.append(text[start:].strip())
    return out


def nms(boxes: list[list[float]], scores: list[float], threshold: float) -> list[int]:
    order = sorted(range(len(scores)), key=lambda i: scores[i], reverse=True)
    keep = []
    removed = [False] * len(scores)
    for i in order:
        if removed[i]:
            continue
        keep.append(i)
        x1, y1, x2, y2 = boxes[i]
        area = (x2 - x1) * (y2 - y1)
        for j in order:
            if removed[j] or j == i:
                continue
            a1, b1, a2, b2 = boxes[j]
            w = min(x2, a2) - max(x1, a1)
            h = min(y2, b2) - max(y1, b1)
            if w <= 0 or h <= 0:
                continue
            inter = w * h
            union = area + (a2 - a1) * (b2 - b1) - inter
            if inter / union > threshold:
                removed[j] = True
    return keep


def levenshtein(a: str, b: str) -> int:
    previous = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        current = [i]
        for j, cb in enumerate(b, 1):
            insert = current[j - 1] + 1
            delete = previous[j] + 1
            replace = previous[j - 1] + (ca != cb)
            current.append(min(insert, delete, replace))
        previous = current
    return previous[-1]


def reshape_records(records: list[dict[str, str]]) -> dict[str, list[dict[str, str]]]:
    out: dict[str, list[dict[str, str]]] = {}
    for record in records:
        group = record.get("group", "none")
        item = {key.lower(): value.strip() for key, value in record.items() if key != "group"}
        item["size"] = str(len(record))
        out.setdefault(group, []).append(item)
    return out


def reshape_json(text: str) -> str:
    out: dict[str, list[dict[str, str]]] = {}
    for record in json.loads(text):
        item = {key.lower(): str(value).strip() for key, value in record.items() if key != "group"}
        item["size"] = str(len(record))
        out.setdefault(str(record.get("group", "none")), []).append(item)
    return json.dumps(out)


def primes(n: int) -> int:
    sieve = [True] * (n + 1)
    count = 0
    for i in range(2, n + 1):
        if sieve[i]:
            count += 1
            for k in range(i * i, n + 1, i):
                sieve[k] = False
    return count


def count_words(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for w in text.lower().split():
        w = w.strip(".,!?()")
        counts[w] = counts.get(w, 0) + 1
    return counts


def collatz(n: int) -> int:
    best = 0
    for i in range(1, n):
        steps = 0
        k = i
        while k != 1:
            k = k // 2 if k % 2 == 0 else 3 * k + 1
            steps += 1
        best = max(best, steps)
    return best


def build_string(n: int) -> int:
    s = ""
    for i in range(n):
        s += str(i)
    return len(s)


def append_items(n: int) -> int:
    xs = []
    for i in range(n):
        xs.append(i)
    return len(xs)
