// Package session serves requests until there are no more, and ends its flusher by a context.
package session

import "context"

func serve(requests <-chan int, handle func(int), flush func()) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go flushAtEnd(ctx, flush)
	for request := range requests { // want goroutine-leak@1.26 "no goroutine will send"
		handle(request)
	}
}

func flushAtEnd(ctx context.Context, flush func()) {
	<-ctx.Done()
	flush()
}
