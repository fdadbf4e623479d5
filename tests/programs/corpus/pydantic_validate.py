from pydantic import BaseModel, ValidationError


class User(BaseModel):
    name: str
    age: int
    email: str | None = None


def pydantic_validate(records: list[dict[str, str | int | None]]) -> list[dict[str, str | int | None] | str]:
    out: list[dict[str, str | int | None] | str] = []
    for record in records:
        try:
            user = User.model_validate(record)
        except ValidationError as error:
            out.append(f"{error.error_count()} errors")
            continue
        out.append(user.model_dump())
    return out


ARGUMENTS = [
    ([{"name": "a", "age": 3}, {"name": "b", "age": "x"}, {}],),
    ([{"name": "c", "age": "42", "email": None}],),
    ([],),
]
