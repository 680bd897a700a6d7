package probe

import "testing"

func TestDialer(t *testing.T) {
	d := NewDialer()
	if got := d.Connect("host"); got != 4 || d.Line() != "host" {
		t.Errorf("got %d, %q", got, d.Line())
	}
	d.Hang()
	if d.Calls() != 1 {
		t.Errorf("%d calls", d.Calls())
	}
}
