package drain

import (
	"testing"
	"time"
)

func await(t testing.TB, messages <-chan error, expected int) {
	expired := time.After(time.Second)
	for found := 0; found < expected; {
		select {
		case <-expired:
			t.Fatal("too late")
		case err := <-messages:
			if err != nil {
				t.Fatal(err)
			}
			found++
		}
	}
}

func TestTwo(t *testing.T) {
	done := make(chan error, 2)
	x := 0
	go func() {
		x = 1
		done <- nil
	}()
	go func() { done <- nil }()
	await(t, done, 2)
	if x != 1 {
		t.Error(x)
	}
}
