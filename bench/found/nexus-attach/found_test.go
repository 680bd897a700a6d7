package router

import (
	"io"
	"log"
	"testing"

	"github.com/gammazero/nexus/v3/transport"
	"github.com/gammazero/nexus/v3/wamp"
)

// A client joins while the router closes the channel of its actions.
func TestFound(t *testing.T) {
	r, err := NewRouter(&Config{
		RealmConfigs: []*RealmConfig{{URI: "nexus.test", AnonymousAuth: true}},
	}, log.New(io.Discard, "", 0))
	if err != nil {
		t.Fatal(err)
	}
	client, server := transport.LinkedPeers()
	done := make(chan struct{})
	go func() {
		_ = r.Attach(server)
		close(done)
	}()
	select {
	case client.Send() <- &wamp.Hello{Realm: "nexus.test", Details: wamp.Dict{}}:
	case <-done:
	}
	r.Close()
	<-done
}
