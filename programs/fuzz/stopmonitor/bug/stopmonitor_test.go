package bug

import "testing"

func TestMonitor(*testing.T) {
	j := newJob()
	go j.monitor()
	j.end()
}
