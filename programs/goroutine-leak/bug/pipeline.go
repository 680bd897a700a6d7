package bug

import "sync"

// sum starts a stage that ranges over its input, which no goroutine closes.
func sum(values []int) int {
	in, out := make(chan int), make(chan int, len(values))
	go func() {
		total := 0
		for v := range in { // want goroutine-leak@1.26 "no goroutine will send or close it"
			total += v
			out <- total
		}
	}()
	for _, v := range values {
		in <- v
	}
	last := 0
	for range values {
		last = <-out
	}
	return last
}

// results closes its output when all workers are done, but a consumer that
// stops early keeps the workers, and so the closer, waiting.
func results(jobs []int) <-chan int {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- job * job // want goroutine-leak "no goroutine will receive"
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

// A source produces until it is stopped.
type source struct {
	values chan int
	quit   chan struct{}
}

func newSource() *source {
	s := &source{values: make(chan int), quit: make(chan struct{})}
	go s.run()
	return s
}

func (s *source) run() {
	for i := 0; ; i++ {
		select { // want goroutine-leak@1.26 "no case of its select will become ready"
		case s.values <- i:
		case <-s.quit:
			return
		}
	}
}
