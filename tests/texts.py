"""Texts for tests of tokenizers: generated ones of every script, and the same few sentences in many languages."""

from __future__ import annotations

import random

RANGES = [
    (0x20, 0x7F), (0x20, 0x7F), (0x61, 0x7B), (0x00, 0x20), (0x80, 0x250), (0x250, 0x370), (0x300, 0x370), (0x370, 0x530),
    (0x590, 0x700), (0x900, 0xE00), (0xE00, 0x1000), (0x1100, 0x1200), (0x1E00, 0x2000), (0x2000, 0x2070), (0x20D0, 0x2100),
    (0x2100, 0x2200), (0x3000, 0x3100), (0x3400, 0x3420), (0x4E00, 0x9FFF), (0xA000, 0xAC00), (0xAC00, 0xD7A4), (0xD7A4, 0xD800),
    (0xE000, 0xE010), (0xF900, 0xFB00), (0xFB00, 0x10000), (0x10000, 0x11000), (0x1D000, 0x1D200), (0x1F300, 0x1FA00),
    (0x20000, 0x20020), (0x2F800, 0x2FA20), (0xE0000, 0xE0200),
]  # fmt: skip
SNIPPETS = [
    "[SEP]", "[MASK]", "[CLS", "[PAD]]", "[unk]", "[UNK]", " [SEP] ", "<l>", "<r>", "<lr>", " <lr> ", "ab", "abc", "a b", "é!", "É!",
    "##ing", "aa", "unaffable", "don't", "can 't", "do not", "e\u0301", "\u0301\u0323", "\u0327\u0301", "\u00a0", "\u3000", "\u200b",
    "\u200d", "\ufeff", "\r\n", "\t", "\u2028", "👩\u200d👩\u200d👧", "🇩🇪", "가각", "\u1100\u1161\u11a8", "漢字", "ｶﾞ", "ﬁ", "İ", "ß",
    "Σς", "ǅ", "\u0345\u0301", "a" * 101, "é" * 60, "1234", "३४", "\x00", "\ufffd", "\x7f", "\u0085", "\U000e0041", "-", "--", "...",
    "。", " ", "  ", "the", "Hello, World!", "naïve café", "Straße",
]  # fmt: skip


def generated(count: int, seed: int) -> list[str]:
    """Texts of many scripts with look-alikes of added tokens, marks, controls, and every kind of space."""
    chance = random.Random(seed)

    def piece() -> str:
        if chance.random() < 0.3:
            return chance.choice(SNIPPETS)
        first, last = chance.choice(RANGES)
        return "".join(chr(chance.randrange(first, last)) for _ in range(chance.choice((1, 1, 2, 3, 5, 8))))

    return ["".join(piece() + chance.choice(("", "", " ")) for _ in range(chance.choice((0, 1, 2, 3, 5, 8)))) for _ in range(count)]


SENTENCES = {
    "English": "Good morning! It's raining today, so we'll drink 2 cups of tea at home and read the old letters that she'd kept.",
    "German": "Guten Morgen! Heute regnet es, darum trinken wir zu Hause Tee und lesen die alten Briefe aus der Größenstraße.",
    "French": "Bonjour ! Aujourd'hui il pleut, alors nous buvons du thé à la maison et relisons « les vieilles lettres » d'été.",
    "Spanish": "¡Buenos días! Hoy llueve, así que tomamos té en casa y leemos las viejas cartas que guardó el señor Núñez.",
    "Portuguese": "Bom dia! Hoje está chovendo, então tomamos chá em casa e lemos as cartas antigas que não jogamos fora.",
    "Italian": "Buongiorno! Oggi piove, perciò beviamo il tè a casa e leggiamo le vecchie lettere che c'erano nell'armadio.",
    "Polish": "Dzień dobry! Dziś pada deszcz, więc pijemy herbatę w domu i czytamy stare listy, które leżały w szufladzie.",
    "Czech": "Dobré ráno! Dnes prší, a tak doma pijeme čaj a čteme staré dopisy, které ležely v příliš žluté krabici.",
    "Turkish": "Günaydın! Bugün yağmur yağıyor, bu yüzden evde çay içip İzmir'den gelen eski mektupları okuyoruz.",
    "Vietnamese": "Chào buổi sáng! Hôm nay trời mưa, nên chúng tôi uống trà ở nhà và đọc những lá thư cũ của ông bà.",
    "Finnish": "Hyvää huomenta! Tänään sataa, joten juomme teetä kotona ja luemme vanhoja kirjeitä yöpöydän laatikosta.",
    "Greek": "Καλημέρα! Σήμερα βρέχει, γι' αυτό πίνουμε τσάι στο σπίτι και διαβάζουμε τα παλιά γράμματα της γιαγιάς.",
    "Russian": "Доброе утро! Сегодня идёт дождь, поэтому мы пьём чай дома и читаем старые письма, которые лежали в столе.",
    "Ukrainian": "Доброго ранку! Сьогодні дощить, тому ми п'ємо чай удома й читаємо старі листи з її скриньки.",
    "Arabic": "صباح الخير! السماء تمطر اليوم، لذلك نشرب الشاي في البيت ونقرأ الرسائل القديمة التي كُتِبَت سنة ١٩٨٤.",
    "Hebrew": "בוקר טוב! היום יורד גשם, ולכן אנחנו שותים תה בבית וקוראים את המכתבים הישנים שסבתא שמרה.",
    "Persian": "صبح بخیر! امروز باران می‌بارد، پس در خانه چای می‌نوشیم و نامه‌های قدیمی را می‌خوانیم.",
    "Hindi": "सुप्रभात! आज बारिश हो रही है, इसलिए हम घर पर चाय पी रहे हैं और पुराने पत्र पढ़ रहे हैं, जो १९८४ के हैं।",
    "Bengali": "সুপ্রভাত! আজ বৃষ্টি হচ্ছে, তাই আমরা বাড়িতে চা খাচ্ছি আর পুরোনো চিঠিগুলো পড়ছি।",
    "Tamil": "காலை வணக்கம்! இன்று மழை பெய்கிறது, எனவே நாங்கள் வீட்டில் தேநீர் குடித்து பழைய கடிதங்களைப் படிக்கிறோம்.",
    "Thai": "สวัสดีตอนเช้า! วันนี้ฝนตก เราจึงดื่มชาอยู่ที่บ้านและอ่านจดหมายเก่าๆ ที่คุณยายเก็บไว้",
    "Chinese": "早上好！今天下雨，所以我们在家里喝茶，读那些保存了三十年的旧信。",
    "Japanese": "おはようございます！今日は雨なので、家でお茶を飲みながら、古いテガミを２通読みます。",
    "Korean": "좋은 아침입니다! 오늘은 비가 와서 집에서 차를 마시며 오래된 편지를 읽습니다.",
    "Georgian": "დილა მშვიდობისა! დღეს წვიმს, ამიტომ სახლში ჩაის ვსვამთ და ძველ წერილებს ვკითხულობთ.",
    "Amharic": "እንደምን አደሩ! ዛሬ ዝናብ እየዘነበ ነው፣ ስለዚህ ቤት ውስጥ ሻይ እንጠጣለን።",
}


def sentences(count: int, seed: int) -> list[str]:
    """Sentences of all languages, some cut, joined, or in another case."""
    chance = random.Random(seed)
    known = list(SENTENCES.values())

    def one() -> str:
        text = chance.choice(known)
        first = chance.randrange(len(text)) if chance.random() < 0.3 else 0
        cut = text[first : first + chance.randrange(1, 200)]
        return chance.choice((str, str, str, str.upper, str.title, str.swapcase))(cut)

    return [chance.choice((" ", "\n", "\n\n", "  ", "")).join(one() for _ in range(chance.choice((1, 1, 2, 4)))) for _ in range(count)]
