// Package room fills channels: who used one as a semaphore has given its place back then.
package room

func Fills(n int, f func(int) int) []int {
	places := make(chan bool, 3)
	out := make([]int, n)
	for i := range n {
		places <- true
		go func() {
			defer func() { <-places }()
			out[i] = f(i)
		}()
	}
	for range 3 {
		places <- true
	}
	return out
}

func FillsCap(f func() int) int {
	places := make(chan bool, 3)
	x := 0
	places <- true
	go func() {
		x = f()
		<-places
	}()
	for i := 0; i < cap(places); i++ {
		places <- true
	}
	return x
}

// Overflows sends more than there is room for.
func Overflows(f func() int) int {
	messages := make(chan int, 2)
	x := 0
	go func() {
		x = f()
		<-messages
	}()
	for i := range 3 {
		messages <- i
	}
	return x
}

func Unbuffered(f func() int) int {
	messages := make(chan int)
	x := 0
	go func() {
		x = f()
		for range messages {
		}
	}()
	for i := range 3 {
		messages <- i
	}
	return x
}
