// Package bug asks a service and gives up after a while. Who gave up receives
// no more, and the answer has nowhere to go.
package bug

import (
	"errors"
	"time"
)

func ask(service func() int, patience time.Duration) (int, error) {
	answer := make(chan int)
	go func() {
		answer <- service() // want goroutine-leak "no goroutine will receive"
	}()
	select {
	case n := <-answer:
		return n, nil
	case <-time.After(patience):
		return 0, errors.New("too late")
	}
}
