package bytepool

import (
	"testing"
	"time"
)

// Close stops the ticker, whose channel the goroutine of the pool then reads for good.
func TestFound(t *testing.T) {
	var pool BytePool
	pool.Init(time.Hour, 1024)
	pool.Close()
}
