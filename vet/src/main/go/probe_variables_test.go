package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Calls that share no object meet in a variable of the package: of two objects of a type without a
// sign, and of functions that are given values. What sets something for the whole package is not
// among them, nor what holds a common lock, nor a call whose argument is a variable of the tests.
func TestCallsMeetInVariables(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

var seen = make(map[string]bool)

var longest int

var mu sync.Mutex

var guarded int

// A Tally is not safe for concurrent use.
type Tally struct{ n int }

func NewTally() *Tally { return &Tally{} }

func (t *Tally) Add(word string) { t.n++; if len(word) > longest { longest = len(word) } }

func (t *Tally) Mark() { t.n++; mu.Lock(); guarded++; mu.Unlock() }

func (t *Tally) SetLongest(n int) { longest = n }

// A Plain shares nothing.
type Plain struct{ n int }

func NewPlain() *Plain { return &Plain{} }

func (p *Plain) Add() { p.n++ }

func Seen(word string) bool { old := seen[word]; seen[word] = true; return old }

func SeenAll(words []string) bool { for _, word := range words { seen[word] = true }; return true }

type entry struct{ uses int }

var entries = make(map[string]*entry)

func Use(word string) int {
	mu.Lock()
	if entries[word] == nil {
		entries[word] = &entry{}
	}
	one := entries[word]
	mu.Unlock()
	one.uses++
	return one.uses
}

var lengths = make(map[string]int)

func Length(word string) int {
	if n, ok := lengths[word]; ok {
		return n
	}
	n := len(word)
	put(word, n)
	return n
}

func put(word string, n int) { lengths[word] = n }

var hooks []func()

func Hook(f func()) { hooks = append(hooks, f) }

func Custom(n int) { setCustom(n) }

func setCustom(n int) { longest = n }

func RegisterWord(word string) { seen[word] = true }
`, `package m

import "testing"

var words = []string{"a"}

func TestSeen(t *testing.T) {
	Seen("a")
	SeenAll(words)
	Use("a")
	Length("a")
	Hook(func() {})
	RegisterWord("b")
	Custom(3)
}

func TestTally(t *testing.T) {
	tally := NewTally()
	tally.Add("a")
	tally.Mark()
	tally.SetLongest(1)
}
`)
	evidence := make(map[string]string)
	for _, s := range made.Scenarios {
		if len(s.Calls) != 2 || len(s.Calls[0]) != 1 {
			continue
		}
		var kinds []string
		for _, e := range s.Evidence {
			kinds = append(kinds, strings.TrimSpace(e.Kind+" "+e.Text))
		}
		evidence[fmt.Sprint(s.Type, ": ", s.Calls[0][0], " | ", s.Calls[1][0])] = strings.Join(kinds, ", ")
	}
	const variable, functions = "package variable m.longest", "guarded mu sync.Mutex, package variable m.seen"
	for calls, want := range map[string]string{
		`Tally: Add("a") | y.Add("a")`:         variable,
		`m: Seen("a") | Seen("a")`:             functions,
		`m: Use("a") | Use("a")`:               "guarded mu sync.Mutex, package functions Use",
		`m: Seen("a") | SeenAll(words)`:        functions,
		`m: RegisterWord("b") | Seen("a")`:     "guarded mu sync.Mutex",
		`Tally: Mark() | y.Mark()`:             "",
		`Tally: Add("a") | y.SetLongest(1)`:    "",
		`m: Length("a") | Length("a")`:         "guarded mu sync.Mutex, package variable m.lengths",
		`m: Hook(func() {}) | Hook(func() {})`: "guarded mu sync.Mutex",
		`m: Custom(3) | Custom(3)`:             "guarded mu sync.Mutex",
	} {
		if got := evidence[calls]; got != want {
			t.Errorf("%s: %q, not %q; all are %v", calls, got, want, evidence)
		}
	}
	if len(made.Variables) == 0 || !slices.ContainsFunc(made.Variables, func(at string) bool { return strings.HasSuffix(at, "m.go:18") }) {
		t.Errorf("the accesses of longest are not among %v", made.Variables)
	}
	for _, typ := range made.Types {
		if typ.Name == "Plain" && typ.Omitted == "" {
			t.Errorf("Plain has %d scenarios", typ.Scenarios)
		}
	}
}

// A test that changes what a variable of the package refers to, by whatever way, runs twice. One that
// uses an object of the tests, sets something for the package, writes a file, or changes nothing there
// does not.
func TestTestsMeetInVariables(t *testing.T) {
	made := probesOf(t, `package m

var names = map[string]map[int]string{"a": {1: "one"}}

type Reader struct{ names map[int]string }

func open(kind string) (*Reader, bool) { known, ok := names[kind]; return fill(known), ok }

func fill(of map[int]string) *Reader { of[2] = "two"; return &Reader{of} }

func Open(kind string) *Reader { r, _ := open(kind); return r }

func (r *Reader) Len() int { return len(r.names) }

func Limit(n int) { limit = n }

var limit = 3
`, `package m

import (
	"os"
	"testing"
)

var shared = Open("a")

func reader(t *testing.T) *Reader { return Open("a") }

func TestHelper(t *testing.T) {
	if reader(t).Len() == 0 {
		t.Error("none")
	}
}

func TestShared(t *testing.T) { shared.Len(); Open("a") }

func TestLimit(t *testing.T) { Limit(4); Open("a") }

func TestParallel(t *testing.T) { t.Parallel(); Open("a") }

func TestFile(t *testing.T) { os.WriteFile("a", nil, 0o600); Open("a") }

func TestNothing(t *testing.T) { t.Log("a") }
`)
	var ran []string
	for _, s := range made.Scenarios {
		if len(s.Calls) == 2 && strings.HasPrefix(s.Calls[0][0], "Test") {
			ran = append(ran, s.Calls[0][0])
			if e := s.Evidence[0]; s.Calls[1][0] != s.Calls[0][0] || e.Kind != "own use" || e.Text+"(t)" != s.Calls[0][0] {
				t.Errorf("%v with %v", s.Calls, s.Evidence)
			}
		}
	}
	if !slices.Equal(ran, []string{"TestHelper(t)"}) {
		t.Errorf("these tests run twice: %v", ran)
	}
}

// The tests of an external package have variables and functions of their own as well.
func TestExternalTestsMeetInVariables(t *testing.T) {
	made := probesOf(t, `package m

var names = map[string]map[int]string{"a": {1: "one"}}

type Reader struct{ names map[int]string }

func Open(kind string) *Reader { known := names[kind]; known[2] = "two"; return &Reader{known} }

func (r *Reader) Len() int { return len(r.names) }
`, `package m_test

import (
	"testing"

	"example.com/m"
)

var shared = m.Open("a")

func use(t *testing.T) { shared.Len(); m.Open("a") }

func TestOwn(t *testing.T) { m.Open("a").Len() }

func TestHelped(t *testing.T) { use(t) }

func TestGiven(t *testing.T) { t.Run("use", use) }
`)
	var ran []string
	for _, s := range made.Scenarios {
		if len(s.Calls) == 2 && strings.HasPrefix(s.Calls[0][0], "Test") {
			ran = append(ran, s.Calls[0][0])
		}
	}
	if !slices.Equal(ran, []string{"TestOwn(t)"}) {
		t.Errorf("these tests run twice: %v", ran)
	}
}
