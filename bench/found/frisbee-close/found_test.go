package frisbee

import (
	"net"
	"testing"

	"github.com/loopholelabs/logging"

	"github.com/loopholelabs/frisbee-go/pkg/packet"
)

// A packet of a stream arrives while the connection is closed.
func TestFound(t *testing.T) {
	logger := logging.Test(t, logging.Noop, t.Name())
	here, there := net.Pipe()
	reader, writer := NewAsync(here, logger), NewAsync(there, logger)
	reader.SetNewStreamHandler(func(*Stream) {})
	p := packet.Get()
	p.Metadata.ContentLength = 1
	p.Content.Write([]byte{0})
	go func() {
		_ = writer.NewStream(0).WritePacket(p)
		_ = writer.Close()
	}()
	_ = reader.Close()
}
