// Driver for robots-parser. Arguments: KIND FOLDER QUESTIONS ROUNDS; see ../../drivers.go.
'use strict';

const fs = require('fs');
const path = require('path');
const robotsParser = require('robots-parser');

const ORIGIN = 'https://example.com';
const SLOW = 10e9; // nanoseconds: a first run as slow as this is the figure
const WARM = 1.5e9; // nanoseconds of warm-up, so that V8 has optimised
const LEAST = 100e6; // nanoseconds of one repetition
const BUDGET = 15e9; // nanoseconds of all repetitions

// load returns the texts by name and the questions, in order.
function load(folder, questions) {
  const texts = new Map();
  const rows = [];
  let size = 0;
  for (const line of fs.readFileSync(questions, 'latin1').split('\n')) {
    if (line === '') continue;
    const [name, token, where] = line.split('\t');
    if (!texts.has(name)) {
      const body = fs.readFileSync(path.join(folder, name));
      size += body.length;
      texts.set(name, body.toString('utf8'));
    }
    rows.push({ name, token, url: ORIGIN + where });
  }
  return { texts, rows, size };
}

// parse returns null where the library throws.
function parse(text) {
  try {
    return robotsParser(ORIGIN + '/robots.txt', text);
  } catch {
    return null;
  }
}

// allowed is 1 or 0; a file that was refused allows, and so does undefined.
function allowed(rules, url, token) {
  return rules === null || rules.isAllowed(url, token) !== false ? 1 : 0;
}

// task returns a run that does the whole work once and returns the verdicts that allow.
function task(kind, { texts, rows, size }) {
  const bodies = [...texts.values()];
  const sum = (list, value) => {
    let n = 0;
    for (const item of list) n += value(item);
    return n;
  };
  switch (kind) {
    case 'parse':
      return { run: () => sum(bodies, (t) => (parse(t) !== null ? 1 : 0)), units: size, failed: sum(bodies, (t) => (parse(t) === null ? 1 : 0)) };
    case 'one-shot':
      return { run: () => sum(rows, (r) => allowed(parse(texts.get(r.name)), r.url, r.token)), units: rows.length, failed: 0 };
    case 'agents': // one parse holds all groups
      return { run: () => allowed(parse(texts.get(rows[0].name)), rows[0].url, rows[0].token), units: 1, failed: 0 };
  }
  const parsed = new Map();
  for (const [name, text] of texts) parsed.set(name, parse(text));
  const prepared = rows.map((r) => ({ rules: parsed.get(r.name), url: r.url, token: r.token }));
  return {
    run: () => sum(prepared, (q) => allowed(q.rules, q.url, q.token)),
    units: prepared.length,
    failed: sum(parsed.values(), (p) => (p === null ? 1 : 0)),
  };
}

function clock(run) {
  const start = process.hrtime.bigint();
  const count = run();
  return [Number(process.hrtime.bigint() - start), count];
}

function measure(run, rounds) {
  const [first, count] = clock(run);
  if (first > SLOW) return [first, count];
  let last = first;
  for (let warm = first; warm < WARM; warm += last) [last] = clock(run);
  const loops = 1 + Math.floor(LEAST / Math.max(last, 100));
  const samples = [];
  for (let spent = 0; samples.length < rounds && spent < BUDGET; ) {
    let took = 0;
    for (let i = 0; i < loops; i++) {
      const [each, again] = clock(run);
      took += each;
      if (again !== count) throw new Error('answers are not stable');
    }
    spent += took;
    samples.push(took / loops);
  }
  samples.sort((a, b) => a - b);
  return [samples[samples.length >> 1], count];
}

const [kind, folder, questions, rounds] = process.argv.slice(2);
const { run, units, failed } = task(kind, load(folder, questions));
const [ns, count] = measure(run, Number(rounds));
console.log(JSON.stringify({ ns: ns / units, allowed: count, failed }));
