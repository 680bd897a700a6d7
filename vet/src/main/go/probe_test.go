package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// probed are the probes of a module with one package.
func probesOf(t *testing.T, source, test string) probe {
	t.Helper()
	return probesOfUpTo(t, 500, source, test)
}

func probesOfUpTo(t *testing.T, perType int, source, test string) probe {
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
	if err := writeProbes(opts, in, probeOptions{perType: perType, results: filepath.Join(dir, "results")}, &out); err != nil {
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
		if typ.Name == "Stack" && !slices.Equal(typ.Uncalled, []uncalled{{"Reset", "its documentation says: Reset must not be called concurrently."}}) {
			t.Errorf("what cannot be called of Stack: %v", typ.Uncalled)
		}
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

// Steps of a builder come before its object is shared, unless it says otherwise.
func TestWhatConfiguresAnObjectIsNotCalled(t *testing.T) {
	const pool = `package m

import "sync"

%s
type Pool struct {
	mu   sync.Mutex
	size int
	n    int
}

func New() *Pool { return &Pool{} }

func (p *Pool) WithSize(n int) *Pool { p.size = n; return p }

func (p *Pool) Go() { p.mu.Lock(); defer p.mu.Unlock(); p.n += p.size }
`
	const test = `package m

import "testing"

func TestPool(t *testing.T) { New().WithSize(3).Go() }
`
	for doc, want := range map[string]bool{"// A Pool runs tasks.": false, "// A Pool is safe for concurrent use.": true} {
		made := probesOf(t, strings.Replace(pool, "%s", doc, 1), test)
		got := slices.ContainsFunc(made.Scenarios, func(s scenario) bool { return strings.Contains(s.Test, "WithSize") })
		if got != want || len(made.Scenarios) == 0 {
			t.Errorf("%q: WithSize is called: %v; %d scenarios", doc, got, len(made.Scenarios))
		}
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
		"All methods may be called concurrently.":                                      true,
		"A Pool is goroutine-safe.":                                                    true,
		"It is safe for use by multiple goroutines.":                                   true,
		"Multiple goroutines may invoke methods on a Conn.":                            true,
		"It calls f in a single goroutine at a time, safe or not.":                     false,
		"LRU implements a non-thread safe fixed size cache.":                           false,
		"A Map must not be copied after first use. It is a concurrent hash map.":       true,
		"A bounded multi-producer multi-consumer concurrent queue.":                    true,
		"Reading concurrently with this leads to unpredictable results.":               false,
		"Not more than a single goroutine must be publishing to the concurrent queue.": false,
		"The function must be safe to run concurrently with itself.":                   false,
		"Ristretto is a fast, concurrent cache library.":                               true,
		"Many concurrent cache misses result in just one cache fill.":                  false,
		"A Buffer is not safe for concurrent use.":                                     false,
		"Close must not be called concurrently with other methods.":                    false,
		"Set must be called before Start, it is safe for parallel use.":                false,
	} {
		safe := promises(text)
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
	reset.accesses[access{field: "Stack.items", write: true}] = true
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

const hub = `package m

import (
	"context"
	"iter"
	"sync"
)

// A Hub is safe for concurrent use.
type Hub struct {
	mu      sync.RWMutex
	a, b, c sync.Mutex
	subs    map[chan string]bool
	out     chan string
}

func NewHub() *Hub { return &Hub{subs: map[chan string]bool{}, out: make(chan string, 1)} }

func (h *Hub) Subscribe() (chan string, func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	ch := make(chan string, 1)
	h.subs[ch] = true
	return ch, func() { h.Leave(ch) }
}

func (h *Hub) Leave(ch chan string) { h.mu.Lock(); defer h.mu.Unlock(); delete(h.subs, ch); close(ch) }

func (h *Hub) Len() int { h.mu.RLock(); defer h.mu.RUnlock(); return len(h.subs) }

func (h *Hub) Each(f func(int)) { h.mu.RLock(); defer h.mu.RUnlock(); for range h.subs { f(1) } }

func (h *Hub) All() iter.Seq[chan string] {
	return func(yield func(chan string) bool) {
		for ch := range h.subs {
			if !yield(ch) {
				return
			}
		}
	}
}

func (h *Hub) Out() <-chan string { return h.out }

func (h *Hub) Publish(ctx context.Context, s string) {
	select {
	case h.out <- s:
	case <-ctx.Done():
	}
}

func (h *Hub) Close() { close(h.out) }

func (h *Hub) AB() { h.a.Lock(); defer h.a.Unlock(); h.b.Lock(); h.b.Unlock() }
func (h *Hub) BC() { h.b.Lock(); defer h.b.Unlock(); h.c.Lock(); h.c.Unlock() }
func (h *Hub) CA() { h.c.Lock(); defer h.c.Unlock(); h.a.Lock(); h.a.Unlock() }

var names = map[string]int{}

// AddName is safe for concurrent use.
func AddName(name string) { names[name]++ }
`

const hubTest = `package m

import (
	"context"
	"testing"
)

func TestHub(t *testing.T) {
	h := NewHub()
	h.Publish(context.Background(), "a")
	h.Each(func(int) {})
}
`

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

// An object that each goroutine makes for itself is not shared.
func TestTestsSayWhichMethodsMayOverlap(t *testing.T) {
	source := `package m

import "sync"

type Own struct{ mu sync.Mutex }

func (o *Own) Do() { o.mu.Lock(); defer o.mu.Unlock() }

type Shared struct {
	mu sync.Mutex
	n  int
}

func (s *Shared) Do() { s.mu.Lock(); defer s.mu.Unlock(); s.n++ }

func (s *Shared) Undo() { s.n-- }
`
	test := `package m

import (
	"sync"
	"testing"
)

func TestBoth(t *testing.T) {
	s := &Shared{}
	s.Undo()
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			o := &Own{}
			o.Do()
			s.Do()
		})
	}
	all.Wait()
}
`
	for _, s := range probesOf(t, source, test).Scenarios {
		want := "guarded"
		if strings.HasPrefix(s.Test, "TestProbeSharedDoDo") {
			want = "guarded tested"
		}
		var kinds []string
		for _, e := range s.Evidence {
			kinds = append(kinds, e.Kind)
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s: %s", s.Test, got)
		}
	}
}

// Names that a dot import makes known are qualified in the generated file.
func TestDotImportsAreQualified(t *testing.T) {
	made := probesOf(t, stack, strings.Replace(strings.Replace(stackTest, "package m", "package m_test", 1),
		`import "testing"`, "import (\n\t\"testing\"\n\n\t. \"example.com/m\"\n)", 1))
	for _, s := range made.Scenarios {
		if len(s.Setup) > 2 && s.Setup[2] == "s := m.New(size)" {
			return
		}
	}
	t.Errorf("no scenario has the seed: %+v", made.Types)
}

// A package without tests has those of the packages that import it.
func TestTestsOfImportersAreSeeds(t *testing.T) {
	dir := t.TempDir()
	user := `package user

import (
	"testing"

	"example.com/m"
)

func TestUser(t *testing.T) {
	size := 7
	s := m.New(size)
	s.Push("mine")
}

func BenchmarkUser(b *testing.B) {
	s := m.New(8)
	for range b.N {
		s.Push("often")
	}
}
`
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": stack, "user/user.go": "package user\n", "user/user_test.go": user} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := options{dir: dir, tests: true, patterns: []string{"./..."}}
	in, err := load(opts)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writeProbes(opts, in, probeOptions{perType: 500, results: filepath.Join(dir, "results")}, &out); err != nil {
		t.Fatal(err)
	}
	seeds := make(map[string]bool)
	for each := json.NewDecoder(&out); each.More(); {
		var made probe
		if err := each.Decode(&made); err != nil {
			t.Fatal(err)
		}
		for _, s := range made.Scenarios {
			seeds[s.Seed+" "+s.Calls[0][0]] = true
		}
	}
	for _, want := range []string{`TestUser Push("mine")`, `BenchmarkUser Push("mine")`} {
		if !seeds[want] {
			t.Errorf("no scenario is from %s: %v", want, seeds)
		}
	}
}

// A sentence on the package is not about each of its types.
func TestSentencesOnThePackageAreAboutSomeTypes(t *testing.T) {
	source := `// Package m is a thread-safe cache.
package m

import "sync/atomic"

type Cache struct{ n atomic.Int64 }

func (c *Cache) Add() { c.n.Add(1) }

type Metrics struct{ n atomic.Int64 }

func (m *Metrics) Add() { m.n.Add(1) }
`
	for _, s := range probesOf(t, source, "package m\n").Scenarios {
		want := map[string]string{"Cache": "package documented", "Metrics": "guarded"}[s.Type]
		if got := s.Evidence[0].Kind; got != want {
			t.Errorf("%s: %s", s.Type, got)
		}
	}
}

// Of an object that has room, there are one with room for one and one without.
func TestSeedsHaveSmallVariants(t *testing.T) {
	setups := make(map[string]bool)
	for _, s := range probesOf(t, stack, strings.NewReplacer("size := 4\n", "", "New(size)", "New(64)").Replace(stackTest)).Scenarios {
		setups[s.Setup[0]] = true
	}
	if !setups["s := New(64)"] || !setups["s := New(1)"] || !setups["s := New(0)"] {
		t.Errorf("got %v", setups)
	}
}

// An interface has no fields that could guard it, and its objects may be shared
// all the same.
func TestInterfacesHaveScenariosWithoutEvidence(t *testing.T) {
	source := `package m

type Counter interface{ Add(n int) }

type counter struct{ n int }

func (c *counter) Add(n int) { c.n += n }

func New() Counter { return &counter{} }
`
	test := `package m

import "testing"

func TestCounter(t *testing.T) {
	c := New()
	c.Add(1)
}
`
	made := probesOf(t, source, test)
	if len(made.Scenarios) == 0 {
		t.Fatalf("no scenario: %v", made.Types)
	}
	for _, s := range made.Scenarios {
		if s.Evidence == nil || len(s.Evidence) > 0 {
			t.Errorf("%s: %v", s.Test, s.Evidence)
		}
	}
}

// A test of a table has variables in its setup that do not exist outside; other
// seeds take its place, and no scenario is lost.
func TestSeedsThatDoNotCompileAreReplaced(t *testing.T) {
	const test = `package m

import "testing"

func TestTable(t *testing.T) {
	for _, size := range []int{1, 2} {
		t.Run("table", func(t *testing.T) {
			s := New(size)
			s.Push("a")
		})
		s := New(size)
		s.Push("b")
	}
	check := func(size int) {
		s := New(size)
		s.Push("c")
	}
	check(3)
}

func TestPlain(t *testing.T) {
	size := 4
	s := New(size)
	s.Push("first")
	if s.Len() != 1 {
		t.Fatal("wrong")
	}
}
`
	made := probesOf(t, stack, test)
	if len(made.Scenarios) == 0 {
		t.Fatal("no scenario")
	}
	for _, s := range made.Scenarios {
		if s.Seed != "TestPlain" {
			t.Errorf("%s is of %s", s.Test, s.Seed)
		}
	}
	for _, typ := range made.Types {
		if typ.Dropped > 0 {
			t.Errorf("%d scenarios of %s do not compile", typ.Dropped, typ.Name)
		}
	}
}

// What one build takes is bounded; the scenarios that may go wrong most stay.
func TestGeneratedTestsAreBounded(t *testing.T) {
	var source, test strings.Builder
	source.WriteString("package m\n\nimport \"sync\"\n")
	test.WriteString("package m\n\nimport \"testing\"\n")
	for i := range 12 {
		name := string(rune('A' + i))
		fmt.Fprintf(&source, "\n// A %[1]s is safe for concurrent use.\ntype %[1]s struct {\n\tmu sync.Mutex\n\tn  int\n}\n", name)
		for j := range 10 {
			fmt.Fprintf(&source, "\nfunc (x *%[1]s) Do%[2]d() { x.mu.Lock(); x.n += %[2]d; x.mu.Unlock() }\n", name, j)
		}
		fmt.Fprintf(&source, "\nfunc (x *%[1]s) Close() { x.n = 0 }\n", name)
		fmt.Fprintf(&test, "\nfunc Test%[1]s(t *testing.T) { x := &%[1]s{}; x.Do1() }\n", name)
	}
	made := probesOfUpTo(t, usualScenarios, source.String(), test.String())
	lines := strings.Count(made.Files[0].Source, "\n")
	if lines > mostLines+1000 {
		t.Errorf("%d lines", lines)
	}
	left := 0
	for _, typ := range made.Types {
		left += typ.Left
	}
	if left == 0 || len(made.Scenarios) < 50 {
		t.Errorf("%d scenarios, %d left", len(made.Scenarios), left)
	}
	if !strings.Contains(made.Scenarios[0].Test, "Close") {
		t.Errorf("the first is %s", made.Scenarios[0].Test)
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

// An object whose unexported fields a test sets is not one that users have.
func TestObjectsWithFieldsOfTestsAreNotSeeds(t *testing.T) {
	const test = `package m

import "testing"

func TestInner(t *testing.T) {
	s := &Stack{items: nil}
	s.Push("a")
}

func TestEmpty(t *testing.T) {
	s := &Stack{}
	s.Push("b")
}
`
	made := probesOf(t, stack, test)
	if len(made.Scenarios) == 0 {
		t.Fatal("no scenario")
	}
	for _, s := range made.Scenarios {
		if s.Seed != "TestEmpty" {
			t.Errorf("%s is of %q", s.Test, s.Seed)
		}
	}
}

// What a type does in another package of its module counts, also where only its
// own package was asked for, and that is the only one that is probed. A setup
// without a loop is preferred.
func TestPackagesBelowSayWhatMethodsShare(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"m.go": `package m

import "example.com/m/internal/store"

type Cache struct{ s *store.Store }

func New() *Cache { return &Cache{store.New()} }

func (c *Cache) Get(key int) int { return c.s.Get(key) }

func (c *Cache) Set(key, value int) { c.s.Set(key, value) }

func (c *Cache) Name() string { return "cache" }
`,
		"internal/store/store.go": `package store

import "sync"

type Store struct {
	mu sync.Mutex
	m  map[int]int
}

func New() *Store { return &Store{m: make(map[int]int)} }

func (s *Store) Get(key int) int { return s.m[key] }

func (s *Store) Set(key, value int) { s.mu.Lock(); defer s.mu.Unlock(); s.m[key] = value }
`,
		"m_test.go": `package m

import "testing"

func TestMany(t *testing.T) {
	c := New()
	for i := range 100000 {
		c.Set(i, i)
	}
	c.Get(3)
}

func TestOne(t *testing.T) {
	c := New()
	c.Set(1, 1)
	c.Get(1)
}
`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := options{dir: dir, tests: true, patterns: []string{"."}}
	in, err := load(opts)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writeProbes(opts, in, probeOptions{perType: usualScenarios, results: filepath.Join(dir, "results")}, &out); err != nil {
		t.Fatal(err)
	}
	var made probe
	if err := json.Unmarshal(out.Bytes(), &made); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	if len(made.Scenarios) == 0 || made.Package != "example.com/m" {
		t.Fatalf("the scenarios of %s: %v", made.Package, made.Scenarios)
	}
	found := false
	for _, s := range made.Scenarios {
		found = found || s.Calls[0][0] == "Get(1)" && s.Calls[1][0] == "Set(1, 1)"
		if strings.Contains(strings.Join(s.Setup, "\n"), "100000") {
			t.Errorf("%s fills the cache", s.Test)
		}
		if strings.Contains(s.Test, "Name") {
			t.Errorf("%s shares nothing", s.Test)
		}
	}
	if !found {
		t.Errorf("Get and Set are not called at the same time: %v", made.Scenarios)
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

// A field that methods write under a lock is guarded by it; where it is accessed
// without, is an oversight. What no method writes so is not guarded.
func TestGuardsAreOfFieldsThatLocksGuardElsewhere(t *testing.T) {
	const source = `package m

import (
	"sync"
	"sync/atomic"
)

type Meter struct {
	mu   sync.Mutex
	n    int
	name string
	size int
	hits int64
}

func New() *Meter { m := &Meter{size: 1}; m.n = 1; return m }

func (m *Meter) Add() { m.mu.Lock(); defer m.mu.Unlock(); m.add() }

func (m *Meter) add() { m.n++ }

func (m *Meter) Total() int { return m.n }

func (m *Meter) Name() string { m.mu.Lock(); defer m.mu.Unlock(); return m.name }

func (m *Meter) SetName(name string) { m.name = name }

func (m *Meter) Size() int { m.mu.Lock(); defer m.mu.Unlock(); m.size++; return m.size }

func (m *Meter) Hit() { atomic.AddInt64(&m.hits, 1) }

func (m *Meter) Hits() int64 { return m.hits }

// A Clock is set by whoever holds a lock of its own.
type Clock struct{ now int }

func (c *Clock) Set(now int) { c.now = now }

func (c *Clock) Now() int { return c.now }

type Store struct {
	mu    sync.Mutex
	clock *Clock
}

func (s *Store) Load() { s.mu.Lock(); defer s.mu.Unlock(); s.clock.now = 1 }

func (s *Store) Age() int { s.mu.Lock(); defer s.mu.Unlock(); return s.clock.now }

// A Level is a pointer that is not atomic, to a number that is.
type Level struct{ level *int64 }

func (l *Level) Raise() { atomic.AddInt64(l.level, 1) }

func (l *Level) Own() { l.level = new(int64) }
`
	got := make(map[string][]string)
	for _, one := range probesOf(t, source, "package m\n").Guards {
		for _, at := range one.Bare {
			got[one.Field+" by "+one.Lock] = append(got[one.Field+" by "+one.Lock], filepath.Base(at))
		}
	}
	want := map[string][]string{"Meter.n by Meter.mu": {"m.go:22"}, "Meter.hits by atomic": {"m.go:32"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
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

// That goroutines may share an object says nothing of what it gives away for its
// configuration, but of how that ends.
func TestPromisesAreOfTheTypeThatIsCalled(t *testing.T) {
	const source = `package m

import "sync"

// A Machine is safe for concurrent use.
type Machine struct {
	mu    sync.Mutex
	steps []string
}

// A Setup configures a machine.
type Setup struct{ m *Machine }

func New() *Machine { return &Machine{} }

func (m *Machine) Configure() *Setup { m.mu.Lock(); defer m.mu.Unlock(); return &Setup{m} }

func (m *Machine) Steps() int { m.mu.Lock(); defer m.mu.Unlock(); return len(m.steps) }

func (s *Setup) Permit(step string) { s.m.steps = append(s.m.steps, step) }

func (s *Setup) Close() { s.m.steps = nil }
`
	const test = `package m

import "testing"

func TestMachine(t *testing.T) {
	m := New()
	m.Steps()
}
`
	documented := make(map[string]bool)
	for _, s := range probesOf(t, source, test).Scenarios {
		if s.Type == "Machine" {
			documented[s.Test] = slices.ContainsFunc(s.Evidence, func(e evidence) bool { return e.Kind == "documented" })
		}
	}
	for name, want := range map[string]bool{
		"TestProbeMachineStepsConfigurePermit": false,
		"TestProbeMachineStepsConfigureClose":  true,
	} {
		if got, ok := documented[name]; !ok || got != want {
			t.Errorf("%s: documented is %v, of %v", name, got, documented)
		}
	}
}

// A context that the test cancels at its end is cancelled at the end of the
// generated one.
func TestSetupsEndWhatTheyMake(t *testing.T) {
	const source = `package m

import (
	"context"
	"sync"
)

// A Queue is safe for concurrent use.
type Queue struct {
	mu sync.Mutex
	n  int
}

func New(ctx context.Context) *Queue { return &Queue{} }

func (q *Queue) Push(n int) { q.mu.Lock(); defer q.mu.Unlock(); q.n += n }

func (q *Queue) Close() {}
`
	const test = `package m

import (
	"context"
	"testing"
)

func TestQueue(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	%s
	q := New(ctx)
	%s
	defer q.Close()
	q.Push(1)
}
`
	for _, where := range [][]any{{"defer cancel()", ""}, {"", "defer cancel()"}} {
		made := probesOf(t, source, fmt.Sprintf(test, where...))
		if len(made.Scenarios) == 0 {
			t.Fatal("no scenario")
		}
		for _, s := range made.Scenarios {
			setup := strings.Join(s.Setup, "; ")
			if !strings.Contains(setup, "t.Cleanup(func() { cancel() })") || strings.Contains(setup, "Close") {
				t.Errorf("the setup of %s is %q", s.Test, setup)
			}
		}
	}
}
