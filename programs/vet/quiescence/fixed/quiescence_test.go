//go:build go1.25

// Package quiescence reads when all goroutines of the test are stuck.
package quiescence

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := false
		go func() {
			time.Sleep(time.Second)
			done = true
		}()
		time.Sleep(time.Second)
		synctest.Wait()
		if !done {
			t.Error("late")
		}
	})
}
