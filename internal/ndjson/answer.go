package ndjson

import (
	"strconv"
	"unicode/utf8"

	"waymark.example/aipref"
	"waymark.example/robotstxt"
)

// An Answer is a verdict as the protocol writes it, or the reason that there is none.
type Answer struct {
	ID      []byte // the question's id, a JSON value; nil for null
	Err     error  // why there is no verdict; then nothing below counts
	Verdict robotstxt.Verdict
	Agent   string             // as it was asked
	Path    string             // in the form that was compared
	Usage   aipref.Preferences // means something only where the verdict allows
}

// Ask returns the answer of rules, read in a dialect, about a path. The caller sets its ID.
func Ask(rules *robotstxt.Rules, dialect robotstxt.Dialect, agent string, path robotstxt.Path) Answer {
	a := Answer{Verdict: rules.Check(path), Agent: agent, Path: path.In(dialect)}
	if a.Verdict.Allowed {
		a.Usage = rules.Usage(path)
	}
	return a
}

// AppendJSON appends the answer as a JSON object, with its keys in a fixed order and no line end.
func (a *Answer) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"id":`...)
	if a.ID == nil {
		dst = append(dst, "null"...)
	}
	dst = append(dst, a.ID...)
	if a.Err != nil {
		dst = append(dst, `,"error":`...)
		dst = AppendString(dst, a.Err.Error())
		return append(dst, '}')
	}
	v := a.Verdict
	dst = append(dst, `,"allowed":`...)
	dst = strconv.AppendBool(dst, v.Allowed)
	dst = append(dst, `,"reason":"`...)
	dst = append(dst, v.Reason.String()...)
	dst = append(dst, `","line":`...)
	dst = strconv.AppendInt(dst, int64(v.Line), 10)
	dst = append(dst, `,"pattern":`...)
	dst = AppendString(dst, v.Pattern())
	dst = append(dst, `,"agent":`...)
	dst = AppendString(dst, a.Agent)
	dst = append(dst, `,"group":`...)
	dst = AppendString(dst, v.Group())
	dst = append(dst, `,"path":`...)
	dst = AppendString(dst, a.Path)
	dst = append(dst, `,"usage":`...)
	if !v.Allowed {
		return append(dst, "null}"...)
	}
	return append(appendUsage(dst, a.Usage), '}')
}

func appendUsage(dst []byte, usage aipref.Preferences) []byte {
	before := byte('{')
	for category, preference := range usage.Categories() {
		dst = append(dst, before)
		dst = AppendString(dst, category)
		dst = append(dst, ':')
		dst = AppendString(dst, preference.String())
		before = ','
	}
	return append(dst, '}')
}

// AppendString appends a JSON string. Octets that are not UTF-8 become U+FFFD. Beyond what RFC 8259 §7 asks for it
// escapes U+0085, U+2028 and U+2029, at which some readers of lines would divide the line.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	plain := 0 // where the octets begin that go as they are
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, n = utf8.DecodeRuneInString(s[i:]); n > 1 && r != 0x85 && r != 0x2028 && r != 0x2029 {
				i += n
				continue
			}
		}
		dst = append(dst, s[plain:i]...)
		switch r {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		}
		i += n
		plain = i
	}
	dst = append(dst, s[plain:]...)
	return append(dst, '"')
}
