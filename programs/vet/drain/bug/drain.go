// Package drain has a loop that ends although messages are still to come.
package drain

import (
	"log"
	"time"
)

func drain(messages <-chan error, expected int, timeout time.Duration) {
	for range expected {
		select {
		case <-time.After(timeout):
			log.Print("too late")
		case err := <-messages:
			log.Print(err)
		}
	}
}

// Two does not notice that one of the messages did not come.
func Two(f, g func() (int, error)) int {
	done := make(chan error, 2)
	x := 0
	go func() {
		var err error
		x, err = f() // want closure-race "x is written here by the goroutine"
		done <- err
	}()
	go func() {
		_, err := g()
		done <- err
	}()
	drain(done, 2, time.Second)
	return x
}
