// Package bug watches over a job. Who stops the monitor holds the lock that
// the monitor wants before it looks at its channel again.
package bug

import "sync"

type job struct {
	mu      sync.Mutex
	healthy bool
	stop    chan bool
}

func newJob() *job {
	return &job{stop: make(chan bool)}
}

func (j *job) monitor() {
	for {
		select {
		case <-j.stop:
			return
		default:
			j.mu.Lock() // want goroutine-leak? global-deadlock?
			j.healthy = true
			j.mu.Unlock()
		}
	}
}

func (j *job) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.stop <- true // want goroutine-leak? global-deadlock?
}
