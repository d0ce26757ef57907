package ndjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// A source says what holds the robots.txt of a question.
type source uint8

const (
	noSource source = iota
	inline          // "robots"
	base64ed        // "robots_b64"
	named           // "file"
)

// A question is one line as it was read.
type question struct {
	id     []byte // as it came; nil where there is none, or none that can be returned
	source source
	body   []byte // the value of the source's key inside its quotes, not decoded and not checked yet
	agent  []byte // nil where absent
	url    []byte // nil where absent
	err    error  // the first thing that is wrong with it
	seen   uint   // the keys that came, a bit each
}

// The keys of a question, by their bits.
const (
	keyID = 1 << iota
	keyRobots
	keyRobotsB64
	keyFile
	keyAgent
	keyURL
)

func keyBit(key []byte) uint {
	switch string(key) {
	case "id":
		return keyID
	case "robots":
		return keyRobots
	case "robots_b64":
		return keyRobotsB64
	case "file":
		return keyFile
	case "agent":
		return keyAgent
	case "url":
		return keyURL
	}
	return 0
}

// readQuestion reads a line. What is wrong with it stands in its err; the id is there all the same where it came before
// a syntax error.
func readQuestion(line []byte) question {
	var q question
	if err := eachMember(line, q.member); err != nil {
		q.fail(err)
		return q
	}
	switch {
	case q.seen&(keyRobots|keyRobotsB64|keyFile) == 0:
		q.fail(errors.New(`fetching is not part of this version: give "robots", "robots_b64" or "file"`))
	case q.seen&keyURL == 0:
		q.fail(errors.New(`"url" is missing`))
	}
	return q
}

func (q *question) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}

// member takes a key and its value. It goes on after an error, for an id that may follow.
func (q *question) member(rawKey, value []byte) {
	key, err := unquote(rawKey)
	if err != nil {
		q.fail(fmt.Errorf("a key %w", err))
		return
	}
	bit := keyBit(key)
	switch {
	case bit == 0 && resembles(key):
		q.fail(fmt.Errorf("unknown key %q", clip(key)))
		return
	case bit == 0: // what somebody else wants to know; but the line is to be JSON in UTF-8
		if value[0] == '"' {
			_, err = unquote(value[1 : len(value)-1])
		} else if !utf8.Valid(value) {
			err = errNotUTF8
		}
		if err != nil {
			q.fail(fmt.Errorf("%q %w", clip(key), err))
		}
		return
	case q.seen&bit != 0:
		q.fail(fmt.Errorf("%q is given twice", key))
		return
	}
	q.seen |= bit
	if bit == keyID {
		q.setID(value)
		return
	}
	if value[0] != '"' {
		q.fail(fmt.Errorf("%q is no string", key))
		return
	}
	if err := q.setString(bit, value[1:len(value)-1]); err != nil {
		q.fail(fmt.Errorf("%q %w", key, err))
	}
}

// resembles reports whether a key may be meant for one that a question has: passed over, a question about one crawler
// would be answered for another.
func resembles(key []byte) bool {
	lower := bytes.ToLower(key)
	for _, word := range []string{"agent", "robot", "url"} {
		if bytes.Contains(lower, []byte(word)) {
			return true
		}
	}
	return keyBit(lower) != 0
}

// setID keeps an id that can be returned as it came: the answers are to be JSON in UTF-8.
func (q *question) setID(value []byte) {
	switch {
	case !utf8.Valid(value):
		q.fail(fmt.Errorf(`"id" %w`, errNotUTF8))
	case value[0] == '"' && !json.Valid(value): // other values were checked
		q.fail(errors.New(`"id" is not a valid JSON string`))
	default:
		q.id = value
	}
}

func (q *question) setString(bit uint, raw []byte) (err error) {
	switch bit {
	case keyAgent:
		if q.agent, err = unquote(raw); err == nil {
			err = checkAgent(q.agent)
		}
		return err
	case keyURL:
		q.url, err = unquote(raw)
		return err
	}
	if q.source != noSource {
		return errors.New(`is one too many: give one of "robots", "robots_b64" and "file"`)
	}
	q.body = raw
	switch bit {
	case keyRobots:
		q.source = inline
	case keyRobotsB64:
		q.source = base64ed
	case keyFile:
		q.source = named
	}
	return nil
}

func checkAgent(agent []byte) error {
	if len(agent) == 0 {
		return errors.New(`is empty: leave it out to ask for "*"`)
	}
	for i, c := range agent {
		if c < 0x20 || c == 0x7F {
			return fmt.Errorf("holds control octet 0x%02X at offset %d", c, i)
		}
	}
	return nil
}

// clip shortens a value for an error message.
func clip(s []byte) []byte {
	const most = 80
	if len(s) <= most {
		return s
	}
	return append(bytes.Clone(s[:most]), "..."...)
}
