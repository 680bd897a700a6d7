package workerpool

import (
	"sync"
	"testing"
)

// Two workers count the job that each of them got, without a lock or an atomic.
func TestFound(t *testing.T) {
	pool := NewFixedSize(2)
	pool.Start()
	var jobs sync.WaitGroup
	jobs.Add(2)
	pool.SubmitFunc(jobs.Done)
	pool.SubmitFunc(jobs.Done)
	jobs.Wait()
}
