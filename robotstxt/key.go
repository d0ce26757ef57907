package robotstxt

import "strings"

// A linePart is a line's content taken apart.
type linePart struct {
	kind       Kind
	odd        Oddity
	key, value Span
	end        int // where the content ends
}

const bom = "\xEF\xBB\xBF"

// splitLine takes the content text[pos:] of a line, without its comment, apart. Time is linear in the content.
func splitLine(text string, pos int, strict bool) linePart {
	addSteps(len(text) - pos)
	var p linePart
	if pos == 0 && strings.HasPrefix(text, bom) {
		p.odd |= LeadingBOM
		pos = len(bom)
	}
	start, end := trimSpace(text, pos, len(text))
	p.key, p.value = Span{start, start}, Span{end, end}
	if start == end {
		return p
	}
	p.kind = Malformed
	if !isKeyOctet(text[start]) {
		return p
	}
	colon := strings.IndexByte(text[start:end], ':')
	if !strict && (colon < 0 || strings.HasPrefix(text[start+colon:end], "://")) {
		// No colon, or one that belongs to a URL: "Sitemap https://example.com/sitemap.xml".
		p.splitWords(text, start, end)
		if colon < 0 || p.kind == Sitemap || p.kind == License {
			return p
		}
		p = linePart{kind: Malformed, odd: p.odd & LeadingBOM, key: Span{start, start}, value: Span{end, end}}
	}
	if colon < 0 {
		return p
	}
	colon += start
	_, keyEnd := trimSpace(text, start, colon)
	if keyEnd < colon {
		p.odd |= SpaceBeforeColon
	}
	kind, typo := kindOf(text[start:keyEnd], strict)
	if kind == Malformed {
		p.odd &= LeadingBOM
		return p
	}
	if typo {
		p.odd |= TypoAccepted
	}
	p.kind = kind
	p.key = Span{start, keyEnd}
	p.value.Start, p.value.End = trimSpace(text, colon+1, end)
	return p
}

// splitWords reads a record whose colon is missing: two words, the first one a key that is known (beyond RFC 9309,
// as Google does; testkit vector "colon missing").
func (p *linePart) splitWords(text string, start, end int) {
	gap := start
	for gap < end && gap-start <= maxKey && isTokenOctet(text[gap]) {
		gap++
	}
	if gap == end || text[gap] != ' ' && text[gap] != '\t' {
		return
	}
	kind, typo := kindOf(text[start:gap], false)
	if kind == Unknown {
		return
	}
	value, _ := trimSpace(text, gap, end)
	if strings.ContainsAny(text[value:end], " \t") {
		return
	}
	p.kind, p.key, p.value = kind, Span{start, gap}, Span{value, end}
	p.odd |= ColonMissing
	if typo {
		p.odd |= TypoAccepted
	}
}

// trimSpace narrows text[start:end] to what lies between the white space of RFC 9309 §2.2: SP and HTAB.
func trimSpace(text string, start, end int) (int, int) {
	for start < end && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	for end > start && (text[end-1] == ' ' || text[end-1] == '\t') {
		end--
	}
	return start, end
}

// maxKey is the length of the longest key that is known.
const maxKey = len("disallowaitraining")

// kindOf returns the kind of record that a key stands for, letter case aside, and whether it is a misspelling that is
// accepted as a whole (RFC 9309 §2.2.4: crawlers may accept common misspellings). A key with octets that no field
// name has is Malformed: most of those are lines of HTML.
func kindOf(key string, strict bool) (kind Kind, typo bool) {
	var buf [maxKey]byte
	if len(key) <= maxKey {
		n := copy(buf[:], key)
		for i := range n {
			buf[i] = lower(buf[i])
		}
		switch string(buf[:n]) {
		case "user-agent":
			return UserAgent, false
		case "allow":
			return Allow, false
		case "disallow":
			return Disallow, false
		case "content-usage":
			return ContentUsage, false
		case "sitemap":
			return Sitemap, false
		case "crawl-delay":
			return CrawlDelay, false
		case "request-rate":
			return RequestRate, false
		case "visit-time":
			return VisitTime, false
		case "host":
			return Host, false
		case "clean-param":
			return CleanParam, false
		case "noindex":
			return Noindex, false
		case "license":
			return License, false
		case "content-signal":
			return ContentSignal, false
		case "allowaitraining":
			return AllowAITraining, false
		case "disallowaitraining":
			return DisallowAITraining, false
		}
		if !strict {
			switch string(buf[:n]) {
			case "useragent", "user agent":
				return UserAgent, true
			case "disalow", "dissallow", "dissalow", "diasllow", "disallaw":
				return Disallow, true
			case "site-map":
				return Sitemap, true
			}
		}
	}
	for i := range len(key) { // once over the key
		if !isKeyOctet(key[i]) {
			return Malformed, false
		}
	}
	if key == "" {
		return Malformed, false
	}
	return Unknown, false
}

// isKeyOctet reports whether c may stand in a key.
func isKeyOctet(c byte) bool {
	return isTokenOctet(c) || '0' <= c && c <= '9' || c == '.' || c == ' ' || c == '\t'
}

// isTokenOctet reports whether c may stand in a product token (RFC 9309 §2.2: identifier).
func isTokenOctet(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '_'
}

// inGroup reports whether a record of this kind belongs to a group, so that it has no effect before the first one.
func (k Kind) inGroup() bool {
	switch k {
	case Allow, Disallow, ContentUsage, CrawlDelay, RequestRate, VisitTime, Noindex, ContentSignal, AllowAITraining,
		DisallowAITraining:
		return true
	}
	return false
}
