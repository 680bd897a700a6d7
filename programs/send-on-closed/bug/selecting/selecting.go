// Package selecting offers a value in a select to a channel that another goroutine has closed.
package selecting

type feed struct {
	values chan int
	quit   chan struct{}
}

func (f *feed) offer(v int) {
	select { // want send-on-closed "closed at selecting_test.go:9"
	case f.values <- v:
	case <-f.quit:
	}
}
