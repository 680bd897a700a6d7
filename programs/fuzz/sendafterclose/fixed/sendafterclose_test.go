package fixed

import (
	"sync"
	"testing"
)

func TestMailbox(*testing.T) {
	m := newMailbox()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		m.send("hello")
	}()
	m.close()
	wg.Wait()
}
