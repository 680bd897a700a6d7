// Package bug polls for something that never comes. That is no deadlock: it
// could still come.
package bug

import "time"

func pollUntil(done func() bool) {
	for !done() {
		time.Sleep(time.Millisecond) // want test-timeout "still running"
	}
}
