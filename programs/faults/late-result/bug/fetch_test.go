package bug

import (
	"context"
	"testing"
)

func TestFetch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if n, err := fetch(ctx, func() int { return 3 }); err == nil && n != 3 {
		t.Error(n)
	}
}
