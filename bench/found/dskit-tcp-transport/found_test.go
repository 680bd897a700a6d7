package memberlist

import (
	"fmt"
	"net"
	"testing"

	"github.com/go-kit/log"

	"github.com/grafana/dskit/flagext"
)

// A peer connects while the transport shuts down.
func TestFound(t *testing.T) {
	var cfg TCPTransportConfig
	flagext.DefaultValues(&cfg)
	cfg.BindAddrs = []string{"127.0.0.1"}
	cfg.BindPort = 0
	transport, err := NewTCPTransport(cfg, log.NewNopLogger(), nil)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", transport.GetAutoBindPort()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte{byte(stream)}); err != nil {
		t.Error(err)
	}
	conn.Close()
	_ = transport.Shutdown()
}
