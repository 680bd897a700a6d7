package bug

import "testing"

func TestPool(t *testing.T) {
	var p pool
	p.run(func() {})
	p.wait()
}
