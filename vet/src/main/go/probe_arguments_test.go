package main

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Of a call with an argument that only its test has, the others are taken.
func TestAPlainValueTakesThePlaceOfAVariableOfALoop(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Table is safe for concurrent use.
type Table struct {
	mu sync.Mutex
	m  map[string]int
}

func (c *Table) Set(key string, value int) { c.mu.Lock(); defer c.mu.Unlock(); c.m = map[string]int{key: value} }
`, `package m

import "testing"

type item struct {
	key string
	val int
}

func TestTable(t *testing.T) {
	var items []item
	first := 1
	for i := range 3 {
		items = append(items, item{"a", first})
		var c Table
		c.Set(items[i].key, first+i)
	}
}
`)
	if i := slices.IndexFunc(made.Types, func(typ probeType) bool { return typ.Name == "Table" }); i < 0 || made.Types[i].Scenarios == 0 {
		t.Fatalf("no scenario of Table compiles: %+v", made.Types)
	}
	for _, s := range made.Scenarios {
		if strings.Contains(s.Alone, "items") {
			t.Errorf("%s has a variable of the test:\n%s", s.Test, s.Alone)
		}
	}
}

// The lock of an object guards the fields of a struct that is part of it.
func TestALockGuardsTheFieldsOfWhatIsWithin(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Config struct{ Labels []string }

type Metrics struct {
	Config
	mu sync.Mutex
}

func (m *Metrics) Update() { m.Set(m.Labels) }

func (m *Metrics) Set(labels []string) { m.mu.Lock(); defer m.mu.Unlock(); m.Labels = labels }

// A Sink has a lock too, and its own Config.
type Sink struct {
	mu     sync.Mutex
	config *Config
}

func (s *Sink) Labels() []string { return s.config.Labels }
`, `package m

import "testing"

func TestMetrics(t *testing.T) {
	m := &Metrics{}
	m.Update()
	s := &Sink{config: &m.Config}
	s.Labels()
}
`)
	if len(most(made.Guards)) != 0 || len(made.Guards) != 1 {
		t.Errorf("two accesses of three are without a lock: %+v", made.Guards)
	}
	made = probesOf(t, `package m

import "sync"

type Config struct{ Labels []string }

type Metrics struct {
	Config
	mu sync.Mutex
}

func (m *Metrics) Update() { m.Set(m.Labels) }

func (m *Metrics) Set(labels []string) { m.mu.Lock(); defer m.mu.Unlock(); m.Labels = labels }
`, `package m

import "testing"

func TestMetrics(t *testing.T) {
	m := &Metrics{}
	m.Update()
}
`)
	if len(made.Guards) != 1 || made.Guards[0].Field != "Config.Labels" || made.Guards[0].Lock != "Metrics.mu" {
		t.Errorf("the guards are %+v", made.Guards)
	}
}

const machine = `package m

import "sync"

// A Machine is safe for concurrent use.
type Machine struct {
	mu    sync.RWMutex
	state string
	moves map[string]string
	last  string
}

func New(state string, moves map[string]string) *Machine { return &Machine{state: state, moves: moves} }

func (m *Machine) Can(event string) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.moves[event] != "" && m.last == ""
}

func (m *Machine) Fire(event string) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	m.last = m.moves[event]
}

func (m *Machine) State() string { m.mu.RLock(); defer m.mu.RUnlock(); return m.state }
`

// Calls with different values may not meet: those of the test that made the object
// are taken, and objects of several tests.
func TestCallsPassWhatTheTestOfTheirObjectPasses(t *testing.T) {
	made := probesOf(t, machine, `package m

import "testing"

func TestStay(t *testing.T) {
	m := New("a", map[string]string{"stay": "a"})
	m.Fire("stay")
}

func TestMove(t *testing.T) {
	m := New("a", map[string]string{"move": "b"})
	m.Fire("move")
	for _, event := range []string{"move", "other"} {
		m.Can(event)
	}
}
`)
	seeds := make(map[string]bool)
	for _, s := range made.Scenarios {
		if len(s.Calls) == 2 && strings.HasPrefix(s.Calls[0][0], "Can(") && strings.HasPrefix(s.Calls[1][0], "Fire(") && len(s.Calls[0]) == 1 {
			event := strings.ToLower(strings.TrimPrefix(s.Seed, "Test"))
			if s.Calls[0][0] == "Can(\""+event+"\")" && s.Calls[1][0] == "Fire(\""+event+"\")" {
				seeds[s.Seed] = true
			}
		}
	}
	if len(seeds) != 2 {
		t.Errorf("both calls have their event on the objects of %v", seeds)
	}
}

// Two that hold a lock for reading do not keep each other away.
func TestALockForReadingDoesNotGuardAWrite(t *testing.T) {
	made := probesOf(t, machine, `package m

import "testing"

func TestMove(t *testing.T) {
	m := New("a", map[string]string{"move": "b"})
	m.Fire("move")
	m.Can("move")
	m.State()
}
`)
	ranks := make(map[string]int)
	for _, s := range made.Scenarios {
		if len(s.Setup) == 2 {
			ranks[s.Test] = s.Rank
		}
	}
	if ranks["TestProbeMachineCanFire"] <= ranks["TestProbeMachineCanState"] {
		t.Errorf("the ranks are %v", ranks)
	}
}

// A test that passes nil says nothing of what else may be passed, and options may
// be left out.
func TestNilAndOptionsAreLeftOutWhereNothingElseCanBeMade(t *testing.T) {
	made := probesOf(t, `package m

import (
	"net/http"
	"sync"
)

type Option interface{ apply(hidden) }

type hidden interface{ secret(chan hidden) }

type Rate interface{ rate(hidden) float64 }

// A Sink is safe for concurrent use.
type Sink struct {
	mu sync.Mutex
	n  int
}

func (s *Sink) Serve(w http.ResponseWriter, r *http.Request) { s.mu.Lock(); defer s.mu.Unlock(); s.n++ }

func (s *Sink) Get(key string, options ...Option) int { s.mu.Lock(); defer s.mu.Unlock(); return s.n }

func (s *Sink) Limit(r Rate) { s.mu.Lock(); defer s.mu.Unlock(); s.n++ }
`, `package m

import "testing"

func TestSink(t *testing.T) {
	s := &Sink{}
	s.Serve(nil, nil)
	s.Limit(nil)
}
`)
	calls := make(map[string]bool)
	for _, s := range made.Scenarios {
		calls[s.Calls[0][0]] = true
	}
	for _, want := range []string{"Serve(httptest.NewRecorder(), httptest.NewRequest(\"GET\", \"/\", nil))", "Get(\"harrier\")", "Limit(nil)"} {
		if !calls[want] {
			t.Errorf("no scenario calls %s: %v", want, calls)
		}
	}
}

// An interface of another package may have an adapter there that makes an object of a
// function, or an object that does nothing.
func TestAnInterfaceOfAnotherPackageHasAnAdapter(t *testing.T) {
	made := probesOfModule(t, probeOptions{perType: 500}, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"wire/wire.go": `package wire

type Writer interface{ Write(header int, payload []byte) (int, error) }

// WriterFunc is an adapter.
type WriterFunc func(header int, payload []byte) (int, error)

func (f WriterFunc) Write(header int, payload []byte) (int, error) { return f(header, payload) }

type Sink interface{ Drain() }

type file struct{ handle *int }

// File needs its constructor.
type File struct{ file }

func (f *File) Drain() { *f.handle++ }

// Silent does nothing.
type Silent struct{}

func (Silent) Drain() {}
`,
		"m.go": `package m

import (
	"sync"

	"example.com/m/wire"
)

// A Chain is safe for concurrent use.
type Chain struct {
	mu sync.Mutex
	n  int
}

func (c *Chain) Bind(w wire.Writer) wire.Writer { c.mu.Lock(); defer c.mu.Unlock(); c.n++; return w }

func (c *Chain) Attach(s wire.Sink) { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }
`,
	})
	calls := make(map[string]bool)
	for _, s := range made.Scenarios {
		calls[s.Calls[0][0]] = true
	}
	for _, want := range []string{
		"Bind(wire.WriterFunc(func(_ int, _ []byte) (int, error) { return 3, nil }))",
		"Attach(wire.Silent{})",
	} {
		if !calls[want] {
			t.Errorf("no scenario calls %s: %v", want, calls)
		}
	}
	if calls["Attach(new(wire.File))"] {
		t.Error("an object without its parts is passed")
	}
}

// An object that no test fills has something in it, and the methods of a lock that
// is part of it are not calls of its own.
func TestObjectsThatNoTestFillsAreFilled(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Queue is safe for concurrent use.
type Queue struct {
	sync.Mutex
	items []int
}

func NewQueue() *Queue { return &Queue{} }

func (q *Queue) Len() int { q.Mutex.Lock(); defer q.Mutex.Unlock(); return len(q.items) }

func (q *Queue) Enqueue(n int) { q.Mutex.Lock(); defer q.Mutex.Unlock(); q.items = append(q.items, n) }

func (q *Queue) Dequeue() int { q.Mutex.Lock(); defer q.Mutex.Unlock(); n := q.items[0]; q.items = q.items[1:]; return n }
`, "package m\n")
	filled := false
	for _, s := range made.Scenarios {
		if s.Calls[0][0] == "Lock()" || s.Calls[0][0] == "Unlock()" {
			t.Errorf("%s uses the lock of the queue", s.Test)
		}
		filled = filled || strings.Join(s.Setup, "; ") == "x := NewQueue(); x.Enqueue(3)" && s.Calls[0][0] == "Dequeue()"
	}
	if !filled {
		t.Error("all queues are empty")
	}
}

// A package of an interface is often named by its version, as generated variables are.
func TestPackagesAreNotNamedLikeVariables(t *testing.T) {
	own := types.NewPackage("example.com/m", "m")
	c := &caller{p: &packages.Package{Types: own}, imports: newImports(own.Scope())}
	for path, want := range map[string]string{"example.com/core/v1": "v1api", "example.com/v2net": "v2net"} {
		name := path[strings.LastIndex(path, "/")+1:]
		if got := c.imported(types.NewPackage(path, name)); got != want {
			t.Errorf("package %s is %s, not %s", name, got, want)
		}
	}
}
