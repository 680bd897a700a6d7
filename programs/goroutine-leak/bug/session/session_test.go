package session

import "testing"

func TestServe(t *testing.T) {
	requests, handled := make(chan int), make(chan int, 1)
	go serve(requests, func(request int) { handled <- request }, func() {})
	requests <- 1
	<-handled
}
