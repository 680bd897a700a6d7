package bug

// A tracker reports to a sink that is set only if a caller asked for it.
type tracker struct {
	sink chan string
	acks chan struct{}
}

func (t *tracker) report(line string) {
	t.sink <- line // want goroutine-leak "sends on a nil channel"
}

func (t *tracker) await() {
	<-t.acks // want goroutine-leak "receives from a nil channel"
}

func (t *tracker) both() {
	select { // want goroutine-leak "every case of its select has a nil channel"
	case t.sink <- "":
	case <-t.acks:
	}
}

func park() {
	select {} // want goroutine-leak "its select has no cases"
}
