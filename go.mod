module waymark.example

go 1.26.0

require (
	github.com/alecthomas/kong v1.17.0
	github.com/dunglas/httpsfv v1.1.2
	github.com/google/go-cmp v0.7.0
	golang.org/x/net v0.62.0
	golang.org/x/term v0.47.0
)

require (
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
