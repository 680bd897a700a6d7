//go:build go1.21

package history

import "log"

type watchCase struct{ keys []string }

// Watches starts a goroutine in each iteration and does not wait for it: the build constraint gives all iterations one
// variable.
func Watches(cases []watchCase, put func(string) error, check func(watchCase)) {
	for i, tt := range cases {
		go func() {
			for _, k := range tt.keys { // want possible closure-race "tt is read here by the goroutine.*and written"
				if err := put(k); err != nil {
					log.Printf("#%d: %v", i, err) // want possible closure-race "i is read here by the goroutine.*and written"
				}
			}
		}()
		check(tt)
	}
}
