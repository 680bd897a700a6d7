package fixed

import "testing"

func TestPublishAfterStop(t *testing.T) {
	b := newBroker()
	b.publish("started")
	b.stop()
	if b.publish("stopped") {
		t.Fatal("published")
	}
}

// A program may recover the panic; then it is its own affair.
func TestRecovered(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("no panic")
		}
	}()
	c := make(chan int, 1)
	close(c)
	c <- 1
}
