// Package bug puts a report together from two services.
package bug

import (
	"io"
	"net/http"
)

type reporter struct{ client *http.Client }

// report is what both services say, one after the other. It asks both before it reads.
func (r reporter) report(first, second string) (string, error) {
	head, err := r.client.Get(first) // want goroutine-leak
	if err != nil {
		return "", err
	}
	tail, err := r.client.Get(second)
	if err != nil {
		return "", err // the body of head stays open, and with it its connection
	}
	defer head.Body.Close()
	defer tail.Body.Close()
	text, err := io.ReadAll(io.MultiReader(head.Body, tail.Body))
	return string(text), err
}
