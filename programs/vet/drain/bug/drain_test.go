package drain

import (
	"testing"
	"time"
)

func await(t testing.TB, messages <-chan error, expected int) {
	expired := time.After(time.Second)
	for found := 0; found < expected; found++ {
		select {
		case <-expired:
			t.Error("too late")
		case err := <-messages:
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestTwo(t *testing.T) {
	done := make(chan error, 2)
	x := 0
	go func() {
		x = 1 // want closure-race "x is written here by the goroutine"
		done <- nil
	}()
	go func() { done <- nil }()
	await(t, done, 2)
	if x != 1 {
		t.Error(x)
	}
}
