package bug

import "sync"

// events is reachable for as long as the program runs, so the collector can't
// prove anything about who waits for it.
var events = make(chan string)

func publish(event string) {
	events <- event // want goroutine-leak "no goroutine will receive"
}

// A queue hands its jobs to a worker that holds the lock while it waits for
// room: what wants the lock is stuck behind it.
type queue struct {
	mu   sync.Mutex
	jobs chan int
}

func (q *queue) put(job int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs <- job // want goroutine-leak "no goroutine will receive"
}

func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.jobs)
}
