package partial

import (
	"testing"
	"time"
)

func TestTick(t *testing.T) {
	m := &meter{limit: 1}
	go m.tick()
	time.Sleep(time.Millisecond)
}
