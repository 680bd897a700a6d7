package fixed

import "testing"

func TestLastOfNone(t *testing.T) {
	if got := <-lastOf(nil); got != 0 {
		t.Fatal(got)
	}
}

func TestRecovered(t *testing.T) {
	if try(func() { panic("on purpose") }) == nil {
		t.Fatal("no error")
	}
}
