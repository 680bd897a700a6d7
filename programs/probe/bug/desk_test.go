package probe

import "testing"

func TestDeskThatCannotListen(t *testing.T) {
	d := &Desk{Addr: "nowhere"}
	if d.Serve() == nil {
		t.Fatal("it listens")
	}
}
