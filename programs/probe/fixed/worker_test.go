package probe

import "testing"

func TestWorker(t *testing.T) {
	w := NewWorker()
	w.Stop()
	w.Stop()
}
