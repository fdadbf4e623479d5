"""Every construct of Jinja's language that chat templates may use, against Jinja in transformers' sandbox: text, or class and message."""

# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

VARIABLES: dict[str, Any] = {
    "n": 7, "m": -3, "z": 0, "x": 2.5, "big": 1e16, "small": 1e-5, "t": True, "f": False, "nothing": None, "s": "Hello, World",
    "e": "", "u": "Grüße 你好 😀 \u200b", "quoted": "it's \"so\"", "lines": "a\n  b\n\nc\r\nd", "spaces": "  pad\t\n", "html": "<b>&'\"</b>",
    "l": [3, 1, 2], "names": ["bob", "Al", "carl", "al"], "mixed": [1, "a", None, True, 2.5, [1], {"k": "v"}], "none": [],
    "d": {"b": 1, "a": 2, "C": 3}, "deep": {"a": {"b": [{"c": "end"}]}}, "items": [{"n": 1, "g": "x"}, {"n": 2, "g": "Y"}, {"n": 3, "g": "x"}],
    "shadow": {"items": "own", "keys": 1}, "tup": (1, "two"), "tree": [{"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}],
}  # fmt: skip

OUTPUT = """
{{ n }} {{ x }} {{ big }} {{ small }} {{ t }} {{ nothing }} {{ s }} {{ u }} {{ missing }}|
{{ l }} {{ mixed }} {{ d }} {{ tup }} {{ none }} {{ (1,) }} {{ () }} {{ {} }}
{{ quoted }} {{ [quoted] }} {{ [u, lines, html] }}
{{ 1e100 }} {{ 1.0 }} {{ 0.1 + 0.2 }} {{ 1e22 }} {{ 123456789012345678 }} {{ -0.0 }} {{ 5e-324 }} {{ 1_000 }} {{ 0x1f }} {{ 0b11 }}
{{ 'a' 'b' }} {{ "\\n\\t\\\\\\u00e9" }} {{ 'it''s' }}
{% raw %}{{ n }}{% endraw %}{# comment #}
{{- n -}}   x {%- if t %} y {% endif -%} z
{{ true }} {{ True }} {{ none }} {{ None }} {{ false }}
{{ [1, 2.0, 'x'] ~ n ~ nothing ~ missing ~ d }}
{{ range(3) }} {{ range(1, 10, 2) }} {{ range(3)|list }} {{ d.items() }} {{ d.keys() }} {{ d.values() }}
{{ namespace(a=1, b='x') }} {{ [missing] }} {{ {'a': missing} }}
"""

ARITHMETIC = """
{{ n + m }} {{ n - m }} {{ n * m }} {{ n / m }} {{ n // m }} {{ n % m }} {{ n ** 2 }} {{ 2 ** -1 }} {{ -n }} {{ +n }} {{ m // n }} {{ m % n }}
{{ x + n }} {{ x // m }} {{ x % m }} {{ -x % 2 }} {{ x ** 2 }} {{ t + t }} {{ t * 3 }} {{ 7 / 2 }} {{ 6 / 2 }} {{ -t }}
{{ s + e }} {{ 'ab' * 3 }} {{ 3 * 'ab' }} {{ 'x' * -1 }} {{ l + [4] }} {{ l * 2 }} {{ (1,) + (2,) }} {{ 'a' * true }}
{{ n / z }}
{{ n // z }}
{{ n % z }}
{{ x / 0 }}
{{ n + s }}
{{ s + n }}
{{ l + s }}
{{ s + nothing }}
{{ nothing + 1 }}
{{ s - s }}
{{ s * s }}
{{ d + d }}
{{ missing + 1 }}
{{ 1 + missing }}
{{ s + missing }}
{{ l * missing }}
{{ -missing }}
{{ -s }}
{{ '%s and %r, %d %5.2f %x' % (s, s, n, x, n) }} {{ '%s' % n }} {{ '%(b)s' % d }} {{ '%s' % missing }} {{ '%%' % () }}
{{ '%d' % s }}
{{ '%s %s' % (1,) }}
{{ '%s' % (1, 2) }}
{{ 1 - 2 - 3 }} {{ 2 ** 3 ** 2 }} {{ -2 ** 2 }} {{ 10 - 2 * 3 }} {{ (10 - 2) * 3 }} {{ 'a' ~ 1 + 2 ~ 'b' }}
"""

LOGIC = """
{{ n == 7 }} {{ n == 7.0 }} {{ t == 1 }} {{ s == 'x' }} {{ l == [3, 1, 2] }} {{ d == {'a': 2, 'b': 1, 'C': 3} }} {{ nothing == none }} {{ tup == (1, 'two') }} {{ tup == [1, 'two'] }}
{{ n != 7 }} {{ n < 8 }} {{ n <= 7 }} {{ n > x }} {{ n >= 7.0 }} {{ 'a' < 'b' }} {{ [1, 2] < [1, 3] }} {{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ (1, 2) <= (1, 2) }}
{{ missing == missing2 }} {{ missing == none }} {{ missing != 1 }} {{ missing is defined }} {{ missing == '' }}
{{ 1 < 'a' }}
{{ none < 1 }}
{{ missing < 1 }}
{{ 1 < missing }}
{{ {} < {} }}
{{ 'ell' in s }} {{ 3 in l }} {{ 'a' in d }} {{ 'z' not in d }} {{ 2 in range(5) }} {{ '' in s }} {{ 1.0 in l }} {{ 'x' in missing }} {{ 'a' in d.keys() }} {{ 1 in d.values() }}
{{ 1 in s }}
{{ 'a' in n }}
{{ 'a' in none }}
{{ missing in s }}
{{ [] in d }}
{{ t and n }} {{ f and n }} {{ f or s }} {{ n or s }} {{ not t }} {{ not e }} {{ not none }} {{ t and f or 'z' }} {{ not t == f }} {{ e or nothing or z }}
{{ 'y' if n > 1 else 'n' }} {{ 'y' if f }}| {{ ('y' if f) is defined }} {{ 'a' if missing else 'b' }}
{{ ('y' if f).x }}
{% if missing %}a{% elif none %}b{% elif z %}c{% elif x %}d{% else %}e{% endif %}
{% if namespace() %}a{% endif %}{% if range(0) %}b{% else %}c{% endif %}{% if d.items() %}d{% endif %}{% if {}.items() %}e{% endif %}{% if (l|map('string')) %}g{% endif %}
"""

SUBSCRIPTS = """
{{ l[0] }} {{ l[-1] }} {{ s[0] }} {{ s[-1] }} {{ d['a'] }} {{ d.a }} {{ tup[1] }} {{ deep.a.b[0].c }} {{ deep['a']['b'][0]['c'] }} {{ l.0 }} {{ range(5)[2] }}
{{ l[5] }}| {{ d['q'] }}| {{ d.q }}| {{ s.q }}| {{ n.q }}| {{ nothing.q }}| {{ s['q'] }}| {{ l['q'] }}| {{ d[1] }}| {{ d[[]] }}| {{ n[0] }}| {{ (7)[1:]|length }} {{ none[1:] }}| {{ ('abc'[1:] + 'd')|upper }} {{ nothing['a'] }}|
{{ s[1:4] }} {{ s[:-3] }} {{ s[::-1] }} {{ s[::2] }} {{ l[1:] }} {{ l[:1] }} {{ l[::-1] }} {{ tup[1:] }} {{ s[5:2] }} {{ u[2:9] }} {{ range(10)[2:8:3]|list }} {{ l[none:2] }} {{ s[-100:100] }}
{{ s[::0] }}
{{ d[1:] }}
{{ n[1:] }}
{{ nothing[1:] }}
{{ missing[1:] }}
{{ s['a':] }}
{{ missing.x }}
{{ missing[0] }}
{{ missing.x.y }}
{{ d.q.r }}
{{ d['q']['r'] }}
{{ l[9].x }}
{{ d[5].x }}
{{ d[2.5].x }}
{{ s.q.r }}
{{ nothing.a.b }}
{{ n.q.r }}
{{ tup.q.r }}
{{ namespace(a=1).b.c }}
{{ missing() }}
{{ d.q() }}
{{ s() }}
{{ d() }}
{{ nothing() }}
{{ shadow.items is callable }}|{{ shadow['items'] }}|{{ shadow.items() is mapping }}
{{ d.items is callable }} {{ d['items'] is callable }} {{ d.get is defined }} {{ s.upper is callable }}
{{ s.__class__ }}|{{ s.__class__ is defined }}|{{ d.__len__ }}|{{ d._x }}|{{ l.append }}|
{{ s.__class__.__mro__ }}
{{ l.append(1) }}
{{ d.update({'a': 1}) }}
{{ d.pop('a') }}
{{ l.sort() }}
{{ n.real }} {{ n.imag }} {{ x.real }} {{ t.numerator }} {{ n.denominator }}
"""

METHODS = """
{{ s.upper() }} {{ s.lower() }} {{ s.title() }} {{ s.capitalize() }} {{ s.swapcase() }} {{ u.upper() }} {{ 'ß'.upper() }} {{ 'ǆ'.title() }} {{ 'STRASSE'.casefold() }}
[{{ spaces.strip() }}] [{{ spaces.lstrip() }}] [{{ spaces.rstrip() }}] {{ 'xxaxx'.strip('x') }} {{ '\\n\\nabc\\n'.lstrip('\\n') }}| {{ 'abc'.strip('ac') }} {{ 'abc'.strip(none) }}
{{ 'a,b,c'.split(',') }} {{ 'a,b,c'.split(',', 1) }} {{ ' a  b '.split() }} {{ 'a b c'.split(none, 1) }} {{ 'a,b,c'.rsplit(',', 1) }} {{ 'a,b'.split(sep=',', maxsplit=-1) }} {{ '</t>x</t>y'.split('</t>')[-1] }}
{{ lines.splitlines() }} {{ lines.splitlines(true) }} {{ lines.splitlines(keepends=true) }} {{ s.partition(', ') }} {{ s.rpartition('o') }} {{ s.partition('zz') }}
{{ s.startswith('He') }} {{ s.endswith(('x', 'ld')) }} {{ s.startswith('lo', 3) }} {{ s.startswith('') }} {{ s.endswith('H', 0, 1) }} {{ s.find('o') }} {{ s.rfind('o') }} {{ s.find('zz') }} {{ s.index('W') }} {{ s.count('o') }} {{ s.count('') }}
{{ s.replace('o', '0') }} {{ s.replace('o', '0', 1) }} {{ s.replace('', '-') }} {{ s.removeprefix('Hello') }} {{ s.removesuffix('ld') }} {{ ', '.join(['a', 'b']) }} {{ ''.join(s) }} {{ '-'.join(d) }} {{ ','.join(names|map('upper')) }}
{{ 'a'.center(5) }}| {{ 'a'.ljust(3, '*') }} {{ 'a'.rjust(3) }} {{ '7'.zfill(3) }} {{ '-7'.zfill(4) }} {{ 'a\\tb'.expandtabs(4) }}
{{ '12'.isdigit() }} {{ 'ab'.isalpha() }} {{ 'a1'.isalnum() }} {{ ' '.isspace() }} {{ 'AB'.isupper() }} {{ 'ab'.islower() }} {{ 'Ab Cd'.istitle() }} {{ '½'.isnumeric() }} {{ 'x y'.isidentifier() }} {{ u.isascii() }} {{ ''.isalpha() }} {{ 'a\\x07'.isprintable() }}
{{ '{} {}'.format(1, 'a') }} {{ '{0} {1} {0}'.format(1, 2) }} {{ '{a}'.format(a=s) }} {{ '{:>5}|{:.2f}|{:,}'.format('a', x, 1234567) }} {{ '{b}'.format(**d) }} {{ '{b}'.format_map(d) }}
{{ d.get('a') }} {{ d.get('q') }} {{ d.get('q', 5) }} {{ d.keys()|list }} {{ d.values()|list }} {{ d.items()|list }} {{ d.copy() }} {{ l.index(1) }} {{ l.count(3) }} {{ tup.index('two') }} {{ tup.count(1) }} {{ l.copy() }}
{{ 5 .bit_length() }} {{ 2.0 .is_integer() }}
{{ s.index('zz') }}
{{ l.index(9) }}
{{ s.split('') }}
{{ s.split(1) }}
{{ s.strip(1) }}
{{ s.replace('a') }}
{{ s.startswith(1) }}
{{ ','.join(l) }}
{{ ','.join(1) }}
{{ s.nothing() }}
{{ d.get() }}
{{ d.get([]) }}
{{ s.upper(1) }}
{{ s.center('a') }}
{{ s.zfill() }}
{{ '{}'.format() }}
"""

FILTERS = """
{{ s|upper }} {{ s|lower }} {{ s|title }} {{ "it's a-b (c) <d>"|title }} {{ s|capitalize }} {{ n|upper }} {{ none|lower }} {{ missing|upper }}|
[{{ spaces|trim }}] {{ 'xax'|trim('x') }} {{ n|trim }} {{ l|trim }} {{ 'abc'|trim(chars='c') }} {{ s|trim(none) }}
{{ l|length }} {{ s|count }} {{ d|length }} {{ missing|length }} {{ none|length }} {{ range(4)|length }} {{ d.items()|length }}
{{ l|first }} {{ s|first }} {{ d|first }} {{ none|first }}| {{ l|last }} {{ s|last }} {{ d|last }} {{ tup|last }} {{ none|last }}| {{ missing|first }}| {{ missing|last }}|
{{ l|join }} {{ l|join(', ') }} {{ mixed|join('-') }} {{ items|join(',', attribute='n') }} {{ s|join('.') }} {{ missing|join }} {{ d|join }} {{ l|join(1) }} {{ l|join(d=' ') }}
{{ l|sort }} {{ names|sort }} {{ names|sort(case_sensitive=true) }} {{ l|sort(reverse=true) }} {{ names|sort(true) }} {{ items|sort(attribute='g')|map(attribute='n')|list }} {{ items|sort(attribute='g,n', reverse=true)|map(attribute='n')|join }} {{ d|sort }} {{ s|sort|join }}
{{ d|dictsort }} {{ d|dictsort(true) }} {{ d|dictsort(false, 'value') }} {{ d|dictsort(reverse=true) }} {{ d|dictsort(by='value') }}
{{ d|items|list }} {{ missing|items|list }} {{ names|unique|list }} {{ names|unique(true)|list }} {{ items|unique(attribute='g')|map(attribute='n')|list }} {{ [1, 1.0, true, 'a']|unique|list }}
{{ l|min }} {{ l|max }} {{ names|min }} {{ names|max(case_sensitive=true) }} {{ none|min }}| {{ items|max(attribute='n') }} {{ s|max }} {{ [1, 2.5, true]|max }}
{{ l|sum }} {{ items|sum(attribute='n') }} {{ l|sum(start=10) }} {{ [0.1, 0.2]|sum }} {{ [[1], [2]]|sum(start=[]) }} {{ none|sum }}
{{ l|reverse|list }} {{ s|reverse }} {{ d|reverse|list }} {{ tup|reverse|list }} {{ (l|map('string'))|reverse }} {{ missing|reverse|list }} {{ range(3)|reverse|list }}
{{ l|batch(2)|list }} {{ l|batch(2, 'x')|list }} {{ l|slice(2)|list }} {{ l|slice(2, 'x')|list }} {{ range(10)|slice(3)|list }} {{ range(7)|batch(3, 0)|list }} {{ none|batch(2)|list }}
{{ '3.7'|int }} {{ '42'|int }} {{ 'x'|int }} {{ 'x'|int(5) }} {{ x|int }} {{ '0x1f'|int(0, 16) }} {{ '101'|int(base=2) }} {{ none|int }} {{ t|int }} {{ ' 12 '|int }} {{ l|int(9) }} {{ '1e3'|int }} {{ 'inf'|int(3) }} {{ 'nan'|int(4) }}
{{ '3.5'|float }} {{ n|float }} {{ 'x'|float }} {{ 'x'|float(1.5) }} {{ none|float }} {{ '1e3'|float }} {{ t|float }} {{ 'inf'|float }} {{ l|float('z') }}
{{ 2.567|round }} {{ 2.5|round }} {{ 2.567|round(1) }} {{ 2.567|round(2, 'floor') }} {{ 2.561|round(2, 'ceil') }} {{ n|round }} {{ 1234|round(-2) }} {{ -2.5|round }} {{ 2.1|round(0, 'ceil') }} {{ n|round(1, 'floor') }} {{ 1234|round(-2, 'ceil') }}
{{ -5|abs }} {{ m|abs }} {{ (-2.5)|abs }} {{ t|abs }}
{{ missing|default('d') }} {{ missing|default }}| {{ e|default('d') }}| {{ e|default('d', true) }} {{ none|default('d') }} {{ none|default('d', boolean=true) }} {{ d.q|d('x') }} {{ n|default('d') }} {{ missing|default(default_value=3) }}
{{ s|replace('o', '0') }} {{ s|replace('o', '0', 1) }} {{ n|replace(7, 8) }} {{ s|replace('l', none) }} {{ s|replace(old='l', new='L', count=none) }}
{{ s|list }} {{ d|list }} {{ tup|list }} {{ missing|list }} {{ n|string }} {{ l|string }} {{ none|string }} {{ missing|string }}| {{ x|string|length }}
{{ lines|indent }} {{ lines|indent(2) }} {{ lines|indent(2, true) }} {{ lines|indent(2, true, true) }} {{ lines|indent('>> ', first=true) }} {{ lines|indent(width=1, blank=true) }} {{ e|indent }}|
{{ s|wordcount }} {{ u|wordcount }} {{ 'a-b c_d 1'|wordcount }} {{ s|center(20) }}| {{ 'ab'|center(width=5) }}|
{{ 'foo bar baz qux'|truncate(9) }} {{ 'foo bar baz qux'|truncate(9, true) }} {{ 'foo bar baz qux'|truncate(11) }} {{ 'foo bar baz qux'|truncate(11, false, '...', 0) }} {{ 'foo bar'|truncate(5, end='', leeway=0) }}
{{ html|escape }} {{ html|e }} {{ html|e|e }} {{ html|forceescape }} {{ html|safe }} {{ html|safe|e }} {{ (html|e) is escaped }} {{ html|e|length }} {{ html|e ~ '<' }} {{ (html|e) + '<' }} {{ '<' + (html|e) }} {{ [html|e] }} {{ html|safe|trim is escaped }} {{ n|e }}
{{ '%s-%s'|format(1, 'a') }} {{ '%(a)s'|format(a=3) }} {{ 'x'|format }}
{{ 'a b/ü&?'|urlencode }} {{ {'a b': 'c/d', 'e': 1}|urlencode }} {{ 5|urlencode }} {{ [('a', 1)]|urlencode }} {{ {'class': 'a<', 'id': none, 'x': missing, 'n': 3}|xmlattr }}| {{ {}|xmlattr }}| {{ {'a': 1}|xmlattr(false) }}
{{ 1|filesizeformat }} {{ 999|filesizeformat }} {{ 1000|filesizeformat }} {{ 1500000|filesizeformat }} {{ 1024|filesizeformat(true) }} {{ 3e12|filesizeformat }} {{ 1e30|filesizeformat }} {{ 123456789|filesizeformat(binary=true) }}
{{ items|map(attribute='n')|list }} {{ items|map(attribute='q', default='-')|list }} {{ names|map('upper')|join(',') }} {{ l|map('string')|list }} {{ names|map('replace', 'a', 'b')|list }} {{ items|map(attribute='g')|map('lower')|list }} {{ [[1, 2], [3]]|map('join', '-')|list }} {{ [[1, 2], [3, 4]]|map(attribute=1)|list }} {{ [{'a': {'b': 5} }]|map(attribute='a.b')|list }} {{ missing|map('upper')|list }}
{{ l|select('odd')|list }} {{ l|reject('odd')|list }} {{ mixed|select|list }} {{ mixed|reject|list }} {{ l|select('>', 1)|list }} {{ l|select('divisibleby', 3)|list }} {{ mixed|select('string')|list }} {{ l|select('in', [1, 2])|list }}
{{ items|selectattr('n', '>', 1)|map(attribute='n')|list }} {{ items|rejectattr('g', 'equalto', 'x')|list }} {{ items|selectattr('n')|list|length }} {{ items|selectattr('q', 'defined')|list }} {{ items|selectattr('g', 'in', ['x'])|map(attribute='n')|list }}
{{ items|groupby('g') }} {{ items|groupby('g', case_sensitive=true)|map(attribute='grouper')|list }} {% for g, v in items|groupby('g') %}{{ g }}:{{ v|map(attribute='n')|list }};{% endfor %} {% for o in items|groupby('q', default='z') %}{{ o.grouper }}{{ o.list|length }}{{ o[0] }}{% endfor %}
{{ d|attr('a') }}|{{ s|attr('upper') is callable }}|{{ (s|attr('upper'))() }}|{{ d|attr('items') is callable }}|{{ namespace(a=1)|attr('a') }}
{{ l|map('nope')|list }}
{{ l|map|list }}
{{ l|select('nope')|list }}
{{ items|selectattr|list }}
{{ l|join(attribute='x') }}
{{ n|join }}
{{ none|join(',') }}
{{ nothing|length }}
{{ n|length }}
{{ (l|map('string'))|length }}
{{ (l|map('string'))|last }}
{{ n|list }}
{{ n|first }}
{{ mixed|sort }}
{{ items|sort }}
{{ n|sort }}
{{ s|sum }}
{{ l|sum(start='') }}
{{ mixed|sum }}
{{ s|round }}
{{ n|round(1, 'x') }}
{{ missing|int }}
{{ missing|float }}
{{ missing|round }}
{{ missing|abs }}
{{ s|abs }}
{{ missing|indent }}
{{ l|dictsort }}
{{ missing|dictsort }}
{{ d|dictsort(by='x') }}
{{ n|items|list }}
{{ n|reverse }}
{{ l|batch }}
{{ l|batch(2, 3, 4) }}
{{ l|slice(0)|list }}
{{ s|replace('a') }}
{{ s|trim(1) }}
{{ s|upper(1) }}
{{ s|default(1, 2, 3) }}
{{ s|indent(x=1) }}
{{ s|truncate(2) }}
{{ {'a b': 1}|xmlattr }}
{{ '%d'|format(s) }}
{{ '%s'|format(1, a=2) }}
{{ mixed|unique|list }}
{{ mixed|min }}
{{ l|map(attribute='a', x=1)|list }}
"""

JSON = """
{{ d|tojson }} {{ mixed|tojson }} {{ u|tojson }} {{ u|tojson(ensure_ascii=true) }} {{ quoted|tojson }} {{ lines|tojson }} {{ html|tojson }} {{ n|tojson }} {{ x|tojson }} {{ nothing|tojson }} {{ t|tojson }} {{ tup|tojson }} {{ {}|tojson }} {{ []|tojson }}
{{ deep|tojson(indent=2) }} {{ mixed|tojson(indent=4) }} {{ {}|tojson(indent=2) }} {{ [[], {}]|tojson(indent=1) }} {{ d|tojson(indent=0) }} {{ d|tojson(indent='--') }} {{ d|tojson(indent=none) }} {{ d|tojson(indent=true) }}
{{ d|tojson(sort_keys=true) }} {{ d|tojson(separators=(',', ':')) }} {{ d|tojson(separators=[', ', ' = '], indent=2) }} {{ deep|tojson(true, 1, none, true) }}
{{ {1: 'a', 2.5: 'b', none: 'c', true: 'd'}|tojson }} {{ 1e400|tojson }} {{ -0.0|tojson }} {{ 1e16|tojson }} {{ html|e|tojson }} {{ '\\x00\\x1f\\x7f\\u2028😀'|tojson }} {{ '😀'|tojson(ensure_ascii=true) }}
{{ missing|tojson }}
{{ d.items()|tojson }}
{{ range(3)|tojson }}
{{ (l|map('string'))|tojson }}
{{ {(1, 2): 3}|tojson }}
{{ {1: 1, 'a': 2}|tojson(sort_keys=true) }}
{{ namespace()|tojson }}
{{ d|tojson(x=1) }}
"""

TESTS = """
{{ n is odd }} {{ n is even }} {{ 9 is divisibleby 3 }} {{ n is divisibleby(2) }} {{ n is not odd }} {{ x is even }}
{{ n is defined }} {{ missing is undefined }} {{ nothing is none }} {{ t is boolean }} {{ f is false }} {{ t is true }} {{ n is true }} {{ n is integer }} {{ t is integer }} {{ x is float }} {{ x is number }} {{ t is number }} {{ s is number }}
{{ s is string }} {{ d is mapping }} {{ l is mapping }} {{ l is sequence }} {{ s is sequence }} {{ d is sequence }} {{ missing is sequence }} {{ n is sequence }} {{ d.keys() is sequence }} {{ range(2) is sequence }} {{ (l|map('string')) is sequence }} {{ namespace() is sequence }}
{{ l is iterable }} {{ n is iterable }} {{ missing is iterable }} {{ (l|map('string')) is iterable }} {{ nothing is iterable }} {{ s is iterable }} {{ range is callable }} {{ s is callable }} {{ missing is callable }}
{{ 'abc' is lower }} {{ 'ABC' is upper }} {{ 1 is lower }} {{ '' is lower }} {{ 'upper' is filter }} {{ 'nope' is filter }} {{ 'odd' is test }} {{ n is filter }} {{ nothing is sameas none }} {{ t is sameas true }} {{ 1 is sameas true }} {{ s is escaped }}
{{ 1 is in l }} {{ 'a' is in s }} {{ n is eq 7 }} {{ n is equalto 7 }} {{ n is ne 7 }} {{ n is gt 3 }} {{ n is ge 7 }} {{ n is lt 3 }} {{ n is le 7 }} {{ n is greaterthan 3 }} {{ n is lessthan 3 }} {{ n is not in l }}
{{ s is odd }}
{{ missing is odd }}
{{ nothing is even }}
{{ n is divisibleby 0 }}
{{ n is divisibleby }}
{{ l is filter }}
{{ 1 is in 2 }}
{{ n is gt 'a' }}
{{ n is gt missing }}
{{ missing is gt 1 }}
"""

LOOPS = """
{% for i in l %}{{ i }}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.depth }}{{ loop.depth0 }};{% endfor %}
{% for i in l %}{{ loop.previtem }}<{{ i }}>{{ loop.nextitem }} {{ loop.previtem is defined }}{{ loop.nextitem is defined }}{% endfor %}
{% for i in l %}{{ loop.cycle('a', 'b') }}{{ loop.changed(i > 1) }}{% endfor %} {% for i in [1, 1, 2] %}{{ loop.changed(i) }}{% endfor %}
{% for k in d %}{{ k }}{% endfor %} {% for k, v in d.items() %}{{ k }}={{ v }},{% endfor %} {% for c in s %}{{ c }}.{% endfor %} {% for i in range(3) %}{{ i }}{% endfor %} {% for i in missing %}x{% endfor %} {% for k, v in d|dictsort %}{{ k }}{% endfor %}
{% for i in [] %}x{% else %}none{% endfor %} {% for i in l %}{{ i }}{% else %}none{% endfor %} {% for i in l %}{% continue %}{% else %}quirk{% endfor %} {% for i in l %}{% break %}{% else %}quirk{% endfor %}
{% for i in l if i > 1 %}{{ i }}{{ loop.index }}{{ loop.length }}{{ loop.last }}{% endfor %} {% for i in l if i > 9 %}x{% else %}no{% endfor %} {% for k, v in d.items() if v > 1 %}{{ k }}{{ loop.previtem }}{% endfor %} {% for i in l if false %}{% endfor %}
{% for i in l %}{% if i == 1 %}{% continue %}{% endif %}{{ i }}{% endfor %} {% for i in l %}{% if i == 1 %}{% break %}{% endif %}{{ i }}{% endfor %} {% for i in l %}{% for j in l %}{% if j == 1 %}{% break %}{% endif %}{{ i }}{{ j }} {% endfor %}{% endfor %}
{% for a in l %}{% for b in l %}{{ loop.index }}{% endfor %}{{ loop.index }} {% endfor %} {% for a in l %}{% set outer = loop %}{% for b in l %}{{ outer.index }}{{ loop.index }} {% endfor %}{% endfor %}
{% for node in tree recursive %}{{ node.v }}@{{ loop.depth }}({{ loop(node.kids) }}){% endfor %} {% for i in [[1, [2]], [3]] recursive %}{% if i is iterable %}[{{ loop(i) }}]{% else %}{{ i }}{% endif %}{% else %}empty{% endfor %}
{% for i in (l|map('string')) %}{{ loop.length }}{{ i }}{{ loop.revindex }}{% endfor %} {% set it = l|map('string') %}{% for i in it %}{{ i }}{% endfor %}|{% for i in it %}{{ i }}{% endfor %} {% for i in it %}x{% else %}done{% endfor %}
{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %} {% for x in l %}{% set x = 9 %}{{ x }}{% endfor %}{{ x }} {% for i in l %}{% endfor %}{{ i }}| {% for i in l %}{{ loop }} {% endfor %}
{% set x = 0 %}{% for i in l %}{% set x = x + i %}{{ x }} {% endfor %}{{ x }} {% set ns = namespace(x=0) %}{% for i in l %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }} {% for i in l %}{{ q }}{% set q = i %}{{ q }}{% endfor %}
{% for i in l if loop is defined %}{{ i }}{% endfor %}
{% for i in n %}{% endfor %}
{% for i in nothing %}{% endfor %}
{% for a, b in l %}{% endfor %}
{% for a, b in ['abc'] %}{% endfor %}
{% for a, b in [[1]] %}{% endfor %}
{% for i in l %}{{ loop(l) }}{% endfor %}
{% for i in l %}{{ loop.cycle() }}{% endfor %}
{% for i in l %}{{ loop.nope }}|{{ loop['index'] }}|{{ loop|length }}{% endfor %}
{% for i in l %}{{ loop.nope.x }}{% endfor %}
{% for i in range(200000) %}{% endfor %}
{% for i in [1, 2] %}{% for j in [i] if j > 1 %}{{ i }}{{ j }}{% endfor %}{% endfor %}
"""

SCOPES = """
{% set a = 1 %}{% if t %}{% set a = 2 %}{% endif %}{{ a }} {% if f %}{% set b = 1 %}{% endif %}{{ b }}| {% if f %}{% set n = 1 %}{% endif %}{{ n }} {% set a, b = 1, 2 %}{{ a }}{{ b }}
{% set a = 1 %}{% with %}{% set a = 2 %}{{ a }}{% endwith %}{{ a }} {% with a = 5, b = a %}{{ a }}{{ b }}{% endwith %} {% with x = 1 %}{% with y = x %}{{ x }}{{ y }}{% endwith %}{% endwith %}{{ x }}
{% set c %}text {{ n }}{% endset %}[{{ c }}] {% set c | upper %}text{% endset %}{{ c }} {% set c | replace('t', 'T') | trim %} tt {% endset %}{{ c }} {% set ns = namespace() %}{% set ns.c %}in{% endset %}{{ ns.c }}
{% filter upper %}abc {{ s }}{% endfilter %} {% filter replace('a', 'b') | upper %}aa{% endfilter %} {% filter trim %}{% for i in l %} {{ i }} {% endfor %}{% endfilter %}
{% macro m(a, b=2, c='x') %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1) }} {{ m(1, 3) }} {{ m(1, c=5) }} {{ m() }} {{ m(b=1, a=2) }} {{ m.name }} {{ m }}
{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, x=3) }} {{ m() }} {% macro k() %}{{ kwargs.get('a') }}{{ varargs|length }}{% endmacro %}{{ k(a=1) }}{{ k(*[1, 2], **{'a': 3}) }}
{% macro m() %}[{{ caller() }}]{% endmacro %}{% call m() %}in {{ n }}{% endcall %} {% macro w(x) %}{{ caller(x) }}{% endmacro %}{% call(v) w(5) %}got {{ v }}{% endcall %} {% macro o() %}{{ caller is defined }}{% endmacro %}{{ o() }}{% call o() %}{% endcall %}
{% macro fact(k) %}{% if k < 2 %}1{% else %}{{ k }}*{{ fact(k - 1) }}{% endif %}{% endmacro %}{{ fact(5) }} {% macro a() %}{{ later }}{% endmacro %}{{ a() }}{% set later = 4 %}{{ a() }}
{% macro m(x) %}{% set x = x + 1 %}{{ x }}{{ n }}{% endmacro %}{{ m(1) }}{{ m(n) }} {% macro outer() %}{% macro inner() %}{{ z }}i{% endmacro %}{{ inner() }}{% endmacro %}{{ outer() }} {% for i in l %}{% macro lm() %}{{ i }}{% endmacro %}{{ lm() }}{% endfor %}
{% macro m(a, b=a) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }} {% macro m2(a=b, b=1) %}{{ a }}{{ b }}{% endmacro %}{{ m2() }} {% macro g(l) %}{% for i in l %}{{ loop.index }}{{ i }}{% endfor %}{% endmacro %}{{ g(l) }}{{ g([9]) }}
{% set ns = namespace(a=1, b=[1]) %}{% set ns.a = 2 %}{% set ns.c = ns.a + 1 %}{{ ns.a }}{{ ns.b }}{{ ns.c }}{{ ns['a'] }}{{ ns.q }}| {% set ns.a, x = 5, 6 %}{{ ns.a }}{{ x }} {{ namespace({'q': 1}).q }} {{ namespace([('r', 2)], s=3).s }}
{{ dict(a=1, b=2) }} {{ dict({'a': 1}, b=2) }} {{ dict([('x', 1)]) }} {{ dict.fromkeys([1, 2], 3) }} {{ dict() }} {{ range(2, 5)|list }} {{ range(5, 0, -2)|list }}
{% generation %}gen {{ n }}{% endgeneration %} {% for i in l %}{% generation %}{{ i }}{% endgeneration %}{% endfor %}
{{ strftime_now('%Y-%m-%d %H:%M:%S.%f %j %a %A %b %B %p %I %% %y') }} {{ strftime_now('%d %b %Y') }} {{ strftime_now('') }}| {{ strftime_now('%-d') }}
{% set x = missing %}{{ x is defined }}{{ x }} {% set list = 3 %}{{ list }} {% set range = 4 %}{{ range }} {% set loop = 1 %}{{ loop }}
{{ raise_exception('Conversation roles must alternate: ' ~ n) }}
{{ raise_exception(5) }}
{{ raise_exception() }}
{% set s.x = 1 %}
{% set missing.x = 1 %}
{% set ns = namespace() %}{% set ns._x = 1 %}
{{ namespace(_a=1) }}
{{ dict(1) }}
{{ dict([1]) }}
{{ range('a') }}
{{ range() }}
{{ range(1, 2, 0) }}
{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}
{% macro m(a) %}{% endmacro %}{{ m(b=1) }}
{% macro m(a) %}{{ a.x }}{% endmacro %}{{ m() }}
{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}
{% macro m() %}{{ m() }}{% endmacro %}{{ m(1) }}
{% set a, b = [1] %}
{% set a, b = 5 %}
{{ strftime_now(5) }}
{% if f %}{{ s|nope }}{% endif %}{{ ('x' is nope) if f else 'ok' }}
{% if t %}{{ s|nope }}{% endif %}
{{ (1 is nope) if t else 'ok' }}
{{ m(*n) }}
{% macro m() %}{{ varargs }}{% endmacro %}{{ m(*n) }}
"""

GROUPS = {name: text for name, text in globals().items() if name.isupper() and isinstance(text, str)}


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_renders_as_jinja_does(group: str, renderer: Any, reference: Callable[..., Any]) -> None:
    wrong = []
    for template in templates(GROUPS[group]):
        wanted, got = reference(template, dict(VARIABLES)), renderer.render(template, VARIABLES)
        if (got.text, got.error) != (wanted.text, wanted.error) or (_jinja(wanted.error) and got.message != wanted.message):
            wrong.append((template, got, wanted))
    assert wrong == []


def templates(group: str) -> list[str]:
    """A template a line; and one for each expression of a line that has nothing else, as an error ends a template."""
    lines = [line for line in group.split("\n") if line]
    single = [one for line in lines if "{%" not in line for one in re.findall(r"\{\{.*?\}\}(?!\})", line)]
    return list(dict.fromkeys(lines + single))


def _jinja(error: str) -> bool:
    """Whether templates show the exception's message to users."""
    return error in ("UndefinedError", "TemplateError", "SecurityError", "TemplateRuntimeError", "FilterArgumentError")
