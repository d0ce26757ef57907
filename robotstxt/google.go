package robotstxt

import "strings"

// This file holds what the Google dialect does otherwise than RFC 9309, bit for bit as google/robotstxt does it:
// how a line is read, how a pattern is escaped, and how a URL becomes a path.

// googleMaxLine is how many octets of a line Google's parser keeps: its buffer of 8 times 2,083 octets less the NUL.
const googleMaxLine = 2083*8 - 1

// readGoogleRecord reads the line text[pos:end].
func (f *File) readGoogleRecord(rec *record, text string, pos, end int) {
	p := splitGoogleLine(text, pos, end, pos == 0)
	rec.kind = p.kind
	if p.kind.IsRecord() {
		rec.setValue(pos, p.value.Start, p.value.End)
	}
}

// splitGoogleLine takes the line text[pos:end], its comment included, apart. Time is linear in the line.
func splitGoogleLine(text string, pos, end int, first bool) linePart {
	var p linePart
	if first {
		// Unlike RFC9309: a part of a byte order mark is skipped too.
		for i := 0; i < len(bom) && pos < end && text[pos] == bom[i]; i++ {
			pos++
			p.odd |= LeadingBOM
		}
	}
	if end-pos > googleMaxLine {
		end = pos + googleMaxLine
		p.odd |= Cut
	}
	if i := strings.IndexByte(text[pos:end], 0); i >= 0 {
		end = pos + i
		p.odd |= Cut
	}
	p.end = end
	hasComment := false
	if i := strings.IndexByte(text[pos:end], '#'); i >= 0 {
		end = pos + i
		hasComment = true
	}
	start, end := trimASCIISpace(text, pos, end)
	p.key, p.value = Span{start, start}, Span{end, end}
	if start == end {
		if hasComment {
			p.kind = Comment
		}
		return p
	}
	p.kind = Malformed
	content := text[start:end]
	sep := strings.IndexByte(content, ':')
	if sep < 0 {
		sep = strings.IndexAny(content, " \t")
		if sep < 0 || strings.ContainsAny(strings.TrimLeft(content[sep:], " \t"), " \t") {
			return p
		}
		p.odd |= ColonMissing
	}
	sep += start
	_, keyEnd := trimASCIISpace(text, start, sep)
	if keyEnd == start {
		p.odd &^= ColonMissing
		return p
	}
	if keyEnd < sep {
		p.odd |= SpaceBeforeColon
	}
	p.key = Span{start, keyEnd}
	p.value.Start, p.value.End = trimASCIISpace(text, sep+1, end)
	p.setGoogleKind(text[start:keyEnd])
	return p
}

// setGoogleKind sets the kind by what the key begins with, as Google does, typos included.
func (p *linePart) setGoogleKind(key string) {
	known := func(kind Kind, typo bool, name string) bool {
		if len(key) < len(name) || !equalFold(key[:len(name)], name) {
			return false
		}
		p.kind = kind
		if typo {
			p.odd |= TypoAccepted
		}
		if len(key) > len(name) {
			p.odd |= PrefixKey
		}
		return true
	}
	switch {
	case known(UserAgent, false, "user-agent"), known(UserAgent, true, "useragent"), known(UserAgent, true, "user agent"),
		known(Allow, false, "allow"), known(Disallow, false, "disallow"), known(Disallow, true, "dissallow"),
		known(Disallow, true, "dissalow"), known(Disallow, true, "disalow"), known(Disallow, true, "diasllow"),
		known(Disallow, true, "disallaw"), known(Sitemap, false, "sitemap"), known(Sitemap, true, "site-map"):
		return
	}
	p.kind, _ = kindOf(key, true)
}

func isASCIISpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// trimASCIISpace narrows text[start:end] to what lies between ASCII white space, VT and FF included.
func trimASCIISpace(text string, start, end int) (int, int) {
	for start < end && isASCIISpace(text[start]) {
		start++
	}
	for end > start && isASCIISpace(text[end-1]) {
		end--
	}
	return start, end
}

// googleToken returns what Google reads of a User-agent value: its leading run of letters, "-" and "_". The "*" of
// everybody may be followed by white space and more.
func googleToken(value string) string {
	if value != "" && value[0] == '*' && (len(value) == 1 || isASCIISpace(value[1])) {
		return "*"
	}
	i := 0
	for i < len(value) && isTokenOctet(value[i]) {
		i++
	}
	return value[:i]
}

// googleEscape appends a pattern as Google compares it: escapes in upper case, octets beyond ASCII escaped, and
// nothing else changed.
func googleEscape(dst []byte, value string) []byte {
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '%' && i+2 < len(value) && isHex(value[i+1]) && isHex(value[i+2]):
			dst = append(dst, '%', upper(value[i+1]), upper(value[i+2]))
			i += 2
		case c >= 0x80:
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// isGoogleEscaped reports whether googleEscape would change nothing.
func isGoogleEscaped(value string) bool {
	for i := range len(value) { // once over the value
		if value[i] == '%' || value[i] >= 0x80 {
			return false
		}
	}
	return true
}

// googleIndexPattern returns the second pattern that Google gives an Allow rule whose last segment begins with
// "index.htm": the folder itself.
func googleIndexPattern(pattern string) (string, bool) {
	slash := strings.LastIndexByte(pattern, '/')
	if slash < 0 || !strings.HasPrefix(pattern[slash:], "/index.htm") {
		return "", false
	}
	return pattern[:slash+1] + "$", true
}

// googlePath is what Google's matcher takes for the path of a URL, whatever the URL: parameters and query included,
// beginning with "/", nothing decoded.
func googlePath(url string) string {
	begin := 0
	if strings.HasPrefix(url, "//") {
		begin = 2
	}
	early := indexOf(url, begin, '/', '?', ';')
	authority := begin
	// "://" stands before any of these, so the first of them is its first slash.
	if early > begin && early+1 < len(url) && url[early-1] == ':' && url[early:early+2] == "//" {
		authority = early + 2
	}
	start := indexOf(url, authority, '/', '?', ';')
	if start == len(url) {
		return "/"
	}
	end := len(url)
	if i := strings.IndexByte(url[begin:], '#'); i >= 0 {
		end = begin + i
		if end < start {
			return "/"
		}
	}
	if url[start] != '/' {
		return "/" + url[start:end]
	}
	return url[start:end]
}
