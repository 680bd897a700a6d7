package main

import (
	"fmt"
	"strings"
	"testing"
)

// A constructor makes both ends of a pipe: a call of one end meets those of the other. What a method
// returns as an interface has the methods of the type of the package that is in it. Each end has
// scenarios of its own, and no pair is there twice.
func TestSiblingsMeet(t *testing.T) {
	made := probesOf(t, `package m

import (
	"io"
	"sync"
)

type pipe struct {
	mu   sync.Mutex
	text string
	over bool
}

// A Source is safe for concurrent use.
type Source struct{ p *pipe }

// A Sink is safe for concurrent use.
type Sink struct{ p *pipe }

func New() (*Source, *Sink) { p := new(pipe); return &Source{p}, &Sink{p} }

func (s *Source) Take() string { s.p.mu.Lock(); defer s.p.mu.Unlock(); return s.p.text }

func (s *Sink) Put(text string) { s.p.mu.Lock(); defer s.p.mu.Unlock(); s.p.text = text }

func (s *Sink) Close() { s.p.mu.Lock(); s.p.over = true; s.p.mu.Unlock() }

type reader struct{ p *pipe }

func (r *reader) Read(to []byte) (int, error) { r.p.mu.Lock(); defer r.p.mu.Unlock(); r.p.text = ""; return 0, io.EOF }

func (s *Source) Reader() io.Reader { s.p.mu.Lock(); defer s.p.mu.Unlock(); return &reader{s.p} }
`, `package m

import "testing"

func TestPipe(t *testing.T) {
	from, to := New()
	to.Put("a")
	from.Take()
	to.Close()
	from.Reader()
}
`)
	calls := make(map[string]int)
	for _, s := range made.Scenarios {
		if len(s.Calls) == 2 && len(s.Calls[0]) == 1 {
			calls[fmt.Sprint(s.Type, ": ", s.Calls[0][0], " | ", s.Calls[1][0])]++
		}
	}
	for _, want := range []string{`Source: Take() | to.Put("a")`, `Sink: Put("a") | Put("a")`} {
		if calls[want] == 0 {
			t.Errorf("no scenario %s in %v", want, calls)
		}
	}
	read := false
	for one := range calls {
		read = read || strings.Contains(one, "h1.Read(")
		if strings.HasPrefix(one, "Sink") && strings.Contains(one, "from.") || strings.Contains(one, "to.Put") && strings.Contains(one, "to.Close") {
			t.Errorf("the other type has %s", one)
		}
	}
	if !read {
		t.Errorf("no scenario reads from what Reader returned: %v", calls)
	}
	if source := made.Files[0].Source; !strings.Contains(source, "sibling := probeSource1Both(t)") || !strings.Contains(source, "(*Source, *Sink) {") {
		t.Error("no test makes both ends")
	}
}

// What a test does not name, or only tests have, is no sibling.
func TestSiblingsAreOfTheCode(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Box is safe for concurrent use.
type Box struct {
	mu sync.Mutex
	n  int
}

func (b *Box) Add() { b.mu.Lock(); b.n++; b.mu.Unlock() }

// A Lid is safe for concurrent use.
type Lid struct{ mu sync.Mutex }

func (l *Lid) Lift() { l.mu.Lock(); l.mu.Unlock() }

func Both() (*Box, *Lid) { return new(Box), new(Lid) }
`, `package m

import "testing"

type clock struct{}

func (c *clock) Tick() {}

func made() (*clock, *Box) { return new(clock), new(Box) }

func TestClock(t *testing.T) {
	c, b := made()
	c.Tick()
	b.Add()
}

func TestBlank(t *testing.T) {
	b, _ := Both()
	b.Add()
	_, l := Both()
	l.Lift()
	_, again := made()
	again.Add()
}
`)
	written := make(map[string]bool)
	for _, s := range made.Scenarios {
		written[s.Type+s.Seed] = true
		for _, calls := range s.Calls {
			if strings.Contains(strings.Join(calls, " "), ".") {
				t.Errorf("%v has a call of another object", s.Calls)
			}
		}
	}
	for _, want := range []string{"BoxTestBlank", "LidTestBlank"} {
		if !written[want] {
			t.Errorf("no scenario of %s in %v", want, written)
		}
	}
	for _, typ := range made.Types {
		if typ.Dropped > 0 {
			t.Errorf("%d scenarios of %s do not compile", typ.Dropped, typ.Name)
		}
	}
}

// Two elements are locked in the order in which a call names them; what waits for a condition meets
// one call for each waiter that makes it true.
func TestElementsAreNamedInBothOrders(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type box struct {
	mu sync.Mutex
	n  int
}

// Boxes are safe for concurrent use.
type Boxes struct {
	mu   sync.Mutex
	full *sync.Cond
	all  map[string]*box
}

func New() *Boxes {
	b := &Boxes{all: map[string]*box{"a": {}, "b": {}}}
	b.full = sync.NewCond(&b.mu)
	return b
}

func (b *Boxes) box(name string) *box { b.mu.Lock(); defer b.mu.Unlock(); return b.all[name] }

func (b *Boxes) Move(from, to string, n int) {
	x, y := b.box(from), b.box(to)
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock()
	defer y.mu.Unlock()
	x.n -= n
	y.n += n
}

func (b *Boxes) Copy(from, to string) { x := b.box(from); x.mu.Lock(); n := x.n; x.mu.Unlock(); y := b.box(to); y.mu.Lock(); y.n = n; y.mu.Unlock() }

func (b *Boxes) Put(name string) { b.mu.Lock(); defer b.mu.Unlock(); b.all[name] = new(box); b.full.Signal() }

func (b *Boxes) Await() { b.mu.Lock(); defer b.mu.Unlock(); for len(b.all) < 3 { b.full.Wait() } }
`, `package m

import "testing"

func TestBoxes(t *testing.T) {
	b := New()
	b.Move("a", "b", 1)
	b.Copy("a", "b")
	b.Put("c")
	b.Await()
}
`)
	calls := make(map[string]bool)
	for _, s := range made.Scenarios {
		calls[fmt.Sprint(s.Calls)] = true
	}
	for _, want := range []string{`[[Move("a", "b", 1)] [Move("b", "a", 1)]]`, `[[Await()] [Await()] [Put("c") Put("c")]]`} {
		if !calls[want] {
			t.Errorf("no scenario %s in %v", want, calls)
		}
	}
	if calls[`[[Copy("a", "b")] [Copy("b", "a")]]`] {
		t.Error("what holds one lock at a time has its elements in both orders")
	}
}

// A loop over an iterator runs its function, which may lack a lock. What an interface has, users may
// have made.
func TestGuardsOfIteratorsAndInterfaces(t *testing.T) {
	made := probesOf(t, `package m

import (
	"io"
	"iter"
	"sync"
)

// A Log is safe for concurrent use.
type Log struct {
	mu    sync.Mutex
	to    io.Writer
	lines map[string]int
}

func New() *Log { return &Log{to: io.Discard, lines: map[string]int{}} }

func (l *Log) Add(line string) { l.mu.Lock(); defer l.mu.Unlock(); l.lines[line]++; io.WriteString(l.to, line) }

func (l *Log) Drop(line string) { l.mu.Lock(); defer l.mu.Unlock(); delete(l.lines, line); io.WriteString(l.to, "-"+line) }

func (l *Log) Raw(line string) { io.WriteString(l.to, line) }

func (l *Log) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range l.lines {
			if !yield(line) {
				return
			}
		}
	}
}
`, `package m

import "testing"

func TestLog(t *testing.T) {
	l := New()
	l.Add("a")
	l.Drop("a")
	l.Raw("b")
	for range l.All() {
	}
}
`)
	found := make(map[string]guard)
	for _, one := range made.Guards {
		found[one.Field] = one
	}
	if lines := found["Log.lines"]; len(lines.Bare) != 1 || lines.Opaque {
		t.Errorf("lines is guarded by %+v, want one access without the lock, in the iterator", lines)
	}
	if to := found["Log.to"]; len(to.Bare) != 1 || !to.Opaque {
		t.Errorf("to is guarded by %+v, want one access without the lock, of an interface", to)
	}
}
