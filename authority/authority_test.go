package authority_test

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"waymark.example/authority"
)

func TestParse(t *testing.T) {
	tests := []struct{ url, want string }{
		// RFC 9309 §2.3: what does not belong to the authority makes no difference.
		{"https://example.com", "https://example.com"},
		{"https://example.com/robots.txt", "https://example.com"},
		{"https://example.com/a/b?c=http://x.example/#d", "https://example.com"},
		{"https://example.com?q", "https://example.com"},
		{"https://example.com#f", "https://example.com"},
		{"https://example.com/100% \\ \x00\xff", "https://example.com"},
		{"ftp://example.com/pub/", "ftp://example.com"},

		// RFC 3986 §6.2.2.1, §6.2.3: letter case and ports.
		{"HTTPS://Example.COM/", "https://example.com"},
		{"fTp://EXAMPLE.com", "ftp://example.com"},
		{"http://example.com:80/", "http://example.com"},
		{"https://example.com:443/", "https://example.com"},
		{"ftp://example.com:21/", "ftp://example.com"},
		{"http://example.com:443/", "http://example.com:443"},
		{"https://example.com:80/", "https://example.com:80"},
		{"https://example.com:/", "https://example.com"},
		{"https://example.com:0443", "https://example.com"},
		{"https://example.com:00000000000000000000008443", "https://example.com:8443"},
		{"https://example.com:65535", "https://example.com:65535"},
		{"https://example.com:1", "https://example.com:1"},

		// User information.
		{"https://user:secret@example.com/", "https://example.com"},
		{"https://user@example.com:8443/", "https://example.com:8443"},
		{"https://@example.com", "https://example.com"},
		{"https://a@b@example.com", "https://example.com"},
		{"https://example.com/@other.example", "https://example.com"},
		{"https://example.com?@other.example", "https://example.com"},

		// Names.
		{"http://localhost", "http://localhost"},
		{"https://example.com./", "https://example.com"},
		{"https://example.com.:8443/", "https://example.com:8443"},
		{"https://my_site.example.com", "https://my_site.example.com"},
		{"https://_dmarc.example.com", "https://_dmarc.example.com"},
		{"https://-a-.example.com", "https://-a-.example.com"},
		{"https://r3---sn-apo3qvuoxuxbt-j5pe.example", "https://r3---sn-apo3qvuoxuxbt-j5pe.example"},
		{"https://3com.example", "https://3com.example"},
		{"https://1.2.3.4.example", "https://1.2.3.4.example"},
		{"https://0xg", "https://0xg"},
		{"https://" + strings.Repeat("a", 63) + ".example", "https://" + strings.Repeat("a", 63) + ".example"},
		{"https://" + name253 + ".", "https://" + name253},

		// Internationalised names.
		{"https://bücher.example", "https://xn--bcher-kva.example"},
		{"https://BÜCHER.example", "https://xn--bcher-kva.example"},
		{"https://bu\u0308cher.example", "https://xn--bcher-kva.example"}, // decomposed
		{"https://xn--bcher-kva.example", "https://xn--bcher-kva.example"},
		{"https://XN--BCHER-KVA.example", "https://xn--bcher-kva.example"},
		{"https://faß.example", "https://xn--fa-hia.example"}, // non-transitional
		{"https://例え.テスト", "https://xn--r8jz45g.xn--zckzah"},
		{"https://مثال.إختبار", "https://xn--mgbh0fb.xn--kgbechtv"},
		{"https://bücher。example．com｡", "https://xn--bcher-kva.example.com"}, // ideographic and other dots
		{"https://ｅｘａｍｐｌｅ.com", "https://example.com"},                       // full width
		{"https://exam\u00adple.com", "https://example.com"},                 // soft hyphen: ignored
		{"https://i❤.example", "https://xn--i-7iq.example"},
		{"https://bücher_1.example", "https://xn--bcher_1-n2a.example"},
		{"https://xn--a.example", "https://xn--a.example"}, // ASCII is taken as it is

		// Percent-encoded hosts.
		{"https://b%C3%BCcher.example", "https://xn--bcher-kva.example"},
		{"https://b%c3%bccher.example", "https://xn--bcher-kva.example"},
		{"https://ex%61mple%2Ecom", "https://example.com"},

		// Addresses.
		{"http://192.0.2.1", "http://192.0.2.1"},
		{"http://192.0.2.1.:8080", "http://192.0.2.1:8080"},
		{"http://１９２.0.2.1", "http://192.0.2.1"},
		{"http://%31.2.3.4", "http://1.2.3.4"},
		{"http://[2001:db8::1]", "http://[2001:db8::1]"},
		{"http://[2001:DB8:0:0:0:0:0:1]:80/", "http://[2001:db8::1]"},
		{"http://user@[2001:db8::0001]:8080/", "http://[2001:db8::1]:8080"},
		{"http://[::]:", "http://[::]"},
		{"http://[::ffff:192.0.2.1]", "http://[::ffff:192.0.2.1]"},
		{"http://[::FFFF:C000:0201]", "http://[::ffff:192.0.2.1]"},
		{"http://[1:0:0:2::3]", "http://[1:0:0:2::3]"},
	}
	for _, tt := range tests {
		got, err := authority.Parse(tt.url)
		if err != nil || got.String() != tt.want {
			t.Errorf("Parse(%q) = %v, %v; want %s", tt.url, got, err, tt.want)
			continue
		}
		if again, err := authority.Parse(got.String()); err != nil || again != got {
			t.Errorf("Parse(%q) = %#v, %v; want %#v", got, again, err, got)
		}
		if robots := got.RobotsURL(); robots != tt.want+"/robots.txt" {
			t.Errorf("%v: got %s", got, robots)
		}
	}
}

// name253 is a name of the greatest length: 63.63.63.61.
var name253 = strings.Repeat(strings.Repeat("a", 63)+".", 3) + strings.Repeat("b", 61)

func TestParseErrors(t *testing.T) {
	tests := []struct{ url, want string }{
		{"", `no scheme, write the URL in full, such as https://example.com/: ""`},
		{"/path", `no scheme, write the URL in full, such as https://example.com/: "/path"`},
		{"example.com/a:b", `no scheme, write the URL in full, such as https://example.com/: "example.com/a:b"`},
		{"http//user:secret@example.com/", `no scheme, write the URL in full, such as https://example.com/: "example.com/"`},
		{" https://example.com", `no scheme, write the URL in full, such as https://example.com/: " https://example.com"`},
		{"://example.com", `no scheme, write the URL in full, such as https://example.com/: "://example.com"`},
		{"1http://example.com", `no scheme, write the URL in full, such as https://example.com/: "1http://example.com"`},
		{"gopher://example.com", `scheme is not http, https or ftp: "gopher"`},
		{"localhost:8080/", `scheme is not http, https or ftp: "localhost"`},
		{"mailto:a@example.com", `scheme is not http, https or ftp: "mailto"`},
		{"httpſ://example.com", `no scheme, write the URL in full, such as https://example.com/: "httpſ://example.com"`},
		{"https:example.com", `no // after the scheme, write the URL in full, such as https://example.com/: "https"`},
		{"https:/example.com", `no // after the scheme, write the URL in full, such as https://example.com/: "https"`},

		{"https://", "no host, write one between // and the path, such as https://example.com/"},
		{"https:///path", "no host, write one between // and the path, such as https://example.com/"},
		{"https:////example.com/", "no host, write one between // and the path, such as https://example.com/"},
		{"https://user@/", "no host, write one between // and the path, such as https://example.com/"},
		{"https://:443/", "no host, write one between // and the path, such as https://example.com/"},
		{"https://.", `host has an empty label, remove the dot too many: "."`},
		{"https://.example.com", `host has an empty label, remove the dot too many: ".example.com"`},
		{"https://a..example", `host has an empty label, remove the dot too many: "a..example"`},
		{"https://example.com..", `host has an empty label, remove the dot too many: "example.com.."`},
		{"https://\u00ad", `host has an empty label, remove the dot too many: ""`},
		{"https://" + strings.Repeat("a", 64), `host has a label of over 63 octets: "` + strings.Repeat("a", 64) + `"`},
		{"https://b" + name253, `host is over 253 octets: "ba` + strings.Repeat("a", 62) + "." + strings.Repeat("a", 15) + `" and 174 octets more`},

		// What readers are known to take in different ways.
		{"https://exa mple.com", `' ' before the end of the host, remove or correct it: "exa mple.com"`},
		{"https://example.com\n/", `'\n' before the end of the host, remove or correct it: "example.com\n"`},
		{"https://exam\tple.com", `'\t' before the end of the host, remove or correct it: "exam\tple.com"`},
		{"https://example.com\x7f", `'\x7f' before the end of the host, remove or correct it: "example.com\x7f"`},
		{"https://good.example\\@evil.example", `'\\' before the end of the host, remove or correct it: "evil.example"`},
		{"https://good.example\\.evil.example", `'\\' before the end of the host, remove or correct it: "good.example\\.evil.example"`},
		{"https://a%2Fb.example", `host has '/', which no host name has, remove or correct it: "a/b.example"`},
		{"https://a%40b.example", `host has '@', which no host name has, remove or correct it: "a@b.example"`},
		{"https://a%3A80", `host has ':', which no host name has, remove or correct it: "a:80"`},
		{"https://a%20b", `host has ' ', which no host name has, remove or correct it: "a b"`},
		{"https://a%2561b", `host has '%', which no host name has, remove or correct it: "a%61b"`},
		{"https://a%5Cb", `host has '\\', which no host name has, remove or correct it: "a\\b"`},
		{"https://%5B::1%5D", `more than one colon, write an IPv6 address in brackets and one port: "%5B::1%5D"`},
		{"https://a!b.example", `host has '!', which no host name has, remove or correct it: "a!b.example"`},
		{"https://*.example", `host has '*', which no host name has, remove or correct it: "*.example"`},
		{"https://a℀b.example", `host has '/', which no host name has, remove or correct it: "aa/cb.example"`},
		{"https://a%b", `host has a % without two hexadecimal digits: "a%b"`},
		{"https://a%2", `host has a % without two hexadecimal digits: "a%2"`},
		{"https://a%ffb.example", `host is not UTF-8: "a\xffb.example"`},
		{"https://a\xffb.example", `host is not UTF-8: "a\xffb.example"`},
		{"https://a\ufffdb.example", `host is no valid international domain name: "a�b.example"`},
		{"https://\u0378.example", `host is no valid international domain name: "\u0378.example"`},
		{"https://xn--a.bücher.example", `host is no valid international domain name: "xn--a.bücher.example"`},
		{"https://a\u200db.bücher.example", `host is no valid international domain name: "a\u200db.bücher.example"`},

		// Ports.
		{"https://example.com:0", `port is not within 1 to 65535: "0"`},
		{"https://example.com:65536", `port is not within 1 to 65535: "65536"`},
		{"https://example.com:99999999999999999999", `port is not within 1 to 65535: "99999999999999999999"`},
		{"https://example.com:+80", `port is not a number: "+80"`},
		{"https://example.com:-1", `port is not a number: "-1"`},
		{"https://example.com:http", `port is not a number: "http"`},
		{"https://example.com:80:80", `more than one colon, write an IPv6 address in brackets and one port: "example.com:80:80"`},

		// Addresses.
		{"http://2001:db8::1/", `more than one colon, write an IPv6 address in brackets and one port: "2001:db8::1"`},
		{"http://[::1", `no ] after the IPv6 address: "[::1"`},
		{"http://[::1]8080", `only a port can follow the ] of an IPv6 address: "[::1]8080"`},
		{"http://[]", `no IPv6 address between brackets: ""`},
		{"http://[192.0.2.1]", `no IPv6 address between brackets: "192.0.2.1"`},
		{"http://[v1.x]", `no IPv6 address between brackets: "v1.x"`},
		{"http://[1::2::3]", `no IPv6 address between brackets: "1::2::3"`},
		{"http://[fe80::1%eth0]", `IPv6 address has a zone, remove it: "fe80::1%eth0"`},
		{"http://[fe80::1%25eth0]", `IPv6 address has a zone, remove it: "fe80::1%25eth0"`},
		{"http://a[::1]", `more than one colon, write an IPv6 address in brackets and one port: "a[::1]"`},
	}
	for _, tt := range tests {
		got, err := authority.Parse(tt.url)
		if err == nil || err.Error() != "authority: "+tt.want || got != (authority.Authority{}) {
			t.Errorf("Parse(%q) = %#v\n got: %v\nwant: authority: %s", tt.url, got, err, tt.want)
		}
	}
}

// TestNumbers pins what leaves RFC 3986: hosts that browsers take for IPv4 addresses and others for names.
func TestNumbers(t *testing.T) {
	for _, host := range []string{
		"1", "127.1", "127.0.1", "2130706433", "0x7f.1", "0x7F000001", "0x", "0X7f.0.0.0X1", "010.0.0.1", "127.0.0.01",
		"256.0.0.1", "1.2.3.4.5", "1.2.3", "example.1", "a.0x1f", "0x7f.0.0.1", "1.2.3.0x4", "a.1.", "４.4",
	} {
		got, err := authority.Parse("http://" + host + "/")
		if err == nil || !strings.Contains(err.Error(), "ends in a number") {
			t.Errorf("%s: got %v, %v; want an error", host, got, err)
		}
	}
}

func TestErrScheme(t *testing.T) {
	for _, u := range []string{"gopher://example.com", "data:,x", "javascript:alert(1)"} {
		if _, err := authority.Parse(u); !errors.Is(err, authority.ErrScheme) {
			t.Errorf("%s: got %v", u, err)
		}
		parsed, _ := url.Parse(u)
		if _, err := authority.Of(parsed); !errors.Is(err, authority.ErrScheme) {
			t.Errorf("%s: got %v", u, err)
		}
	}
	for _, u := range []string{"", "example.com", "https://", "https:x"} {
		if _, err := authority.Parse(u); err == nil || errors.Is(err, authority.ErrScheme) {
			t.Errorf("%s: got %v", u, err)
		}
	}
}

// TestLongURLs pins that errors stay short whatever they complain of, and that they keep secrets.
func TestLongURLs(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, u := range []string{
		long, long + "://example.com", "https://" + long, "https://" + long + ".example", "https://example.com:" + long,
		"https://[" + long + "]", "https://[" + long, "https://\\" + long, "https://" + strings.Repeat("%C3%BC", 1<<18),
		"https://" + strings.Repeat("ü", 700), "https://" + strings.Repeat("\u00ad", 1<<19), "https:" + long,
		"https://a:" + strings.Repeat("9", 1<<20), "https://" + strings.Repeat("a.", 1<<19), "https://" + strings.Repeat("\x00", 1<<20),
		"https://user:secret@exa mple.com", "https://user:sec\tret@example.com", "//user:secret@example.com", "https:user:secret@x",
	} {
		got, err := authority.Parse(u)
		if err == nil || len(err.Error()) > 512 || strings.Contains(err.Error(), "ret") {
			t.Errorf("%.20q...: got %v and an error of %d octets: %.200v", u, got, len(fmt.Sprint(err)), err)
		}
	}
	if got, err := authority.Parse("https://user:" + long + "@example.com:" + strings.Repeat("0", 1<<20) + "/" + long); err == nil {
		t.Errorf("got %v, want an error for port 0", got)
	}
	if got, err := authority.Parse("https://user:" + long + "@example.com/" + long); err != nil || got.String() != "https://example.com" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestOf(t *testing.T) {
	for _, raw := range []string{
		"https://example.com/a", "HTTP://user:pw@Example.com:8080", "https://b%C3%BCcher.example:443", "ftp://[2001:DB8::1]:21/x",
		"http://my_site.example", "http://192.0.2.1",
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := authority.Parse(raw)
		if got, err := authority.Of(u); err != nil || wantErr != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v, %v", raw, got, err, want, wantErr)
		}
	}
	for _, u := range []*url.URL{
		nil, {}, {Path: "/a"}, {Scheme: "https"}, {Scheme: "https", Opaque: "example.com"}, {Scheme: "gopher", Host: "example.com"},
		{Scheme: "https", Host: "a@example.com"}, {Scheme: "https", Host: "example.com/x"}, {Scheme: "https", Host: "ex%61mple.com"},
		{Scheme: "https", Host: "exa mple.com"}, {Scheme: "https", Host: "[fe80::1%eth0]"}, {Scheme: "ht tps", Host: "example.com"},
	} {
		if got, err := authority.Of(u); err == nil {
			t.Errorf("Of(%#v) = %v, want an error", u, got)
		}
	}
}

func TestZero(t *testing.T) {
	if got := (authority.Authority{}).String(); got != "" {
		t.Errorf("got %q", got)
	}
}

func Example() {
	a, err := authority.Parse("HTTPS://user@Bücher.example:443/a?b")
	fmt.Println(a, err)
	fmt.Println(a.RobotsURL())

	b, _ := authority.Parse("https://xn--bcher-kva.example.")
	fmt.Println(a == b)

	_, err = authority.Parse("http://0x7f.1/")
	fmt.Println(err)
	// Output:
	// https://xn--bcher-kva.example <nil>
	// https://xn--bcher-kva.example/robots.txt
	// true
	// authority: host ends in a number but is no IPv4 address, write four decimal numbers without leading zeros: "0x7f.1"
}

// FuzzParse checks that an authority is canonical: it is in the documented form, its text and robots.txt URL lead back
// to it, and net/url, where it accepts the URL, leads to the same one.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"https://example.com/a", "HTTP://u:p@Example.com.:080/?#", "ftp://[2001:DB8::1]:21", "https://b%C3%BCcher。example",
		"http://1.2.3.4", "http://0x7f.1", "https://xn--a.ü.example", "https://a℀b", "https://a\u00ad\u200d.ß", "http://[::ffff:1.2.3.4%25a]:1",
		"http://a\\@b", "http://a%2fb:99999", "gopher://x", "https:x", "//x", "https://مثال.إختبار", "https://a_-.-b:65535",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		a, err := authority.Parse(raw)
		if u, urlErr := url.Parse(raw); urlErr == nil {
			if of, ofErr := authority.Of(u); of != a || (ofErr == nil) != (err == nil) {
				t.Fatalf("%q: Parse says %v, %v, Of says %v, %v", raw, a, err, of, ofErr)
			}
		}
		if err != nil {
			if a != (authority.Authority{}) || len(err.Error()) > 512 || !strings.HasPrefix(err.Error(), "authority: ") {
				t.Fatalf("%q: %v, %v", raw, a, err)
			}
			return
		}
		for _, text := range []string{a.String(), a.RobotsURL()} {
			again, err := authority.Parse(text)
			if err != nil || again != a {
				t.Fatalf("%q gives %#v, and %q gives %#v, %v", raw, a, text, again, err)
			}
		}
		checkForm(t, a)
	})
}

func checkForm(t *testing.T, a authority.Authority) {
	t.Helper()
	if a.Scheme != "http" && a.Scheme != "https" && a.Scheme != "ftp" || a.Port == 0 {
		t.Fatalf("%#v", a)
	}
	if strings.Contains(a.Host, ":") {
		if addr, err := netip.ParseAddr(a.Host); err != nil || addr.String() != a.Host || addr.Zone() != "" {
			t.Fatalf("%#v: %v", a, err)
		}
		return
	}
	if a.Host == "" || len(a.Host) > 253 || strings.HasSuffix(a.Host, ".") || strings.Trim(a.Host, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		t.Fatalf("%#v", a)
	}
}
