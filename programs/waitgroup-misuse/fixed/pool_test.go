package fixed

import "testing"

func TestPool(t *testing.T) {
	var p pool
	for range 3 {
		p.run(func() {})
	}
	p.wait()
}

// A job may start another: the counter is not zero then.
func TestNested(t *testing.T) {
	var p pool
	p.run(func() { p.run(func() {}) })
	p.wait()
}

// A wait group may be used again once Wait has returned.
func TestAgain(t *testing.T) {
	var p pool
	for range 3 {
		p.run(func() {})
		p.wait()
	}
}
