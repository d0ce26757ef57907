module waymark.example

go 1.26.0

require (
	github.com/alecthomas/kong v1.17.0 // indirect
	github.com/dunglas/httpsfv v1.1.2 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
