// Package authority finds the authority of a URL (scheme, host and port), in one canonical form, and where its
// robots.txt is.
//
//	a, err := authority.Parse("HTTPS://user@Bücher.example:443/a?b")
//	a.String()    // https://xn--bcher-kva.example
//	a.RobotsURL() // https://xn--bcher-kva.example/robots.txt
//
// The rules of a robots.txt hold for the scheme, host and port that it came from and for no other (RFC 9309 §2.3), so
// this is the key of everything that is remembered about a site.
//
// What the package promises:
//
//   - Equal authorities are equal values: letter case, default ports, a trailing dot, an IDN and its A-labels, and the
//     spellings of an IPv6 address make no difference. For every Authority a that [Parse] returned,
//     Parse(a.String()) is a.
//   - What browsers, resolvers and libraries are known to read in different ways is refused with an error rather
//     than guessed at: see [Parse]. A canonical host is ASCII, without anything that could end it early.
//   - No octets make it panic; time is linear in the URL; errors stay short and leave out user information.
//   - Nothing is looked up: there is no DNS, and no judgement whether an address is private.
package authority
