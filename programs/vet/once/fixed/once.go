// Package once reads after Do.
package once

import "sync"

func Lazy(f func() int, use func(int)) {
	var once sync.Once
	x := 0
	for range 2 {
		go func() {
			once.Do(func() {
				x = f()
			})
			use(x)
		}()
	}
}
