package bug

import (
	"sync"
	"testing"
)

func same(t *testing.T, a, b int) {
	t.Helper()
	if a != b {
		t.Errorf("%d and %d are not the same", a, b)
	}
}

func TestOneEntryForOneName(t *testing.T) {
	r := &registry{entries: map[string]int{}}
	var got [2]int
	var wg sync.WaitGroup
	for i := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			got[i] = r.get("name")
		}()
	}
	wg.Wait()
	same(t, got[0], got[1]) // want test-failure "are not the same"
}
