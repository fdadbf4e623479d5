import time
import uuid


def time_uuid(n: int) -> dict[str, bool | int | str]:
    start = time.perf_counter()
    ids = [str(uuid.uuid4()) for _ in range(n)]
    elapsed = time.perf_counter() - start
    now = time.time()
    parts = [len(p) for p in ids[0].split("-")] if ids else []
    return {
        "unique": len(set(ids)) == n,
        "parts": str(parts),
        "elapsed": 0 <= elapsed < 5,
        "now": now > 1.6e9,
        "version": all(i[14] == "4" for i in ids),
        "mono": time.monotonic() <= time.monotonic(),
        "hex": len(uuid.uuid4().hex),
    }


ARGUMENTS = [(3,), (0,), (1,)]
