// Package fixed watches over a job. Who stops the monitor holds no lock.
package fixed

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
			j.mu.Lock()
			j.healthy = true
			j.mu.Unlock()
		}
	}
}

func (j *job) end() {
	j.stop <- true
	j.mu.Lock()
	defer j.mu.Unlock()
	j.healthy = false
}
