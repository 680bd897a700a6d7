package connections

import "net"

type hooks struct{ sent func() }

type gate struct{ open chan struct{} }

func (g *gate) pass() { g.open <- struct{}{} }

// Wait waits until the gate was passed.
func (g *gate) Wait() {
	if g.open != nil {
		<-g.open
	}
}

// Hooked waits for a hook that the connection runs when it sends.
func Hooked(dial func(hooks) net.Conn, message []byte) int {
	g := &gate{open: make(chan struct{})}
	c := dial(hooks{sent: g.pass})
	x := 0
	go func() {
		x = 1 // want withheld closure-race "x is written here"
		c.Write(message)
	}()
	g.Wait()
	return x
}
