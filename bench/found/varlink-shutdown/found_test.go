package varlink_test

import (
	"context"
	"testing"

	"github.com/varlink/go/varlink"
)

// A service is shut down while it begins to listen: then it accepts for good.
func TestFound(t *testing.T) {
	service, err := varlink.NewService("a", "b", "1", "c")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- service.Listen(context.Background(), "unix:@found", 0) }()
	_ = service.Shutdown()
	<-ended
}
