package probe

import "testing"

func TestAlarm(t *testing.T) {
	w := NewWheel()
	w.Start()
	a := w.NewAlarm()
	a.Stop()
	w.Stop()
}
