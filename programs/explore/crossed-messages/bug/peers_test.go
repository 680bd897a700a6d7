package bug

import (
	"sync"
	"testing"
)

func TestDeal(t *testing.T) {
	p := newPeers()
	var wg sync.WaitGroup
	for _, do := range []func(){p.sell, p.buy} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			do()
		}()
	}
	wg.Wait()
}
