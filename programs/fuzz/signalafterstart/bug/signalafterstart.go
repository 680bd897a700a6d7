// Package bug starts what a program is made of and waits for a signal to end it. Who
// sends that signal waits for ever where starting took a fifth of a second.
package bug

import (
	"errors"
	"time"
)

const limit = 200 * time.Millisecond

func run(start func(), signals <-chan string) error {
	started := make(chan bool, 1)
	go func() {
		start()
		started <- true
	}()
	select {
	case <-started:
	case <-time.After(limit):
		return errors.New("too late")
	}
	<-signals
	return nil
}
