package bug

import (
	"errors"
	"testing"
	"time"
)

func TestFirstFinds(t *testing.T) {
	w := &watcher{fetch: func() ([]entry, error) { return []entry{{"a"}}, nil }}
	if _, err := w.first(30 * time.Second); err != nil && err != errTimeout {
		t.Fatal(err)
	}
}

func TestFirstFails(t *testing.T) {
	w := &watcher{fetch: func() ([]entry, error) { return nil, errors.New("refused") }}
	if _, err := w.first(30 * time.Second); err == nil {
		t.Fatal("no error")
	}
}
