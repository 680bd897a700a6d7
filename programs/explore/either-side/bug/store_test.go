package bug

import (
	"sync"
	"testing"
)

// Either worker may get either job.
func TestJobs(t *testing.T) {
	s := &store{numbers: make(map[string]int)}
	jobs := make(chan func(), 2)
	jobs <- func() { s.add("a") }
	jobs <- func() { s.has("a") }
	close(jobs)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for job := range jobs {
				job()
			}
		}()
	}
	wg.Wait()
}
