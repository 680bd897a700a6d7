package bug

import (
	"testing"
	"time"
)

func TestAsk(t *testing.T) {
	n, err := ask(func() int { return 7 }, time.Minute)
	if err == nil && n != 7 {
		t.Fatal(n)
	}
}
