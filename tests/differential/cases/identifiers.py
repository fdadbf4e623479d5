"""uuid: identifiers of names, of bytes and of texts."""

import uuid

NAMESPACE = uuid.UUID("12345678-1234-5678-1234-567812345678")


def uuid_of_names(name: str) -> list[str]:
    made = [uuid.uuid5(uuid.NAMESPACE_URL, name), uuid.uuid3(uuid.NAMESPACE_DNS, name), uuid.uuid5(NAMESPACE, name)]
    return [str(made[0]), made[1].hex, repr(made[2]), made[0].urn, str(made[0].version), str(made[1].version), made[2].bytes.hex()]


def uuid_of_bytes(data: bytes) -> list[str]:
    made = uuid.UUID(bytes=data)
    return [str(made), str(made.version), str(made.bytes == data), str(made == uuid.UUID(str(made)))]


def uuid_of_text(text: str) -> str:
    return str(uuid.UUID(text))


def uuid_in_order(texts: list[str]) -> list[str]:
    found = {uuid.UUID(text) for text in texts}
    return [str(one) for one in sorted(found)]


ARGUMENTS = {
    uuid_of_names: [("https://example.org/a",), ("",), ("größe",)],
    uuid_of_bytes: [(bytes(range(16)),), (b"\xff" * 16,), (b"short",)],
    uuid_of_text: [("{12345678123456781234567812345678}",), ("urn:uuid:12345678-1234-5678-1234-567812345678",), ("x",), ("g" * 32,)],
    uuid_in_order: [(["f" * 32, "0" * 32, "F" * 32],), ([],)],
}
