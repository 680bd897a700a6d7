package poller

import (
	"context"
	"testing"
	"time"
)

const every = 50 * time.Millisecond

func TestAfter(t *testing.T) { go after(make(chan struct{}), every) }

func TestReset(t *testing.T) { go reset(make(chan struct{}), every) }

func TestBackOff(t *testing.T) { go backOff(make(chan struct{}), time.Hour) }

func TestWithin(t *testing.T) { go within(make(chan int), every) }

func TestBelow(t *testing.T) {
	parent, _ := context.WithCancel(context.Background()) // want context-not-canceled@1.26
	go below(parent, every)
}

func TestForgetful(t *testing.T) {
	parent, _ := context.WithCancelCause(context.Background()) // want context-not-canceled@1.26
	go forgetful(parent, every)
}

func TestDial(t *testing.T) { dial(context.Background()) }
