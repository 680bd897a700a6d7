// Package once reads what another goroutine initializes.
package once

import "sync"

func Lazy(f func() int) func() int {
	var once sync.Once
	x := 0
	use := func(int) {}
	for range 2 {
		go func() {
			use(x)
			once.Do(func() {
				x = f() // want closure-race "x is written here"
			})
		}()
	}
	return nil
}
