from dataclasses import FrozenInstanceError, asdict, astuple, dataclass, field, replace


@dataclass(frozen=True)
class Setting:
    name: str
    value: float = 1.0
    tags: tuple[str, ...] = ()


@dataclass
class Profile:
    title: str
    settings: list[Setting] = field(default_factory=list)
    meta: dict[str, int] = field(default_factory=dict)


def frozen_errors(title: str, values: list[tuple[str, float]]) -> list[object]:
    profile = Profile(title)
    for name, value in values:
        profile.settings.append(Setting(name, value, tuple(name)))
        profile.meta[name] = len(profile.settings)
    out: list[object] = [asdict(profile), repr(profile)]
    for s in profile.settings[:1]:
        try:
            s.value = 3.0  # type: ignore[misc]
        except FrozenInstanceError as e:
            out.append(str(e))
        changed = replace(s, value=-s.value)
        out += [astuple(changed), changed == s, hash(changed) == hash(s), changed == replace(changed)]
    other = Profile(title)
    out.append(other == profile)
    return out


ARGUMENTS = [("t", [("a", 1.5), ("bc", 0.0)]), ("", []), ("é", [("", float("inf"))])]
