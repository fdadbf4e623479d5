"""Functions of the standard library as code calls them, for test_standard_library.py."""

import base64
import cmath
import csv
import datetime
import difflib
import html
import io
import json
import math
import re
import shlex
import statistics
import string
import struct
import textwrap
import unicodedata
import urllib.parse
from typing import Any


def re_all(pattern: str, text: str, flags: int) -> list[Any]:
    found = re.search(pattern, text, flags)
    out: list[Any] = []
    if found is None:
        out.append("none")
    else:
        out.append(found.group())
        out.append(list(found.groups()))
        out.append(str(found.groupdict()))
        out.append([str(found.span(i)) for i in range(len(found.groups()) + 1)])
        out.append(str(found.lastgroup))
        out.append(str(found.lastindex))
    return out


def re_findall(pattern: str, text: str, flags: int) -> list[str]:
    return [m.group() for m in re.finditer(pattern, text, flags)]


def re_full(pattern: str, text: str, flags: int) -> list[bool]:
    return [re.fullmatch(pattern, text, flags) is not None, re.match(pattern, text, flags) is not None]


def re_sub(pattern: str, with_: str, text: str, flags: int) -> str:
    return re.sub(pattern, with_, text, flags=flags)


def re_split(pattern: str, text: str, flags: int) -> list[str | None]:
    return re.split(pattern, text, flags=flags)


def fmt_float(value: float, spec: str) -> str:
    return format(value, spec)


def fmt_int(value: int, spec: str) -> str:
    return format(value, spec)


def fmt_str(value: str, spec: str) -> str:
    return format(value, spec)


def percent_float(form: str, value: float) -> str:
    return form % value


def percent_int(form: str, value: int) -> str:
    return form % value


def percent_str(form: str, value: str) -> str:
    return form % value


def to_float(text: str) -> float:
    return float(text)


def to_int(text: str, base: int) -> int:
    return int(text, base)


def float_repr(value: float) -> list[str]:
    return [repr(value), str(value), value.hex(), f"{value}", f"{value:.3g}"]


def math1(name: str, x: float) -> float:
    if name == "acos":
        return math.acos(x)
    if name == "acosh":
        return math.acosh(x)
    if name == "asin":
        return math.asin(x)
    if name == "asinh":
        return math.asinh(x)
    if name == "atan":
        return math.atan(x)
    if name == "atanh":
        return math.atanh(x)
    if name == "cos":
        return math.cos(x)
    if name == "cosh":
        return math.cosh(x)
    if name == "erf":
        return math.erf(x)
    if name == "erfc":
        return math.erfc(x)
    if name == "exp":
        return math.exp(x)
    if name == "expm1":
        return math.expm1(x)
    if name == "gamma":
        return math.gamma(x)
    if name == "lgamma":
        return math.lgamma(x)
    if name == "log":
        return math.log(x)
    if name == "log10":
        return math.log10(x)
    if name == "log1p":
        return math.log1p(x)
    if name == "log2":
        return math.log2(x)
    if name == "sin":
        return math.sin(x)
    if name == "sinh":
        return math.sinh(x)
    if name == "sqrt":
        return math.sqrt(x)
    if name == "cbrt":
        return math.cbrt(x)
    if name == "exp2":
        return math.exp2(x)
    if name == "tan":
        return math.tan(x)
    if name == "tanh":
        return math.tanh(x)
    raise KeyError(name)


def cmath1(name: str, z: complex) -> complex:
    if name == "acos":
        return cmath.acos(z)
    if name == "acosh":
        return cmath.acosh(z)
    if name == "asin":
        return cmath.asin(z)
    if name == "asinh":
        return cmath.asinh(z)
    if name == "atan":
        return cmath.atan(z)
    if name == "atanh":
        return cmath.atanh(z)
    if name == "cos":
        return cmath.cos(z)
    if name == "cosh":
        return cmath.cosh(z)
    if name == "exp":
        return cmath.exp(z)
    if name == "log":
        return cmath.log(z)
    if name == "log10":
        return cmath.log10(z)
    if name == "sin":
        return cmath.sin(z)
    if name == "sinh":
        return cmath.sinh(z)
    if name == "sqrt":
        return cmath.sqrt(z)
    if name == "tan":
        return cmath.tan(z)
    if name == "tanh":
        return cmath.tanh(z)
    raise KeyError(name)


def json_load(text: str) -> Any:
    return json.loads(text)


def json_round(value: Any, indent: int | None, sort: bool, ascii_: bool) -> str:
    return json.dumps(value, indent=indent, sort_keys=sort, ensure_ascii=ascii_)


def wrapped(text: str, width: int, drop: bool, expand: bool, replace: bool, breaks: bool, hyphens: bool) -> list[str]:
    return textwrap.wrap(
        text, width, drop_whitespace=drop, expand_tabs=expand, replace_whitespace=replace, break_long_words=breaks, break_on_hyphens=hyphens
    )


def texts(text: str) -> list[str]:
    return [textwrap.dedent(text), textwrap.indent(text, "> "), textwrap.shorten(text, 20)]


def str_methods(s: str, t: str, n: int) -> list[Any]:
    return [
        s.capitalize(),
        s.casefold(),
        s.center(n, "*"),
        s.count(t),
        s.endswith(t),
        s.expandtabs(n % 9),
        s.find(t),
        s.isalnum(),
        s.isalpha(),
        s.isascii(),
        s.isdecimal(),
        s.isdigit(),
        s.isidentifier(),
        s.islower(),
        s.isnumeric(),
        s.isprintable(),
        s.isspace(),
        s.istitle(),
        s.isupper(),
        s.join([t, t]),
        s.ljust(n),
        s.lower(),
        s.lstrip(),
        s.lstrip(t),
        s.removeprefix(t),
        s.removesuffix(t),
        s.replace(t, "_"),
        s.rfind(t),
        s.rjust(n, "-"),
        s.rstrip(),
        s.rstrip(t),
        s.split(),
        s.splitlines(),
        s.splitlines(True),
        s.startswith(t),
        s.strip(),
        s.strip(t),
        s.swapcase(),
        s.title(),
        s.upper(),
        s.zfill(n),
        repr(s),
        ascii(s),
        s[::-1],
        s[n:],
        s[:n],
        s * (n % 3),
        t in s,
        s < t,
        s == t,
    ]


def str_parts(s: str, t: str, n: int) -> list[Any]:
    return [list(s.partition(t)), list(s.rpartition(t)), s.split(t), s.rsplit(t, 1), s.split(t, n), s.split(None, n % 4), s.rsplit(None, 1)]


def html_both(s: str) -> list[str]:
    return [html.escape(s), html.unescape(s), html.escape(s, quote=False)]


def urls(s: str) -> list[Any]:
    return [urllib.parse.quote(s), urllib.parse.quote_plus(s), urllib.parse.unquote(s), urllib.parse.unquote_plus(s)]


def url_parts(s: str) -> list[Any]:
    p = urllib.parse.urlparse(s)
    return [p.scheme, p.netloc, p.path, p.params, p.query, p.fragment, p.hostname, p.port, p.geturl()]


def url_query(s: str, blank: bool) -> list[Any]:
    return [urllib.parse.parse_qsl(s, keep_blank_values=blank), urllib.parse.parse_qs(s, keep_blank_values=blank)]


def url_join(a: str, b: str) -> str:
    return urllib.parse.urljoin(a, b)


def shell(s: str) -> list[str]:
    return shlex.split(s)


def shell_quote(s: str) -> str:
    return shlex.quote(s)


def diff(a: list[str], b: list[str]) -> list[Any]:
    return [list(difflib.unified_diff(a, b)), list(difflib.ndiff(a, b)), difflib.SequenceMatcher(None, a, b).ratio()]


def normal(s: str) -> list[str]:
    return [unicodedata.normalize(f, s) for f in ("NFC", "NFD", "NFKC", "NFKD")]


def stats(xs: list[float]) -> list[Any]:
    return [
        statistics.mean(xs),
        statistics.median(xs),
        statistics.fmean(xs),
        statistics.pstdev(xs),
        statistics.stdev(xs),
        statistics.variance(xs),
        statistics.quantiles(xs, n=4),
        statistics.median_low(xs),
        statistics.median_high(xs),
        statistics.multimode(xs),
    ]


def date_text(s: str) -> list[Any]:
    d = datetime.datetime.fromisoformat(s)
    return [
        d.isoformat(),
        str(d),
        repr(d),
        d.strftime("%Y-%m-%d %H:%M:%S.%f %j %a %A %b %B %p %I %y %U %W %%"),
        d.weekday(),
        d.timestamp() if d.tzinfo else 0.0,
    ]


def date_parse(s: str, form: str) -> str:
    return repr(datetime.datetime.strptime(s, form))


def packed(form: str, a: int, b: int) -> bytes:
    return struct.pack(form, a, b)


def csv_rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def csv_text(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def unb64(s: str) -> bytes:
    return base64.b64decode(s)


def template(form: str, a: str) -> list[str]:
    return [string.Template(form).safe_substitute(a=a), string.Template(form).substitute(a=a)]


def dot_format(form: str, a: int, b: str) -> str:
    return form.format(a, b)


def int_math(a: int, b: int) -> list[Any]:
    return [
        math.gcd(a, b),
        math.isqrt(abs(a)),
        a.bit_length(),
        a.bit_count(),
        divmod(a, b),
        a // b,
        a % b,
        round(a, -1),
        a ^ b,
        a & b,
        a | b,
        ~a,
        a / b,
    ]


def float_math(a: float, b: float) -> list[Any]:
    return [
        math.fmod(a, b),
        math.remainder(a, b),
        math.hypot(a, b),
        math.atan2(a, b),
        math.copysign(a, b),
        divmod(a, b),
        a // b,
        a % b,
        round(a, 2),
        round(a),
        math.frexp(a),
        math.modf(a),
        math.nextafter(a, b),
        math.ulp(a),
        math.isclose(a, b),
        a.as_integer_ratio() if abs(a) < 1e6 and abs(a) > 1e-3 else None,
    ]
