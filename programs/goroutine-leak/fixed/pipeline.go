package fixed

import "sync"

func sum(values []int) int {
	in, out := make(chan int), make(chan int, len(values))
	go func() {
		total := 0
		for v := range in {
			total += v
			out <- total
		}
	}()
	for _, v := range values {
		in <- v
	}
	close(in)
	last := 0
	for range values {
		last = <-out
	}
	return last
}

func results(jobs []int) <-chan int {
	out := make(chan int, len(jobs))
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out <- job * job
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

type source struct {
	values chan int
	quit   chan struct{}
}

func newSource() *source {
	s := &source{values: make(chan int), quit: make(chan struct{})}
	go s.run()
	return s
}

func (s *source) stop() { close(s.quit) }

func (s *source) run() {
	for i := 0; ; i++ {
		select {
		case s.values <- i:
		case <-s.quit:
			return
		}
	}
}
