package fixed

import "sync"

type feed struct {
	events     chan int
	publishers sync.WaitGroup
}

// start lets a goroutine publish; to be called before stop.
func (f *feed) start(event int) {
	f.publishers.Go(func() { f.events <- event })
}

// stop closes the channel when all have published.
func (f *feed) stop() {
	f.publishers.Wait()
	close(f.events)
}

// offer drops what there is no room for.
func (f *feed) offer(event int) {
	select {
	case f.events <- event:
	default:
	}
}
