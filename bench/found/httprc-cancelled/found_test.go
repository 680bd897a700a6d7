package httprc

import (
	"context"
	"testing"
	"time"
)

// Cancelled before fetchLoop looks at the context: it returns with the lock held, which refreshLoop needs for a due entry.
func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	q := newQueue(ctx, time.Second, nil, nil)
	if err := q.Enqueue("https://example.com", 0); err != nil {
		t.Fatal(err)
	}
	cancel()
	time.Sleep(time.Second)
	q.fetchCond.L.Lock()
	q.fetchCond.L.Unlock()
}
