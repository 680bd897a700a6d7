// Package fixed runs steps under a watchdog, which ends the program when a step hangs.
package fixed

import "time"

func watch(step func(), limit time.Duration) {
	done := make(chan struct{})
	go func() {
		step()
		close(done)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		panic("the step hangs") // want test-panic~
	}
}
