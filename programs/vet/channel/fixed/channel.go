// Package channel synchronizes over channels of every kind.
package channel

func Unbuffered(f func() int) int {
	ready := make(chan bool)
	x := 0
	go func() {
		x = f()
		<-ready
	}()
	ready <- true
	return x
}

func All(n int, f func(int) int) int {
	done := make(chan bool)
	tokens := make(chan bool, 1)
	last := 0
	for i := range n {
		go func() {
			tokens <- true
			last += f(i)
			<-tokens
			done <- true
		}()
	}
	for range n {
		<-done
	}
	return last
}

func Two(f func() int) int {
	done := make(chan bool, 2)
	x, y := 0, 0
	go func() {
		x = f()
		done <- true
	}()
	go func() {
		y = f()
		done <- true
	}()
	<-done
	<-done
	return x + y
}

func Timeout(f func() int, timeout <-chan bool) int {
	done := make(chan bool)
	x := 0
	go func() {
		x = f()
		close(done)
	}()
	select {
	case <-done:
		return x
	case <-timeout:
		return 0
	}
}

func Range(f func() (int, bool)) int {
	values := make(chan int)
	var failed bool
	go func() {
		defer close(values)
		for {
			v, ok := f()
			if !ok {
				failed = true
				return
			}
			values <- v
		}
	}()
	sum := 0
	for v := range values {
		sum += v
	}
	if failed {
		return -1
	}
	return sum
}

func EveryBranch(f func() int, a bool) int {
	done := make(chan bool)
	x := 0
	go func() {
		if x = f(); x > 0 {
			done <- true
		} else {
			close(done)
		}
	}()
	if a {
		<-done
	} else if _, ok := <-done; !ok {
		return x
	}
	return x
}

func First(primary, backup func() error) (err error) {
	done := make(chan error, 2)
	go func() {
		err := primary()
		done <- err
	}()
	go func() {
		done <- backup()
	}()
	err = <-done
	return err
}

// Checked reads x only if the message says that it is there.
func Checked(f func() int, stop func() error) (int, error) {
	done := make(chan error, 2)
	x := 0
	go func() {
		x = f() // want withheld closure-race "x is written here"
		done <- nil
	}()
	go func() {
		if err := stop(); err != nil {
			done <- err
		}
	}()
	if err := <-done; err != nil {
		return 0, err
	}
	return x, nil
}

// Relayed is woken by a goroutine that waits for the other one.
func Relayed(f func() int) int {
	done := make(chan bool, 2)
	written := make(chan bool)
	x := 0
	go func() {
		x = f()
		close(written)
		done <- true
	}()
	go func() {
		<-written
		done <- true
	}()
	<-done
	return x
}

// Asked answers with what the other goroutine knows, which looks at x only when it is asked to.
func Asked(tick func() <-chan bool, send func()) int {
	x := 1
	answers := make(chan int)
	known := make(chan int, 1)
	go func() {
		last := 0
		for {
			select {
			case <-tick():
				go func() { known <- x }() // want withheld closure-race "x is read here"
			case last = <-known:
			case answers <- last:
			}
		}
	}()
	first := <-answers
	x = 2
	send()
	return first
}
