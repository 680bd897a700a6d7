package negative

import "testing"

func TestRetry(t *testing.T) {
	retry(func() bool { return false })
}
