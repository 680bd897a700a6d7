// Package tested has tests that end, tests that leave a goroutine behind, and one that hangs.
package tested

import (
	"sync"
	"testing"
)

func TestPlain(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Done()
	wg.Wait()
}

func TestParents(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			done := make(chan string)
			go func() { done <- name }()
			if <-done != name {
				t.Fatal("another name")
			}
		})
	}
	t.Run("named", named)
}

func named(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	started := make(chan bool)
	go func() {
		started <- true
		<-started
	}()
	<-started
}

func FuzzSeeds(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) {
		go func() {}()
	})
}

func TestHangs(t *testing.T) {
	if testing.Short() {
		return
	}
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}
