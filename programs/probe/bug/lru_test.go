package probe

import "testing"

func TestLRU(t *testing.T) {
	l := NewLRU(func(string) {})
	l.Add("a")
	l.Purge()
}
