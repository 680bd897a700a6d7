package main

import (
	"strings"
	"testing"
)

// A lexer's goroutine writes in the states that it goes through, each a function in a
// variable: one caller that reads meets it. A type of the library may hold any function.
func TestFunctionsInVariablesAreFollowed(t *testing.T) {
	const lexer = `package m

import "context"

type state func(*Lexer) state

type Lexer struct {
	at     int
	width  int
	tokens chan string
	cancel context.CancelFunc
}

func Scan() *Lexer {
	l := &Lexer{tokens: make(chan string), cancel: func() {}}
	go l.run()
	return l
}

func (l *Lexer) run() {
	for s := state(text); s != nil; {
		s = s(l)
	}
	l.cancel()
	close(l.tokens)
}

func text(l *Lexer) state {
	l.at++
	l.tokens <- "text"
	return number
}

func number(l *Lexer) state {
	l.at++
	return nil
}

var reset = &Lexer{cancel: func() { other.width = 0 }}
var other = &Lexer{}

func (l *Lexer) Next() string { return <-l.tokens }
func (l *Lexer) At() int      { return l.at }
func (l *Lexer) Width() int   { return l.width }
`
	made := probesOf(t, lexer, `package m

import "testing"

func TestScan(t *testing.T) {
	l := Scan()
	l.Next()
	l.At()
	l.Width()
}
`)
	found := ""
	for _, s := range made.Scenarios {
		if s.Evidence[0].Kind == "one caller" {
			found += s.Test + " "
		}
	}
	if !strings.Contains(found, "LexerAt ") || strings.Contains(found, "Width") {
		t.Errorf("one caller: %s", found)
	}
}

// What the few types do that implement an interface is what its methods may do.
func TestImplementationsOfAnInterfaceAreFollowed(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type store interface {
	put(string)
	has(string) bool
}

type memory map[string]bool

type disk struct{ names []string }

func (m memory) put(name string)      { m[name] = true }
func (m memory) has(name string) bool { return m[name] }

func (d *disk) put(name string)      { d.names = append(d.names, name) }
func (d *disk) has(name string) bool { return len(d.names) > 0 }

// An Index is safe for concurrent use.
type Index struct {
	mu sync.Mutex
	s  store
}

func New() *Index      { return &Index{s: make(memory)} }
func OnDisk() *Index   { return &Index{s: &disk{}} }

func (i *Index) Add(name string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.s.put(name)
}

func (i *Index) Has(name string) bool { return i.s.has(name) }
`, `package m

import "testing"

func TestIndex(t *testing.T) {
	i := New()
	i.Add("a")
	i.Has("a")
}
`)
	for _, s := range made.Scenarios {
		if s.Test == "TestProbeIndexAddHas" {
			return
		}
	}
	t.Error("Add and Has are not called at the same time")
}
