package bug

import "testing"

func TestLastOfNone(t *testing.T) {
	if got := <-lastOf(nil); got != 0 {
		t.Fatal(got)
	}
}
