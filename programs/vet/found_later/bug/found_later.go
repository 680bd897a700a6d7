// Package found_later waits for a goroutine on another condition than the one on which that writes.
package found_later

func Other(wait, write bool, run func() int) int {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		if write {
			result = run() // want closure-race "result is written here"
		}
	}()
	if wait {
		<-done
	}
	return result
}

func Opposite(wait bool, run func() int) int {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		if !wait {
			result = run() // want closure-race "result is written here"
		}
	}()
	if wait {
		<-done
	}
	return result
}

// Changed has another value of the condition by the time that it asks for it.
func Changed(wait bool, run func() int) int {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		if wait { // want closure-race "wait is read here"
			result = run() // want closure-race "result is written here"
		}
	}()
	wait = false
	if wait {
		<-done
	}
	return result
}

// Either writes on both values.
func Either(wait bool, run func() int) int {
	result := 0
	done := make(chan struct{})
	go func() {
		defer close(done)
		if wait {
			run()
		}
		result = run() // want closure-race "result is written here"
	}()
	if wait {
		<-done
	}
	return result
}
