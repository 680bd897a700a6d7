package probe

import "testing"

func TestOutbox(t *testing.T) {
	o := NewOutbox()
	o.Send("a")
	if got := <-o.Sent(); got != "a" {
		t.Errorf("got %q", got)
	}
}
