// Package room sends into channels that have room for all messages: nothing waits there.
package room

func Constant(f func() int) int {
	messages := make(chan int, 10)
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		<-messages
	}()
	for i := range 3 {
		messages <- i
	}
	return x
}

func Exactly(f func() int) int {
	messages := make(chan int, 3)
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		<-messages
	}()
	for i := 0; i < 3; i++ {
		messages <- i
	}
	return x
}

func OfItems(items []int, f func() int) int {
	messages := make(chan int, len(items))
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		<-messages
	}()
	for _, item := range items {
		messages <- item
	}
	return x
}
