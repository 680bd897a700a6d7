package bug

type feed struct{ events chan int }

func (f *feed) publish(event int) {
	f.events <- event // want data-race "send on a channel that another goroutine closes at feed.go:9; nothing orders the two"
}

func (f *feed) stop() { close(f.events) }

// offer drops what there is no room for.
func (f *feed) offer(event int) {
	select {
	case f.events <- event: // want data-race "send on a channel that the goroutine started at feed_test.go:\d+ .go. closes at feed.go:9; nothing orders the two"
	default:
	}
}
