package draft

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestADiscardedDraftIsNotStored(t *testing.T) {
	var discarded, late atomic.Bool
	d := &draft{quiet: 10 * time.Millisecond, store: func(string) { late.Store(discarded.Load()) }}
	d.change("a")
	time.Sleep(5 * time.Millisecond)
	d.change("ab")
	time.Sleep(8 * time.Millisecond)
	d.discard()
	discarded.Store(true)
	time.Sleep(5 * time.Millisecond)
	if late.Load() {
		t.Error("stored after discard")
	}
}
