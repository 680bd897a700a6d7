// Package err gives the goroutine its own err variable.
package err

import "os"

func Remove(a, b string) error {
	err := os.Remove(a)
	done := make(chan error)
	go func() {
		err := os.Remove(b)
		done <- err
	}()
	if err != nil {
		return err
	}
	return <-done
}
