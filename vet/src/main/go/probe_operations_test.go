package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Beyond calls of methods: what they return, what they are given, and functions
// that share variables.
func TestProbesUseWhatMethodsReturnAndTake(t *testing.T) {
	found := make(map[string][]string)
	for _, s := range probesOf(t, hub, hubTest).Scenarios {
		var calls []string
		for _, of := range s.Calls {
			calls = append(calls, strings.Join(of, "; "))
		}
		slices.Sort(calls)
		all := strings.Join(calls, " | ")
		found[all] = append(found[all], strings.Join(s.Setup, "; "))
	}
	for calls, setup := range map[string]string{
		"h2() | h2()": "h := NewHub(); _ = h; h1, h2 := h.Subscribe()",
		"Each(func(_ int) { x.Len() }) | Leave(h1)":                  "h := NewHub(); _ = h; h1, h2 := h.Subscribe()",
		"Publish(ctx, \"a\") | cancel()":                             "h := NewHub(); _ = h; ctx, cancel := context.WithCancel(context.Background()); t.Cleanup(cancel)",
		"AddName(\"harrier\") | AddName(\"harrier\")":                "",
		"AB() | BC() | CA()":                                         "h := NewHub(); _ = h",
		"<-x.Out() | Close() | Publish(context.Background(), \"a\")": "h := NewHub(); _ = h",
	} {
		if !slices.Contains(found[calls], setup) {
			t.Errorf("%s: the setups are %q", calls, found[calls])
		}
	}
}

// A method is harmless if it writes to a file that is open; of a value that
// becomes one of an interface, only the methods that are called through one count.
func TestWhatWritesToOpenFilesIsCalled(t *testing.T) {
	const source = `package m

import (
	"io"
	"os"
	"sync"
)

type Formatter interface{ Format(string) string }

type Plain struct{}

func (Plain) Format(s string) string { return s }

// A Log is safe for concurrent use.
type Log struct {
	mu     sync.Mutex
	out    io.Writer
	format Formatter
}

func New() *Log { return &Log{out: os.Stderr, format: Plain{}} }

func (l *Log) Print(s string) { l.mu.Lock(); defer l.mu.Unlock(); io.WriteString(l.out, l.format.Format(s)) }

func (l *Log) Default() { l.mu.Lock(); defer l.mu.Unlock(); l.out = os.Stdout }

func (l *Log) SetFormatter(f Formatter) { l.mu.Lock(); defer l.mu.Unlock(); l.format = f }

func (l *Log) Move() { os.Chdir("/") }
`
	const test = `package m_test

import (
	"testing"

	"example.com/m"
)

func TestLog(t *testing.T) {
	l := m.New()
	_ = l
}
`
	called := make(map[string]bool)
	made := probesOf(t, source, test)
	for _, s := range made.Scenarios {
		for _, calls := range s.Calls {
			for _, call := range calls {
				called[call] = true
			}
		}
	}
	for _, call := range []string{`Print("harrier")`, "Default()", "SetFormatter(m.Plain{})"} {
		if !called[call] {
			t.Errorf("%s is not called, only %v", call, called)
		}
	}
	if called["Move()"] {
		t.Error("Move is called")
	}
}

// A test file may begin with a server of its own: that a method uses a variable of the
// package is no call of it.
func TestWhatTestFilesBeginWithIsNotCalled(t *testing.T) {
	const source = `package m

import "sync"

var most = 3

type Table struct {
	mu sync.Mutex
	n  int
}

func New() *Table { return &Table{} }

func (t *Table) Add() { t.mu.Lock(); defer t.mu.Unlock(); t.n = min(t.n+1, most) }
`
	const test = `package m

import (
	"net/http"
	"testing"
)

func init() { go http.ListenAndServe("localhost:6060", nil) }

func TestTable(t *testing.T) { table := New(); _ = table }
`
	for _, typ := range probesOf(t, source, test).Types {
		if typ.Name == "Table" && (typ.Scenarios == 0 || len(typ.Uncalled) > 0) {
			t.Errorf("%d scenarios; not called: %v", typ.Scenarios, typ.Uncalled)
		}
	}
}

// A package of another module that imports nothing harmful, itself or through others,
// only computes; one that imports os may do anything.
func TestModulesThatOnlyComputeAreCalled(t *testing.T) {
	const source = `package m

import (
	"net/http"
	"os"
	"sync"

	"example.com/clean"
	"example.com/dirty"
)

// A Log is safe for concurrent use.
type Log struct {
	mu    sync.Mutex
	words clean.Words
	out   clean.Sink
}

type Lines struct{ all []string }

func (l *Lines) Take(s string) { l.all = append(l.all, s) }

func New() *Log { return &Log{out: new(Lines)} }

func (l *Log) Print(s string)               { l.mu.Lock(); defer l.mu.Unlock(); l.words.Add(s) }
func (l *Log) Pass(s string)                { l.mu.Lock(); defer l.mu.Unlock(); l.out.Take(s) }
func (l *Log) Size(name string) bool        { l.mu.Lock(); defer l.mu.Unlock(); _, err := os.Stat(name); return err == nil }
func (l *Log) Of(r *http.Request) string    { l.mu.Lock(); defer l.mu.Unlock(); return r.UserAgent() }
func (l *Log) Remove(s string)              { l.mu.Lock(); defer l.mu.Unlock(); dirty.Remove(s) }
`
	const test = `package m

import "testing"

func TestLog(t *testing.T) { l := New(); _ = l }
`
	called := make(map[string]bool)
	for _, s := range probesOfModule(t, probeOptions{perType: 500}, map[string]string{
		"m.go": source, "m_test.go": test,
		"go.mod":           "module example.com/m\n\ngo 1.25\n\nrequire (\n\texample.com/clean v1.0.0\n\texample.com/dirty v1.0.0\n)\n\nreplace (\n\texample.com/clean => ./clean\n\texample.com/dirty => ./dirty\n)\n",
		"clean/go.mod":     "module example.com/clean\n\ngo 1.25\n",
		"clean/c.go":       "package clean\n\nimport \"example.com/clean/set\"\n\ntype Words struct{ set set.Set }\n\nfunc (w *Words) Add(s string) { w.set.Add(s) }\n\ntype Sink interface{ Take(string) }\n",
		"clean/set/s.go":   "package set\n\nimport \"strings\"\n\ntype Set struct{ n int }\n\nfunc (s *Set) Add(text string) { s.n += strings.Count(text, \"a\") }\n",
		"dirty/go.mod":     "module example.com/dirty\n\ngo 1.25\n",
		"dirty/d.go":       "package dirty\n\nimport \"example.com/dirty/below\"\n\nfunc Remove(s string) { below.Remove(s) }\n",
		"dirty/below/b.go": "package below\n\nimport \"os\"\n\nfunc Remove(s string) { os.Remove(s) }\n",
	}).Scenarios {
		for _, calls := range s.Calls {
			for _, call := range calls {
				called[strings.Split(call, "(")[0]] = true
			}
		}
	}
	for _, call := range []string{"Print", "Pass", "Size", "Of"} {
		if !called[call] {
			t.Errorf("%s is not called, only %v", call, called)
		}
	}
	if called["Remove"] {
		t.Error("Remove is called")
	}
}

// A method of an interface may do what its implementations do.
func TestMethodsOfInterfacesAreCalled(t *testing.T) {
	const source = `package m

import (
	"os"
	"sync"
)

// A Store is safe for concurrent use.
type Store interface {
	Set(n int)
	Total() int
	Remove()
}

type store struct {
	mu sync.Mutex
	n  int
}

func New() Store { return &store{} }

func (s *store) Set(n int) { s.n = n }

func (s *store) Total() int { return s.n }

func (s *store) Remove() { os.Remove("file") }
`
	const test = `package m

import "testing"

func TestStore(t *testing.T) {
	s := New()
	_ = s
}
`
	called := make(map[string]bool)
	for _, s := range probesOf(t, source, test).Scenarios {
		for _, calls := range s.Calls {
			for _, call := range calls {
				called[call] = true
			}
		}
	}
	if !called["Total()"] || !called["Set(1)"] && !called["Set(3)"] || called["Remove()"] {
		t.Errorf("called are %v", called)
	}
}

// What may be nil is nil in some scenarios, which say so.
func TestSomeArgumentsAreNil(t *testing.T) {
	const source = `package m

import (
	"context"
	"sync"
)

// A Store is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	rows  []string
	drop  func(string)
	limit *int
}

func (s *Store) Fill(ctx context.Context, rows []string, drop func(string), limit *int, out chan int) {
	s.rows, s.drop, s.limit = rows, drop, limit
}
`
	const test = `package m

import (
	"context"
	"testing"
)

func TestStore(t *testing.T) {
	s := &Store{}
	s.Fill(context.Background(), []string{"a"}, func(string) {}, new(int), make(chan int))
}
`
	calls := make(map[string]bool)
	for _, s := range probesOf(t, source, test).Scenarios {
		calls[fmt.Sprint(s.Calls[0][0], s.Nil)] = true
	}
	for _, want := range []string{
		`Fill(context.Background(), []string{"a"}, func(string) {}, new(int), make(chan int))false`,
		`Fill(context.Background(), nil, nil, nil, make(chan int))true`,
	} {
		if !calls[want] {
			t.Errorf("%s is not among %v", want, calls)
		}
	}
}

// A subscriber unsubscribes in its callback: by a function, a number or a method
// of what it was given.
func TestSubscribersLeaveInTheirCallbacks(t *testing.T) {
	const source = `package m

import "sync"

// A Bus is safe for concurrent use.
type Bus struct {
	mu   sync.Mutex
	next int
	subs map[int]func(string)
}

type Handle struct { b *Bus; n int }

func (h *Handle) Close() { h.b.mu.Lock(); defer h.b.mu.Unlock(); delete(h.b.subs, h.n) }

func New() *Bus { return &Bus{subs: map[int]func(string){}} }

func (b *Bus) Publish(s string) { b.mu.Lock(); f := b.subs[1]; b.subs[0] = nil; b.mu.Unlock(); if f != nil { f(s) } }

func (b *Bus) Subscribe(f func(string)) %s {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	b.subs[b.next] = f
	return %s
}
`
	const test = `package m

import "testing"

func TestBus(t *testing.T) {
	b := New()
	b.Publish("a")
}
`
	for result, one := range map[string]struct{ value, more, leaves string }{
		"int":     {"b.next", "\nfunc (b *Bus) Unsubscribe(n int) { b.mu.Lock(); defer b.mu.Unlock(); delete(b.subs, n) }\n", "x.Unsubscribe(own1)"},
		"func()":  {"func() { b.mu.Lock(); defer b.mu.Unlock(); delete(b.subs, 1) }", "", "own1()"},
		"*Handle": {"&Handle{b, b.next}", "", "own1.Close()"},
	} {
		found := false
		for _, s := range probesOf(t, fmt.Sprintf(source, result, one.value)+one.more, test).Scenarios {
			found = found || strings.Contains(s.Test, "PublishLeaving") && strings.Contains(s.Alone, "left1 <- func() { "+one.leaves+" }")
		}
		if !found {
			t.Errorf("no subscriber leaves by %s", one.leaves)
		}
	}
}

// What replaces an object with its locks or one of them, itself or by a method that it calls, is not
// for an object that goroutines share; unless its documentation says that they may.
func TestWhatReplacesLocksIsNotCalled(t *testing.T) {
	const source = `package m

import "sync"

// A Buffer collects lines.
type Buffer struct {
	mu    sync.Mutex
	lines []string
}

// Add adds a line.
func (b *Buffer) Add(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, line)
}

// Reset begins again.
func (b *Buffer) Reset() { b.with(b.lines) }

func (b *Buffer) with(lines []string) { *b = Buffer{lines: lines[:0]} }
`
	const test = `package m

import "testing"

func TestBuffer(t *testing.T) {
	b := new(Buffer)
	b.Add("a")
	b.Reset()
	if len(b.lines) > 0 {
		t.Fatal(b.lines)
	}
}
`
	resets := func(made probe) bool {
		return slices.ContainsFunc(made.Scenarios, func(s scenario) bool {
			return strings.Contains(strings.Join(slices.Concat(s.Calls...), " "), "Reset()")
		})
	}
	within := strings.NewReplacer("type Buffer", "// A Page has a buffer.\ntype Page struct{ b *Buffer }\n\nfunc NewPage() *Page { return &Page{new(Buffer)} }\n\nfunc (p *Page) Add(line string) { p.b.Add(line) }\n\nfunc (p *Page) Reset() { p.b.Reset() }\n\ntype Buffer").Replace(source)
	if made := probesOf(t, within, strings.NewReplacer("new(Buffer)", "NewPage()", "b.lines", "b.b.lines").Replace(test)); resets(made) {
		t.Error("Reset of a page is called")
	}
	const whole = "*b = Buffer{lines: lines[:0]}"
	for _, one := range []struct {
		what, by string
		called   bool
	}{
		{"its lock", "b.mu, b.lines = sync.Mutex{}, lines[:0]", false},
		{"its lines under the lock", "b.mu.Lock(); b.lines = lines[:0]; b.mu.Unlock()", true},
	} {
		if got := resets(probesOf(t, strings.Replace(source, whole, one.by, 1), test)); got != one.called {
			t.Errorf("Reset, which replaces %s, is called: %v", one.what, got)
		}
	}
	made := probesOf(t, source, test)
	if resets(made) || len(made.Scenarios) == 0 {
		t.Errorf("Reset is called in %d scenarios: %v", len(made.Scenarios), resets(made))
	}
	if got := made.Types[0].Uncalled; len(got) != 1 || got[0].Name != "Reset" {
		t.Errorf("not called are %v", got)
	}
	if !resets(probesOf(t, strings.Replace(source, "collects lines.", "collects lines. It is safe for concurrent use.", 1), test)) {
		t.Error("Reset is not called")
	}
}
