// Package fixed has a client whose loop polls once its connection is closed.
package fixed

import (
	"io"
	"sync/atomic"
)

// client reads from a connection until it is to end. A connection that is closed
// answers each read at once, so that the loop polls until then.
type client struct {
	closed  chan struct{} // the connection is
	exiting chan struct{} // the loop is to end
	over    chan struct{} // the client has ended
	errs    chan error
	err     atomic.Pointer[error]
}

func newClient() *client {
	return &client{
		closed:  make(chan struct{}),
		exiting: make(chan struct{}),
		over:    make(chan struct{}),
		errs:    make(chan error, 1),
	}
}

func (c *client) read() {
	for {
		select {
		case <-c.exiting:
			return
		default:
			<-c.closed
			select {
			case c.errs <- io.EOF:
			default:
			}
		}
	}
}

// run ends with the first error, when the loop has ended.
func (c *client) run() {
	end := make(chan struct{})
	go func() {
		c.read()
		close(end)
	}()
	err := <-c.errs
	close(c.exiting)
	<-end
	c.err.Store(&err)
	close(c.over)
}
