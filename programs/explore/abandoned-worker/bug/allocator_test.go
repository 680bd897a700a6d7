package bug

import (
	"testing"
	"time"
)

func TestAllocate(t *testing.T) {
	newAllocator().allocate("n1", 30*time.Second)
}
