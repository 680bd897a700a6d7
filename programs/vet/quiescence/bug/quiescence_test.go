//go:build go1.25

// Package quiescence reads before all goroutines of the test are stuck.
package quiescence

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := false
		go func() {
			time.Sleep(time.Second)
			done = true // want possible closure-race "done is written here"
		}()
		time.Sleep(time.Second)
		if done {
			t.Log("early")
		}
	})
}
