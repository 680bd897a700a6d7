package fixed

import (
	"sync"
	"testing"
)

func TestRateWhileItChanges(t *testing.T) {
	var s stats
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 3 {
			s.failed()
		}
	}()
	if rate := s.rate(); rate > 100 {
		t.Errorf("%d %% of the requests failed", rate)
	}
	wg.Wait()
}
