# Answers questions, one JSON object a line, with the real urllib.robotparser: the other side of firstmatch_test.go.
# Where that raises ValueError it answers again with the deviations of firstmatch.go put in its place.

import base64, json, sys, unicodedata, urllib.parse, urllib.robotparser as rp

# As of 3.11.7: an authority is checked for brackets, but "//" before a path is not doubled yet.
known = (sys.version_info[:2] == (3, 11) and hasattr(urllib.parse, '_check_bracketed_host')
         and urllib.parse.urlunsplit(('', '', '//a', '', '')) == '//a')
print(json.dumps({'known': known, 'version': sys.version.split()[0],
                  'brackets': not hasattr(urllib.parse, '_check_bracketed_netloc'),
                  'params': urllib.parse.uses_params, 'netloc': urllib.parse.uses_netloc}), flush=True)

urlparse = urllib.parse.urlparse
def lenient_urlparse(url):
    try: return urlparse(url)
    except ValueError: return urllib.parse.ParseResult('', '', url, '', '', '')
def lenient_int(text):
    try: return int(text)
    except ValueError: return 0

def attempt(f):
    try: return f(), False
    except ValueError: pass
    urllib.parse.urlparse, rp.int = lenient_urlparse, lenient_int
    try: return f(), True
    finally:
        urllib.parse.urlparse = urlparse
        del rp.int

def read(text):
    parser = rp.RobotFileParser()
    parser.parse(text.splitlines())
    return parser

class Spy:
    def allowance(self, path):
        self.path = path
def path(url):
    parser = rp.RobotFileParser()
    parser.modified()
    parser.default_entry = spy = Spy()
    parser.can_fetch('', url)
    return spy.path

def entry(e):
    return e and {'agents': e.useragents, 'rules': [[r.allowance, r.path] for r in e.rulelines]}

def text(encoded):
    return base64.b64decode(encoded).decode('utf-8', 'replace')

for number, line in enumerate(sys.stdin.buffer):
    q = json.loads(line)
    if 'table' in q:
        chars = [chr(c) for c in range(0x110000)]
        chars = [c for c in chars if unicodedata.category(c) not in ('Cn', 'Cs')]
        rows = []
        for c in chars:
            row = [c, c.lower(), (c + '\u03a3').lower()[-1], ('A' + c + '\u03a3').lower()[-1], c.isspace(),
                   any(d in unicodedata.normalize('NFKC', c) for d in '/?#@:'), urllib.parse.quote(c)]
            if ord(c) < 0x250 or row[1:6] != [c, '\u03c3', '\u03c3', False, False]: rows.append(row)
        print(json.dumps({'rows': rows, 'known': ''.join(chars)}), flush=True)
        continue
    a = {}
    if q.get('robots') is not None:
        parser, bad = attempt(lambda: read(text(q['robots'])))
        a['entries'], a['default'] = [entry(e) for e in parser.entries], entry(parser.default_entry)
    (a['allowed'], a['path']), worse = attempt(
        lambda: (parser.can_fetch(text(q['agent']), text(q['url'])), path(text(q['url']))))
    a['raised'] = bad or worse
    print(json.dumps(a), flush=number % 100 == 0)
