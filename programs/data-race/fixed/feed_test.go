package fixed

import "testing"

func TestPublish(t *testing.T) {
	f := &feed{events: make(chan int, 1)}
	f.start(1)
	f.stop()
}

func TestOffer(t *testing.T) {
	f := &feed{events: make(chan int, 1)}
	offered := make(chan bool)
	go func() {
		<-offered
		f.stop()
	}()
	f.offer(1)
	offered <- true
}
