// Package channel synchronizes over channels on some paths only, or the wrong way round.
package channel

func Buffered(f func() int) int {
	ready := make(chan bool, 1)
	x := 0
	go func() {
		<-ready
		x = f() // want closure-race "x is written here"
	}()
	ready <- true
	return x
}

func OneOfMany(n int, f func(int) int) int {
	done := make(chan bool)
	last := 0
	for i := range n {
		go func() {
			if r := f(i); r > 0 {
				last = r // want closure-race "last is written here"
			}
			done <- true
		}()
	}
	<-done
	return last
}

func Timeout(f func() int, timeout <-chan bool) int {
	done := make(chan bool)
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		close(done)
	}()
	select {
	case <-done:
	case <-timeout:
	}
	return x
}

func Early(f func() int) int {
	done := make(chan bool)
	x := 0
	go func() {
		done <- true
		x = f() // want closure-race "x is written here"
	}()
	<-done
	return x
}

func First(primary, backup func() error) (err error) {
	done := make(chan error, 2)
	go func() {
		if err = primary(); err != nil { // want closure-race "err is written here"
			done <- err
			return
		}
		done <- nil
	}()
	go func() {
		done <- backup()
	}()
	err = <-done
	return err
}
