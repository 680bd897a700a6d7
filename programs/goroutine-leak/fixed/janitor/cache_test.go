package janitor

import (
	"context"
	"testing"
	"time"
)

func TestClosedCache(t *testing.T) {
	c := newCache(time.Minute)
	time.Sleep(5 * time.Millisecond)
	c.close()
}

func TestSharedCache(t *testing.T) {
	shared = newCache(time.Minute)
	time.Sleep(5 * time.Millisecond)
}

func limited(patience time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	time.AfterFunc(2*patience, cancel)
	return ctx
}

// What keeps it going has a limit of its own.
func TestLimitedPoll(t *testing.T) {
	go poll(limited(time.Minute), time.Minute, func() {})
	time.Sleep(5 * time.Millisecond)
}
