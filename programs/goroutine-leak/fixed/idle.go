package fixed

import "sync"

// jobs feeds a worker that lives as long as the program: waiting for the next
// job is no leak.
var jobs = make(chan func())

func init() {
	go func() {
		for job := range jobs {
			job()
		}
	}()
}

// ids numbers things. Its goroutine waits to send for as long as the program
// runs, and that is its purpose.
var ids = make(chan int)

func init() {
	go func() {
		for i := 1; ; i++ {
			ids <- i
		}
	}()
}

type queue struct {
	mu   sync.Mutex
	jobs []int
}

func (q *queue) put(job int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = append(q.jobs, job)
}

func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.jobs)
}
