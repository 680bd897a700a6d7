package rxgo

import (
	"context"
	"testing"
)

// The observer stops reading after one item and cancels.
func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	items := newSliceIterable([]Item{Of(1), Of(2)}, WithContext(ctx)).Observe()
	<-items
	cancel()
}
