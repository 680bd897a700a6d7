// Package err shares one err variable between a function and its goroutine.
package err

import "os"

func Remove(a, b string) error {
	err := os.Remove(a)
	done := make(chan bool)
	go func() {
		err = os.Remove(b) // want closure-race "err is written here by the goroutine"
		done <- true
	}()
	if err != nil {
		return err
	}
	<-done
	return err
}
