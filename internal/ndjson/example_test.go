package ndjson_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"waymark.example/internal/ndjson"
)

func Example() {
	in := strings.NewReader(`{"id":1,"robots":"User-agent: *\nDisallow: /private/","agent":"ExampleBot","url":"/private/a"}
{"id":2,"robots":"","url":"example.com"}
`)
	stats, err := ndjson.NewAnswerer(nil).Run(context.Background(), in, os.Stdout)
	fmt.Println(stats.Questions, stats.Errors, err)
	// Output:
	// {"id":1,"allowed":false,"reason":"rule","line":2,"pattern":"/private/","agent":"ExampleBot","group":"*","path":"/private/a","usage":null}
	// {"id":2,"error":"URL \"example.com\" is neither absolute nor a path: begin it with a scheme and a host, or with \"/\""}
	// 2 1 <nil>
}
