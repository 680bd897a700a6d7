package probe

import "testing"

func TestConduit(t *testing.T) {
	out, in := NewConduit()
	in.Send("a")
	if word := out.Take(); word != "a" {
		t.Errorf("took %q", word)
	}
	in.Close()
	if word := out.Take(); word != "" {
		t.Errorf("took %q after the end", word)
	}
}
