// Package fixed asks first whether its lookup ended with an answer.
package fixed

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
	if r := lookup(found, time.After(30*time.Second)); r != nil {
		return r.address
	}
	return ""
}
