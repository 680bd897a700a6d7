package prober

import (
	"testing"
	"time"
)

const every = 100 * time.Millisecond

func TestUntilStopped(t *testing.T) { go untilStopped(make(chan struct{}), every) }

func TestAsking(t *testing.T) {
	asked := make(chan bool, 5)
	go asking(make(chan struct{}), every, func() {
		select {
		case asked <- true:
		default:
		}
	})
	for range cap(asked) {
		<-asked
	}
}

// Time for more rounds than a retry has.
func TestLater(t *testing.T) { time.Sleep(30 * every) }
