package miscount

import (
	"testing"
	"time"
)

func TestEach(t *testing.T) {
	done := each([]string{"a", "", "b"}, func(string) {})
	select {
	case <-done:
		t.Fatal("done")
	case <-time.After(5 * time.Millisecond):
	}
}
