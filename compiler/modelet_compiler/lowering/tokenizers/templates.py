"""Special tokens around a text: what tokenizer.json says about post-processing."""

from __future__ import annotations

from dataclasses import dataclass

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.fields import Fields
from modelet_compiler.lowering.tokenizers.steps import Reader, read_part


@dataclass(frozen=True)
class Template:
    """Special tokens around a single text, each (id, type), and the type of the text."""

    before: tuple[tuple[int, int], ...] = ()
    after: tuple[tuple[int, int], ...] = ()
    type: int = 0


def _pair(fields: Fields, name: str) -> tuple[int, int]:
    value = fields.list(name)
    if len(value) != 2 or not isinstance(value[1], int) or isinstance(value[1], bool) or not 0 <= value[1] < 1 << 31:
        raise Refused(f"the tokenizer's post-processor has no token and id as {name!r}", "see the tokenizer.json")
    return (value[1], 0)


def _bert_processing(fields: Fields) -> Template:
    return Template(before=(_pair(fields, "cls"),), after=(_pair(fields, "sep"),))


def _template(fields: Fields) -> Template:
    specials = fields.mapping("special_tokens")
    sides: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    text_type: int | None = None
    for item in (Fields(piece, "post-processor's template") for piece in fields.list("single")):
        if item.optional("Sequence") is not None:
            sequence = Fields(item.get("Sequence"), "post-processor's template")
            if sequence.string("id") != "A" or text_type is not None:
                raise Refused("the tokenizer's template for one text does not hold that text once", "use $A once in `single`")
            text_type = sequence.integer("type_id")
            continue
        token = Fields(item.get("SpecialToken"), "post-processor's template")
        ids = Fields(specials.get(token.string("id")), "special token of the post-processor").list("ids")
        side = sides[0] if text_type is None else sides[1]
        side.extend((_id(identifier), token.integer("type_id")) for identifier in ids)
    if text_type is None:
        raise Refused("the tokenizer's template for one text does not hold that text", "use $A once in `single`")
    return Template(tuple(sides[0]), tuple(sides[1]), text_type)


def _id(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise Refused(f"the tokenizer's post-processor has {value!r} as an id", "use ids of the vocabulary")
    return value


def _processors(fields: Fields) -> Template:
    templates = [read_part(item, POST_PROCESSORS, "post-processor") for item in fields.list("processors")]
    adding = [template for template in templates if template != Template()]
    if len(adding) > 1:
        raise Refused("the tokenizer has two post-processors that add tokens", "use one TemplateProcessing")
    return adding[0] if adding else Template()


POST_PROCESSORS: dict[str, Reader] = {
    "BertProcessing": _bert_processing,
    "ByteLevel": lambda _: Template(),
    "RobertaProcessing": _bert_processing,
    "Sequence": _processors,
    "TemplateProcessing": _template,
}


def read_template(value: object) -> Template:
    """A tokenizer.json's post_processor. Raises Refused."""
    return read_part(value, POST_PROCESSORS, "post-processor") or Template()
