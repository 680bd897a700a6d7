package bulkhead

import (
	"context"
	"testing"
)

// Without a StopC of its user nothing can end the workers.
func TestFound(t *testing.T) {
	_ = New(Config{Workers: 1}).Run(context.Background(), func(context.Context) error { return nil })
}
