package fixed

import (
	"sync"
	"testing"
)

func TestMonitor(t *testing.T) {
	c := &container{changed: make(chan bool)}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		c.monitor()
	}()
	go func() {
		defer wg.Done()
		c.change()
	}()
	wg.Wait()
}
