"""Texts the comparisons run over: seeded, many scripts, the awkward ones by name."""

from __future__ import annotations

import random

_SENTENCES = (
    "The quick brown fox jumps over the lazy dog.",
    "How do I reset my password if I no longer have access to my email address?",
    "Die Lieferung verzögert sich um drei Werktage, weil das Lager in Köln überflutet ist.",
    "La séance est levée ; nous reprendrons demain à neuf heures précises.",
    "El río Guadalquivir atraviesa la ciudad y desemboca en el Atlántico.",
    "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "人工智能正在改变我们的生活和工作方式。",
    "吾輩は猫である。名前はまだ無い。",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    "كل الناس يولدون أحرارًا متساوين في الكرامة والحقوق.",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।",
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.",
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm.",
    "İstanbul'da yağmur yağıyor; ışıklar söndü.",
    "def embed(texts: list[str]) -> np.ndarray: return model.encode(texts)",
    "SELECT name, COUNT(*) FROM orders WHERE total > 100.50 GROUP BY name;",
    "https://example.org/path?query=1&other=two#fragment",
    "🎉🚀 Release day! 👩‍👩‍👧‍👦 🇩🇪 ❤️‍🔥",
)

AWKWARD = (
    "",
    " ",
    "\t\n \r\n",
    "\u00a0\u2003\u3000",
    "\x00\x01\x02\x7f\x80\x9f",
    "a\u0000b",
    "\ufeffbyte order mark",
    "zero\u200bwidth\u200djoiner\u2060",
    "e\u0301 vs \u00e9, A\u030a vs \u00c5",
    "\ufffd replacement \ufffd",
    "[CLS] [SEP] [MASK] [PAD] [UNK] [cls]",
    "x" * 101,
    "antidisestablishmentarianism" * 12,
    "word " * 400,
    "。" * 300,
    "漢字" * 400,
    "🙂" * 300,
    "don't can't it's l'été",
    "1234567890 3.14159 1e-5 0xDEADBEEF",
    "ﬁ ﬂ ﬀ ½ ² ™ Ⅷ",
    "\U0001d54f\U0001d550 𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    "\U000e0001\U000e007f tags",
)


def texts(count: int, seed: int = 7, longest: int = 24) -> list[str]:
    """`count` texts of 1 to `longest` sentences of one or several languages; short ones are more frequent."""
    chance = random.Random(seed)
    return [" ".join(chance.choices(_SENTENCES, k=1 + int(longest * chance.random() ** 3))) for _ in range(count)]


def mixed_lengths(count: int, seed: int = 11) -> list[str]:
    """`count` English-like texts of 3 to about 250 tokens, log-uniform: what a search index is fed."""
    chance = random.Random(seed)
    words = " ".join(_SENTENCES[:2]).lower().replace(".", "").replace("?", "").split()
    return [" ".join(chance.choices(words, k=int(3 * 80 ** chance.random()))) for _ in range(count)]


def agreement_texts() -> list[str]:
    """At least 500 texts: the awkward ones first."""
    return [*AWKWARD, *texts(520)]
