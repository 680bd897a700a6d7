// Package counted_messages receives as many messages as goroutines send, but one of them sends several.
package counted_messages

func TwoOfThree(f, g func() int) int {
	done := make(chan bool, 3)
	x := 0
	go func() {
		done <- true
		g()
		done <- true
	}()
	go func() {
		x = f() // want closure-race "x is written here"
		done <- true
	}()
	<-done
	<-done
	return x
}

// InLoop sends any number of messages.
func InLoop(n int, f func() int) int {
	done := make(chan bool, n+1)
	x := 0
	go func() {
		for range n {
			done <- true
		}
	}()
	go func() {
		x = f() // want withheld closure-race "x is written here"
		done <- true
	}()
	<-done
	<-done
	return x
}
