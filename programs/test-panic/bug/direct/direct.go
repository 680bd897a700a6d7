// Package direct panics in the test's own goroutine with an error value, after
// a clean-up that panics again.
package direct

import "errors"

var errNoConfig = errors.New("no configuration")

func load(read func() error) {
	defer func() {
		if problem := recover(); problem != nil {
			panic(problem)
		}
	}()
	if err := read(); err != nil {
		panic(err) // want test-panic "no configuration"
	}
}
