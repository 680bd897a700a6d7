package progressbar

import (
	"io"
	"testing"
)

// One call without the lock next to one with it; see each with -run TestFound/NAME.
func TestFound(t *testing.T) {
	bar := NewOptions(100, OptionSetWriter(io.Discard))
	done := make(chan struct{})
	go func() {
		_ = bar.Add(1)
		close(done)
	}()
	_ = bar.String()
	<-done
}
