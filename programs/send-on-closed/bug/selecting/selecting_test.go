package selecting

import "testing"

func TestOfferAfterClose(t *testing.T) {
	f := &feed{values: make(chan int, 1), quit: make(chan struct{})}
	closed := make(chan struct{})
	go func() {
		close(f.values)
		close(closed)
	}()
	<-closed
	f.offer(1)
}
