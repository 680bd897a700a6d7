//go:build go1.21

package history

import "log"

type watchCase struct{ keys []string }

func Watches(cases []watchCase, put func(string) error, check func(watchCase)) {
	for i, tt := range cases {
		done := make(chan struct{}, 1)
		go func() {
			for _, k := range tt.keys {
				if err := put(k); err != nil {
					log.Printf("#%d: %v", i, err)
				}
			}
			done <- struct{}{}
		}()
		check(tt)
		<-done
	}
}
