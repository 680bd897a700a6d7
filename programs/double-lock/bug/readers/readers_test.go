package readers

import (
	"testing"
	"time"
)

func TestTotalDuringUpdate(t *testing.T) {
	p := &prices{of: map[string]int{"tea": 2}}
	go func() {
		time.Sleep(5 * time.Millisecond)
		p.set("tea", 3)
	}()
	p.total([]string{"tea"}, 50*time.Millisecond)
}
