package main

import (
	"strings"
	"testing"
)

// What implements net.Conn is shared as its documentation says, but nobody reads
// twice at the same time; a method of its own is not promised.
func TestInterfacesOfTheLibraryPromiseForTheirMethods(t *testing.T) {
	made := probesOf(t, `package m

import (
	"net"
	"time"
)

type Conn struct {
	buffer   []byte
	closed   bool
	deadline time.Time
	name     string
}

func New() *Conn { return &Conn{} }

func (c *Conn) Read(p []byte) (int, error)         { n := copy(p, c.buffer); c.buffer = c.buffer[n:]; return n, nil }
func (c *Conn) Write(p []byte) (int, error)        { c.buffer = append(c.buffer, p...); return len(p), nil }
func (c *Conn) Close() error                       { c.closed = true; return nil }
func (c *Conn) LocalAddr() net.Addr                { return nil }
func (c *Conn) RemoteAddr() net.Addr               { return nil }
func (c *Conn) SetDeadline(t time.Time) error      { c.deadline = t; return nil }
func (c *Conn) SetReadDeadline(t time.Time) error  { c.deadline = t; return nil }
func (c *Conn) SetWriteDeadline(t time.Time) error { c.deadline = t; return nil }
func (c *Conn) Rename(name string)                 { c.name = name; c.closed = false }
`, `package m

import "testing"

func TestConn(t *testing.T) {
	c := New()
	c.Write([]byte("x"))
	c.Rename("a")
}
`)
	var closes, others int
	for _, s := range made.Scenarios {
		methods := ""
		for _, calls := range s.Calls {
			for _, call := range calls {
				methods += call[:strings.Index(call, "(")] + " "
			}
		}
		if strings.Contains(methods, "Rename") || strings.Count(methods, "Read ") > 1 || strings.Count(methods, "Write ") > 1 {
			t.Errorf("%s is not promised: %v", s.Test, s.Evidence)
		}
		switch methods {
		case "Close Close ":
			closes++
		case "Read Write ":
			others++
		}
		if !strings.HasPrefix(s.Evidence[0].Text, "it is a net.Conn, ") {
			t.Errorf("the evidence of %s is %v", s.Test, s.Evidence)
		}
	}
	if closes == 0 || others == 0 {
		t.Errorf("%d scenarios of Close beside Close, %d of Read beside Write", closes, others)
	}
}

// An interface of the package promises for what implements it.
func TestInterfacesOfThePackagePromiseForTheirMethods(t *testing.T) {
	made := probesOf(t, `package m

// A Cache is safe for concurrent use.
type Cache interface {
	Get(key string) string
	Set(key, value string)
}

type Map struct{ m map[string]string }

func NewMap() *Map { return &Map{m: make(map[string]string)} }

func (m *Map) Get(key string) string { return m.m[key] }
func (m *Map) Set(key, value string) { m.m[key] = value }
func (m *Map) Grow()                 { m.m = make(map[string]string) }
`, `package m

import "testing"

func TestMap(t *testing.T) {
	m := NewMap()
	m.Set("a", "b")
	m.Grow()
}
`)
	found := false
	for _, s := range made.Scenarios {
		if s.Type != "Map" {
			continue
		}
		found = found || s.Test == "TestProbeMapGetSet"
		if strings.Contains(s.Test, "Grow") || s.Evidence[0].Text != "A Cache is safe for concurrent use." {
			t.Errorf("%s: %v", s.Test, s.Evidence)
		}
	}
	if !found {
		t.Error("Get and Set are not called at the same time")
	}
}
