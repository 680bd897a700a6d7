package bug

import (
	"context"
	"testing"
)

func TestAnswerBeforeTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	answers := make(chan string, 1)
	go func() {
		answers <- "yes"
		cancel()
	}()
	if _, err := answer(ctx, answers); err != nil {
		t.Fatal(err) // want test-failure "context canceled"
	}
}
