package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const servers = `package m

import (
	"bufio"
	"context"
	"net"
	"sync"
	"time"
)

// Field listens at an address that users set.
type Field struct {
	Addr string
	ln   net.Listener
}

func (s *Field) ListenAndServe() error {
	addr := s.Addr
	if addr == "" {
		addr = ":http"
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	s.ln = ln
	return s.serve(ln)
}

func (s *Field) serve(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go s.greet(conn)
	}
}

func (s *Field) greet(conn net.Conn) { net.LookupAddr(conn.RemoteAddr().String()) }

func (s *Field) CloseConnection() error { return s.ln.Close() }

// Given listens at an address that Serve is given.
type Given struct{ end func() error }

func (s *Given) Serve(addr string) error {
	c, err := net.ListenPacket("udp", addr)
	if err != nil {
		return err
	}
	s.end = c.Close
	for {
		if _, err := s.next(c); err != nil {
			return err
		}
	}
}

func (s *Given) next(c net.PacketConn) (int, error) {
	n, _, err := c.ReadFrom(make([]byte, 8))
	return n, err
}

func (s *Given) Shutdown(ctx context.Context) error { return s.end() }

// Taken has a listener.
type Taken struct{ all map[net.Listener]bool }

func (s *Taken) Serve(ln net.Listener) error {
	s.all[ln] = true
	for {
		if _, err := ln.Accept(); err != nil {
			return err
		}
	}
}

func (s *Taken) Stop() {
	for ln := range s.all {
		ln.Close()
	}
}

// Ticks waits for a channel.
type Ticks struct {
	quit chan struct{}
	n    int
}

func NewTicks() *Ticks { return &Ticks{quit: make(chan struct{})} }

func (s *Ticks) Run() {
	for {
		select {
		case <-s.quit:
			return
		case <-time.After(time.Second):
			s.n++
		}
	}
}

func (s *Ticks) Stop() int { close(s.quit); return s.n }

// Asked has a context that Stop cancels.
type Asked struct {
	ctx    context.Context
	cancel context.CancelFunc
	n      int
}

func NewAsked() *Asked {
	a := new(Asked)
	a.ctx, a.cancel = context.WithCancel(context.Background())
	return a
}

func (s *Asked) Run() {
	for s.ctx.Err() == nil {
		select {
		case <-s.ctx.Done():
		case <-time.After(time.Second):
			s.n++
		}
	}
}

func (s *Asked) Stop() { s.cancel(); s.n = 0 }

// Flag is asked between sleeps.
type Flag struct{ over bool }

func (s *Flag) Run() {
	for !s.over {
		time.Sleep(time.Second)
	}
}

func (s *Flag) Stop() { s.over = true }

type source interface {
	next() error
	end()
}

type socket struct{ conn *net.UDPConn }

func (u *socket) next() error {
	_, _, err := u.conn.ReadFromUDP(make([]byte, 8))
	return err
}

func (u *socket) end() { u.conn.Close(); u.conn = nil }

// Other listens first.
type Other struct{ from source }

func (s *Other) ListenUDP(network, address string) error {
	at, err := net.ResolveUDPAddr(network, address)
	if err != nil {
		return err
	}
	conn, err := net.ListenUDP(network, at)
	if err != nil {
		return err
	}
	s.from = &socket{conn}
	return nil
}

func (s *Other) ServeForever() {
	for s.from.next() == nil {
	}
}

func (s *Other) Shutdown() { s.from.end() }

// Canceled is ended by its context.
type Canceled struct {
	quit chan bool
	n    int
}

func (s *Canceled) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.quit:
			return
		}
	}
}

func (s *Canceled) Close() { close(s.quit); s.quit = nil }

// Jobs may be closed before they run.
type Jobs struct{ jobs chan int }

func (s *Jobs) Add(n int) { s.jobs <- n }

func (s *Jobs) Run() {
	for range s.jobs {
	}
}

func (s *Jobs) Close() { close(s.jobs); s.jobs = nil }

// Counting ends by itself.
type Counting struct{ c chan int }

func (s *Counting) Run() {
	for range 3 {
		<-s.c
	}
}

func (s *Counting) Close() { close(s.c); s.c = nil }

// Returning does not wait.
type Returning struct{ quit chan bool }

func (s *Returning) Start() {
	go func() {
		for {
			<-s.quit
		}
	}()
}

func (s *Returning) Stop() { close(s.quit); s.quit = nil }

// Grouped has a loop in a goroutine of its group.
type Grouped struct {
	all  sync.WaitGroup
	quit chan bool
}

func (s *Grouped) Start() {
	s.all.Go(func() {
		for {
			<-s.quit
		}
	})
}

func (s *Grouped) Stop() { close(s.quit); s.quit = nil }

// Forbidden must not be called concurrently. It is not safe for concurrent use.
type Forbidden struct{ quit chan bool }

func (s *Forbidden) Run() {
	for {
		<-s.quit
	}
}

func (s *Forbidden) Stop() { close(s.quit); s.quit = nil }

// Open listens at an address of the machine.
type Open struct{ ln net.Listener }

func (s *Open) Serve() error {
	ln, err := net.Listen("tcp", ":8080")
	if err != nil {
		return err
	}
	s.ln = ln
	for {
		if _, err := ln.Accept(); err != nil {
			return err
		}
	}
}

func (s *Open) Close() { s.ln.Close() }

// Hidden listens at an address that only its constructor is given.
type Hidden struct {
	addr string
	ln   net.Listener
}

func (s *Hidden) Serve() error {
	ln, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	s.ln = ln
	for {
		if _, err := ln.Accept(); err != nil {
			return err
		}
	}
}

func (s *Hidden) Close() { s.ln.Close() }

// Elsewhere closes something else.
type Elsewhere struct {
	in   chan int
	conn net.Conn
	ln   net.Listener
}

func (s *Elsewhere) Serve() error {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return err
		}
		s.conn = conn
		bufio.NewReader(conn).ReadByte()
	}
}

func (s *Elsewhere) StopConn() { s.conn.Close() }

// Each gives back what it has read.
type Each struct{ c chan int }

func (s *Each) Run() int {
	for {
		if n := <-s.c; n > 0 {
			return n
		}
	}
}

func (s *Each) Close() { close(s.c); s.c = nil }
`

const serversTest = `package m

import "testing"

func TestNothing(t *testing.T) {}
`

// servingsOf are the scenarios of main loops, by type.
func servingsOf(made probe) map[string]scenario {
	found := make(map[string]scenario)
	for _, s := range made.Scenarios {
		if s.Evidence[0].Kind == "serves" {
			found[s.Type] = s
		}
	}
	return found
}

func TestAMainLoopAndWhatEndsItAreForTwoGoroutines(t *testing.T) {
	found := servingsOf(probesOf(t, servers, serversTest))
	for typ, want := range map[string]string{
		"Field": "ListenAndServe() | CloseConnection()",
		"Given": `Serve("127.0.0.1:0") | Shutdown(context.Background())`,
		"Taken": "Serve(listener) | Stop()",
		"Ticks": "Run() | Stop()",
		"Asked": "Run() | Stop()",
		"Flag":  "Run() | Stop()",
		"Other": "ServeForever() | Shutdown()",
	} {
		got, ok := found[typ]
		if !ok {
			t.Errorf("%s has no main loop", typ)
		} else if calls := got.Calls[0][0] + " | " + got.Calls[1][0]; calls != want || len(got.Calls) != 2 {
			t.Errorf("%s: %s, not %s", typ, calls, want)
		} else if names := withoutArguments(want); got.Evidence[0].Text != names || got.Evidence[0].Place == "" {
			t.Errorf("%s: %v", typ, got.Evidence[0])
		}
		delete(found, typ)
	}
	if len(found) > 0 {
		t.Errorf("these have none: %q", slices.Sorted(maps.Keys(found)))
	}
}

func withoutArguments(calls string) string {
	var names []string
	for one := range strings.SplitSeq(calls, " | ") {
		name, _, _ := strings.Cut(one, "(")
		names = append(names, name)
	}
	return strings.Join(names, " | ")
}

// All that is listened at is of this machine only.
func TestServersListenAtLoopback(t *testing.T) {
	found := servingsOf(probesOf(t, servers, serversTest))
	for typ, want := range map[string]string{
		"Field": `x.Addr = "127.0.0.1:0"`,
		"Taken": `net.Listen("tcp", "127.0.0.1:0")`,
		"Other": `x.ListenUDP("udp", "127.0.0.1:0")`,
	} {
		if setup := strings.Join(found[typ].Setup, "\n"); !strings.Contains(setup, want) {
			t.Errorf("%s: no %s in %s", typ, want, setup)
		}
	}
}

// Of a type that nothing else says may be shared, these calls are the only ones of several
// goroutines, also of an object of a test: at another address than that has.
func TestOnlyTheMainLoopAndItsEndAreCalled(t *testing.T) {
	test := strings.Replace(serversTest, "TestNothing(t *testing.T) {}", "TestField(t *testing.T) { f := &Field{Addr: \"elsewhere:80\"}; _ = f }", 1)
	made := probesOf(t, servers, test)
	if _, ok := servingsOf(made)["Field"]; !ok {
		t.Error("Field has no main loop")
	}
	for _, s := range made.Scenarios {
		if s.Type == "Field" && len(s.Calls) > 1 && (s.Evidence[0].Kind != "serves" || !slices.Contains(s.Setup, `f.Addr = "127.0.0.1:0"`)) {
			t.Errorf("%v after %q because of %v", s.Calls, s.Setup, s.Evidence)
		}
	}
}

// The end that came too early is made again, but not while it runs.
func TestALostEndIsMadeAgain(t *testing.T) {
	made := servingsOf(probesOf(t, servers, serversTest))["Ticks"]
	order := []string{"ended := make(chan bool, 1)", "x.Run()", "x.Stop()", "ended <- true", "<-ended", "<-time.After(", "recover()", "x.Stop()", "<-over"}
	rest := made.Alone
	for _, one := range order {
		_, after, ok := strings.Cut(rest, one)
		if !ok {
			t.Fatalf("no %s after the others in\n%s", one, made.Alone)
		}
		rest = after
	}
}

// A test that listens anywhere is no setup, one that listens at this machine only is.
func TestSetupsListenAtLoopback(t *testing.T) {
	for address, want := range map[string]bool{":0": false, "127.0.0.1:0": true} {
		test := strings.Replace(serversTest, "{}", "{\n\to := new(Other)\n\to.ListenUDP(\"udp\", \""+address+"\")\n}", 1)
		found := false
		for _, s := range probesOf(t, servers, test).Scenarios {
			setup := strings.Join(s.Setup, "; ")
			if s.Type == "Other" && s.Evidence[0].Kind == "serves" && strings.Contains(setup, `("udp", ":0")`) {
				t.Errorf("setup is %s", setup)
			}
			found = found || s.Type == "Other" && strings.HasSuffix(setup, `o.ListenUDP("udp", "`+address+`")`)
		}
		if found != want {
			t.Errorf("%s: a setup is %v", address, found)
		}
	}
}

// A test that has begun with the object, or may have, is no place to begin again.
func TestNothingServesTwice(t *testing.T) {
	for _, begin := range []string{"go f.ListenAndServe()", "begin(f)"} {
		test := strings.Replace(serversTest, "TestNothing(t *testing.T) {}", "func begin(f *Field) { go f.ListenAndServe() }\n\nfunc TestField(t *testing.T) { f := begun(); _ = f }\n\nfunc begun() *Field { f := &Field{}; BEGIN; return f }", 1)
		test = strings.Replace(strings.Replace(test, "func func", "func", 1), "BEGIN", begin, 1)
		if found, ok := servingsOf(probesOf(t, servers, test))["Field"]; ok {
			t.Errorf("%s: %v after %q", begin, found.Calls, found.Setup)
		}
	}
}
