package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// probed are the probes of a module with one package.
func probesOf(t *testing.T, source, test string) probe {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": source, "m_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := options{dir: dir, tests: true, patterns: []string{"."}}
	in, err := load(opts)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writeProbes(opts, in, probeOptions{perType: 20, results: filepath.Join(dir, "results")}, &out); err != nil {
		t.Fatal(err)
	}
	var made probe
	if err := json.Unmarshal(out.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	return made
}

const stack = `package m

import "sync"

// A Stack is safe for concurrent use.
type Stack struct {
	mu    sync.Mutex
	items []string
}

func New(n int) *Stack { return &Stack{items: make([]string, 0, n)} }

func (s *Stack) Push(item string) { s.mu.Lock(); defer s.mu.Unlock(); s.items = append(s.items, item) }

func (s *Stack) Len() int { s.mu.Lock(); defer s.mu.Unlock(); return len(s.items) }

// Reset must not be called concurrently.
func (s *Stack) Reset() { s.items = nil }

// A Plain is not safe for concurrent use.
type Plain struct{ mu sync.Mutex }

func (p *Plain) Do() {}

type Bare struct{ n int }

func (b *Bare) Do() { b.n++ }
`

const stackTest = `package m

import "testing"

func TestStack(t *testing.T) {
	size := 4
	unrelated := "x"
	s := New(size)
	s.Push("first")
	if s.Len() != 1 || unrelated == "" {
		t.Fatal("wrong")
	}
}
`

func TestProbesComeFromSequentialTests(t *testing.T) {
	made := probesOf(t, stack, stackTest)
	i := slices.IndexFunc(made.Scenarios, func(s scenario) bool { return s.Test == "TestProbeStackPushPush" })
	if i < 0 {
		t.Fatalf("no scenario pushes twice: %v", made.Scenarios)
	}
	one := made.Scenarios[i]
	if setup := strings.Join(one.Setup, "; "); setup != "size := 4; _ = size; s := New(size); _ = s" {
		t.Errorf("the setup is %q", setup)
	}
	if one.Seed != "TestStack" || one.Calls[0][0] != `Push("first")` {
		t.Errorf("got %+v", one)
	}
	if one.Evidence[0].Kind != "documented" || one.Evidence[0].Text != "A Stack is safe for concurrent use." {
		t.Errorf("the evidence is %+v", one.Evidence)
	}
	for _, s := range made.Scenarios {
		if strings.Contains(s.Test, "Reset") {
			t.Errorf("%s calls what must not be called concurrently", s.Test)
		}
	}
}

func TestTypesWithoutAContractAreLeftOut(t *testing.T) {
	why := make(map[string]string)
	for _, typ := range probesOf(t, stack, stackTest).Types {
		why[typ.Name] = typ.Omitted
	}
	if !strings.Contains(why["Plain"], "A Plain is not safe for concurrent use.") {
		t.Errorf("Plain: %q", why["Plain"])
	}
	if why["Bare"] != "nothing says that several goroutines may use it" {
		t.Errorf("Bare: %q", why["Bare"])
	}
	if why["Stack"] != "" {
		t.Errorf("Stack: %q", why["Stack"])
	}
}

// A setup that does not compile elsewhere is dropped, and the others are kept.
func TestScenariosThatDoNotCompileAreDropped(t *testing.T) {
	made := probesOf(t, stack, stackTest+`
func TestOther(t *testing.T) {
	for n := range 3 {
		t.Run("", func(t *testing.T) {
			s := New(n)
			s.Push("other")
		})
	}
}

func helper(t *testing.T) int { return 1 }
`)
	if len(made.Scenarios) == 0 {
		t.Fatalf("no scenario is left: %+v", made.Types)
	}
	for _, s := range made.Scenarios {
		if s.Seed == "TestOther" {
			t.Errorf("%s needs a variable of a loop", s.Test)
		}
	}
}

func TestDocumentationIsReadByTheSentence(t *testing.T) {
	for text, want := range map[string]bool{
		"All methods may be called concurrently.":                       true,
		"A Pool is goroutine-safe.":                                     true,
		"It is safe for use by multiple goroutines.":                    true,
		"Multiple goroutines may invoke methods on a Conn.":             true,
		"It calls f in a single goroutine at a time, safe or not.":      false,
		"LRU implements a non-thread safe fixed size cache.":            false,
		"A Buffer is not safe for concurrent use.":                      false,
		"Close must not be called concurrently with other methods.":     false,
		"Set must be called before Start, it is safe for parallel use.": false,
	} {
		safe := safeWords.MatchString(text) && !unsafeWords.MatchString(text)
		if safe != want {
			t.Errorf("%q: safe is %v", text, safe)
		}
	}
}

func TestConflictsRankWhatSharesState(t *testing.T) {
	in, err := load(options{dir: moduleOf(t, stack), tests: true, patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	pr := probers(in, probeOptions{perType: 20})[0]
	pr.find()
	push, length, reset := pr.summary["(*example.com/m.Stack).Push"], pr.summary["(*example.com/m.Stack).Len"], newSummary()
	reset.accesses[access{"Stack.items", true, ""}] = true
	if got := conflict(length, length); got != 1 {
		t.Errorf("two readers under a lock: %d", got)
	}
	if a, b := conflict(push, length), conflict(reset, length); a >= b || a == 0 {
		t.Errorf("with a lock %d, without %d", a, b)
	}
}

func moduleOf(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
