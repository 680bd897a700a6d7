package probe

import "sync"

// A Crew runs jobs. Run and Close can be invoked concurrently.
type Crew struct {
	mu     sync.RWMutex
	closed bool
	jobs   chan func()
	gone   sync.WaitGroup
}

// NewCrew has n members.
func NewCrew(n int) *Crew {
	c := &Crew{jobs: make(chan func(), n)}
	for range n {
		c.gone.Add(1)
		go func() {
			defer c.gone.Done()
			for job := range c.jobs {
				job()
			}
		}()
	}
	return c
}

// Run has a member run a job, if the crew is not closed.
func (c *Crew) Run(job func()) bool {
	c.mu.RLock()
	closed := c.closed
	c.mu.RUnlock()
	if closed {
		return false
	}
	c.jobs <- job // want send-on-closed data-race?
	return true
}

// Close waits until all jobs have run.
func (c *Crew) Close() {
	c.mu.Lock()
	if !c.closed {
		c.closed = true
		close(c.jobs)
	}
	c.mu.Unlock()
	c.gone.Wait()
}
