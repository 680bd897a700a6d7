package bug

import (
	"testing"
	"time"
)

func TestPublish(t *testing.T) {
	f := &feed{events: make(chan int, 1)}
	go f.publish(1)
	time.Sleep(50 * time.Millisecond)
	f.stop()
}

func TestOffer(t *testing.T) {
	f := &feed{events: make(chan int, 1)}
	stopped := make(chan bool)
	go func() {
		time.Sleep(50 * time.Millisecond)
		f.stop()
		stopped <- true
	}()
	f.offer(1)
	<-stopped
}
