// Package fixed asks a service and gives up after a while. The answer has room
// in the channel, whether a caller waits for it or not.
package fixed

import (
	"errors"
	"time"
)

func ask(service func() int, patience time.Duration) (int, error) {
	answer := make(chan int, 1)
	go func() {
		answer <- service()
	}()
	select {
	case n := <-answer:
		return n, nil
	case <-time.After(patience):
		return 0, errors.New("too late")
	}
}
