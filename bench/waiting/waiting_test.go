// Many goroutines at one lock: how long the analysis takes that finds why they wait.
package waiting

import (
	"sync"
	"testing"
	"time"
)

// TestNeverUnlocked leaves 3,000 goroutines behind at a lock that is never unlocked.
func TestNeverUnlocked(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	for range 3000 {
		go func() {
			mu.Lock()
			mu.Unlock()
		}()
	}
	time.Sleep(200 * time.Millisecond)
}

// TestUnlocked lets them continue.
func TestUnlocked(t *testing.T) {
	var mu sync.Mutex
	var done sync.WaitGroup
	mu.Lock()
	for range 3000 {
		done.Go(func() {
			mu.Lock()
			mu.Unlock()
		})
	}
	time.Sleep(200 * time.Millisecond)
	mu.Unlock()
	done.Wait()
}
