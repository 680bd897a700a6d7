package history

import "sync/atomic"

// Pressure trusts that both requests wait until it has answered a batch, so it looks at their counter without an atomic.
func Pressure(request func() error, batches <-chan chan<- error, expect func(want, got int64)) {
	var done int64
	send := func() {
		if request() == nil {
			atomic.AddInt64(&done, 1) // want possible closure-race "done is atomically written here by the goroutine.*and read"
		}
	}
	go send()
	go send()
	answer := make(chan struct{})
	reply := func(batch chan<- error) {
		<-answer
		batch <- nil
	}
	for range 3 {
		go reply(<-batches)
		expect(0, done)
	}
	answer <- struct{}{}
	answer <- struct{}{}
	for atomic.LoadInt64(&done) < 2 {
	}
	close(answer)
}
