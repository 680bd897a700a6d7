package workerpool

import "testing"

// StopAndWait closes a channel on which the pool's own goroutines still send.
func TestFound(t *testing.T) {
	p, err := NewPoolSimple(1, func(job Job[int], workerID int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	p.Submit(1)
	p.StopAndWait()
}
