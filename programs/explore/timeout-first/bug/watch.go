// Package bug gives up on a watch that has not answered in time.
package bug

import (
	"errors"
	"time"
)

var errTimeout = errors.New("no answer in time")

type entry struct{ host string }

type watcher struct {
	fetch func() ([]entry, error)
}

func (w *watcher) watch() (<-chan []entry, <-chan error) {
	found := make(chan []entry)
	failed := make(chan error)
	go func() {
		entries, err := w.fetch()
		if err != nil {
			failed <- err // want goroutine-leak
			return
		}
		found <- entries // want goroutine-leak
	}()
	return found, failed
}

func (w *watcher) first(patience time.Duration) ([]entry, error) {
	found, failed := w.watch()
	select {
	case <-time.After(patience):
		return nil, errTimeout
	case entries := <-found:
		return entries, nil
	case err := <-failed:
		return nil, err
	}
}
