package gock

import (
	"sync"
	"testing"
)

// Remove goes through the mocks without the lock under which Register adds to them.
func TestFoundRemove(t *testing.T) {
	mock := New("http://example.com").Mock
	var calls sync.WaitGroup
	calls.Go(func() { Remove(mock) })
	calls.Go(func() { New("http://example.org") })
	calls.Wait()
	Off()
}
