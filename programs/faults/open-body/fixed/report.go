// Package fixed puts a report together from two services.
package fixed

import (
	"io"
	"net/http"
)

type reporter struct{ client *http.Client }

// report is what both services say, one after the other. It asks both before it reads.
func (r reporter) report(first, second string) (string, error) {
	head, err := r.client.Get(first)
	if err != nil {
		return "", err
	}
	defer head.Body.Close()
	tail, err := r.client.Get(second)
	if err != nil {
		return "", err
	}
	defer tail.Body.Close()
	text, err := io.ReadAll(io.MultiReader(head.Body, tail.Body))
	return string(text), err
}
