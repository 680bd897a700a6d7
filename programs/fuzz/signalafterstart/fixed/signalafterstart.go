// Package fixed starts what a program is made of and waits for a signal to end it. A
// start may take so long that only a machine that stands still makes a test wait.
package fixed

import (
	"errors"
	"time"
)

const limit = 15 * time.Second

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
