package watcher

import (
	"os"
	"testing"
	"time"
)

// The watched file is gone before the first round, and the receiver of errors has left.
func TestFound(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	w := New()
	if err := w.Add(f.Name()); err != nil {
		t.Fatal(err)
	}
	os.Remove(f.Name())
	go func() { _ = w.Start(time.Millisecond) }()
	w.Wait()
	w.Close()
}
