package util

import "testing"

// Each step of the heap takes the lock, and not Enqueue or Dequeue as a whole: they meet in the middle.
func TestFound(t *testing.T) {
	queue := NewPriorityQueue(func(a, b any) bool { return a.(int) < b.(int) })
	queue.Enqueue(2, 0)
	done := make(chan struct{})
	go func() {
		queue.Enqueue(1, 0)
		close(done)
	}()
	queue.Dequeue()
	<-done
}
