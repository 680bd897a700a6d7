// Package drain waits for as many messages as it is asked for, by way of a helper with a select.
package drain

import (
	"log"
	"time"
)

func drain(messages <-chan error, expected int, timeout time.Duration) {
	expired := time.After(timeout)
	for found := 0; found < expected; {
		select {
		case <-expired:
			log.Fatal("too late")
		case err := <-messages:
			if err != nil {
				log.Fatal(err)
			}
			found++
		}
	}
}

// Two starts two goroutines that say when they are done, and drains both messages.
func Two(f, g func() (int, error)) int {
	done := make(chan error, 2)
	x := 0
	go func() {
		var err error
		x, err = f()
		done <- err
	}()
	go func() {
		_, err := g()
		done <- err
	}()
	drain(done, 2, time.Second)
	return x
}
