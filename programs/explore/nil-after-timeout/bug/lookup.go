// Package bug uses the answer of a lookup that may have ended without one.
package bug

import "time"

type record struct{ address string }

// Inlined, it would give its line to the panic of its caller.
//
//go:noinline
func lookup(found <-chan *record, stop <-chan time.Time) *record {
	select {
	case r := <-found:
		return r
	case <-stop:
		return nil
	}
}

func address() string {
	found := make(chan *record, 1)
	go func() { found <- &record{"10.0.0.1"} }()
	r := lookup(found, time.After(30*time.Second))
	return r.address // want test-panic "nil pointer"
}
