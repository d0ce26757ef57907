"""Driver for Protego. Arguments: KIND FOLDER QUESTIONS ROUNDS; see ../../drivers.go."""

import gc
import json
import os
import sys
import time

from protego import Protego

ORIGIN = "https://example.com"
SLOW = 5.0  # seconds: a first run as slow as this is the figure
LEAST = 0.1  # seconds of one repetition
BUDGET = 15.0  # seconds of all repetitions


def load(folder, questions):
    """Return the texts by name and the questions as (name, token, URL), in order."""
    texts, rows = {}, []
    with open(questions, encoding="ascii") as lines:
        for line in lines:
            name, token, path = line.rstrip("\n").split("\t")
            if name not in texts:
                with open(os.path.join(folder, name), "rb") as body:
                    texts[name] = body.read()
            rows.append((name, token, ORIGIN + path))
    size = sum(len(body) for body in texts.values())
    return {name: body.decode("utf-8", "replace") for name, body in texts.items()}, rows, size


def parse_or_none(text):
    try:
        return Protego.parse(text)
    except Exception:  # a library that fails on a file is counted, not stopped
        return None


def allowed(rules, url, token):
    return rules is None or rules.can_fetch(url, token)


def task(kind, texts, rows, size):
    """Return (run, units, failed): run does the whole work once and returns the verdicts that allow."""
    failed = 0
    if kind == "parse":
        bodies = list(texts.values())
        failed = sum(parse_or_none(text) is None for text in bodies)
        return lambda: sum(parse_or_none(text) is not None for text in bodies), size, failed
    if kind == "one-shot":
        return lambda: sum(allowed(parse_or_none(texts[n]), url, token) for n, token, url in rows), len(rows), 0
    if kind == "agents":  # one parse holds all groups
        name, token, url = rows[0]
        return lambda: int(allowed(parse_or_none(texts[name]), url, token)), 1, 0
    parsed = {name: parse_or_none(text) for name, text in texts.items()}
    failed = sum(rules is None for rules in parsed.values())
    prepared = [(parsed[name], url, token) for name, token, url in rows]
    return lambda: sum(allowed(*question) for question in prepared), len(prepared), failed


def clock(run):
    start = time.perf_counter()
    count = run()
    return time.perf_counter() - start, count


def measure(run, rounds):
    first, count = clock(run)
    if first > SLOW:
        return first, count
    loops = 1 + int(LEAST / max(first, 1e-7))
    samples, spent = [], 0.0
    while len(samples) < rounds and spent < BUDGET:
        gc.collect()
        took = 0.0
        for _ in range(loops):
            each, again = clock(run)
            took += each
            if again != count:
                sys.exit("answers are not stable")
        spent += took
        samples.append(took / loops)
    samples.sort()
    return samples[len(samples) // 2], count


def main():
    kind, folder, questions, rounds = sys.argv[1:5]
    texts, rows, size = load(folder, questions)
    run, units, failed = task(kind, texts, rows, size)
    seconds, count = measure(run, int(rounds))
    print(json.dumps({"ns": seconds * 1e9 / units, "allowed": count, "failed": failed}))


main()
