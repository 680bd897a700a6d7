// Package counted_messages receives as many messages as all goroutines send.
package counted_messages

func All(f, g func() int) int {
	done := make(chan bool, 3)
	x := 0
	go func() {
		done <- true
		g()
		done <- true
	}()
	go func() {
		x = f()
		done <- true
	}()
	<-done
	<-done
	<-done
	return x
}

// Either sends one message of two.
func Either(f, g func() int) int {
	done := make(chan bool, 2)
	x := 0
	go func() {
		if g() > 0 {
			done <- true
		} else {
			done <- false
		}
	}()
	go func() {
		x = f()
		done <- true
	}()
	<-done
	<-done
	return x
}
