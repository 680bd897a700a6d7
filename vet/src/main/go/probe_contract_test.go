package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
	if why["Bare"] != "nothing says that goroutines may share such an object" {
		t.Errorf("Bare: %q", why["Bare"])
	}
	if why["Stack"] != "" {
		t.Errorf("Stack: %q", why["Stack"])
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

// An interface has no fields that could guard it; a lock of what implements it says that
// its objects may be shared.
func TestInterfacesHaveScenariosWithoutEvidence(t *testing.T) {
	source := `package m

import "sync"

type Counter interface{ Add(n int) }

type counter struct {
	mu sync.Mutex
	n  int
}

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

// A field that methods write under a lock is guarded by it; where it is accessed
// without, is an oversight. What no method writes so is not guarded.
// most are the guards of fields that most accesses hold.
func most(all []guard) []guard {
	return slices.DeleteFunc(slices.Clone(all), func(one guard) bool { return one.Few })
}

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

// IDs has one atomic access and three that are not.
type IDs struct{ last uint64 }

func (i *IDs) Next() uint64 {
	if i.last == 0 {
		i.last = i.last + 100
	}
	return atomic.AddUint64(&i.last, 1)
}

// A Clock is set by callers that hold a lock of their own.
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

// A Server gives its lock to a function that releases it.
type Server struct {
	mu   sync.Mutex
	done chan bool
}

func (s *Server) Serve() {
	unlock := once(&s.mu)
	s.mu.Lock()
	defer unlock()
	s.done = make(chan bool)
	unlock()
	close(s.done)
}

func (s *Server) Stop() { <-s.done }

func once(l sync.Locker) func() { return sync.OnceFunc(l.Unlock) }

var (
	lock  sync.Mutex
	names []string
)

func Register(name string) { lock.Lock(); defer lock.Unlock(); names = append(names, name) }

func Flush() { lock.Lock(); defer lock.Unlock(); names = nil }

func Names() int { return len(names) }
`
	got := make(map[string][]string)
	for _, one := range most(probesOf(t, source, "package m\n").Guards) {
		for _, at := range one.Bare {
			got[one.Field+" by "+one.Lock] = append(got[one.Field+" by "+one.Lock], filepath.Base(at))
		}
	}
	want := map[string][]string{"Meter.n by Meter.mu": {"m.go:22"}, "Meter.hits by atomic": {"m.go:32"}, "IDs.last by atomic": {"m.go:38", "m.go:39"}, "m.names by m.lock": {"m.go:95"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A field may refer to the lock, which is held all the same unless a method passes it on.
func TestALockThatAFieldRefersToGuards(t *testing.T) {
	const source = `package m

import "sync"

type Spinner struct {
	mu    *sync.Mutex
	index int
}

func New() *Spinner { return &Spinner{mu: new(sync.Mutex)} }

func (s *Spinner) Next()    { s.mu.Lock(); defer s.mu.Unlock(); s.index++ }
func (s *Spinner) Reverse() { s.mu.Lock(); defer s.mu.Unlock(); s.index = 0 }
func (s *Spinner) Stop()    { s.mu.Lock(); s.mu.Unlock(); s.index = 0 }

type Lent struct {
	mu *sync.Mutex
	n  int
}

func (l *Lent) Take() sync.Locker { l.mu.Lock(); l.n++; return l.mu }
func (l *Lent) N() int            { return l.n }
`
	var got []string
	for _, one := range probesOf(t, source, "package m\n").Guards {
		got = append(got, one.Field+" by "+one.Lock+" but for "+filepath.Base(one.Bare[0]))
	}
	if want := []string{"Spinner.index by Spinner.mu but for m.go:14"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A method that begins with the object is called before others know it; the goroutines
// that it starts run while they call it.
func TestWhatBeginsWithAnObjectNeedsNoLock(t *testing.T) {
	const source = `package m

import "sync"

type Screen struct {
	mu    sync.Mutex
	style int
	drawn int
}

func (s *Screen) Init() {
	s.style = 1
	s.drawn = 0
	go func() {
		s.drawn++
	}()
	go s.startDrawing()
}

func (s *Screen) startDrawing() { s.drawn++ }

func (s *Screen) SetStyle(style int) { s.mu.Lock(); defer s.mu.Unlock(); s.style = style }

func (s *Screen) Style() int { s.mu.Lock(); defer s.mu.Unlock(); return s.style }

func (s *Screen) Draw() { s.mu.Lock(); defer s.mu.Unlock(); s.drawn = s.style }

func (s *Screen) Drawn() int { s.mu.Lock(); defer s.mu.Unlock(); return s.drawn }

// Reset lets the screen draw again after a Close.
func (s *Screen) Reset() { s.style = 0 }
`
	bare := func(made probe) []string {
		var got []string
		for _, one := range most(made.Guards) {
			for _, at := range one.Bare {
				got = append(got, one.Field+" "+filepath.Base(at))
			}
		}
		return got
	}
	want := []string{"Screen.drawn m.go:15", "Screen.drawn m.go:20"}
	if got := bare(probesOf(t, source, "package m\n")); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	again := append(slices.Clone(want), "Screen.style m.go:31")
	if got := bare(probesOf(t, strings.Replace(source, "after a Close", "in white", 1), "package m\n")); !slices.Equal(got, again) {
		t.Errorf("got %v, want %v", got, again)
	}
	// The same, seen from a package that uses it.
	made := probesOfModule(t, probeOptions{perType: 10}, map[string]string{
		"go.mod":    "module example.com/m\n\ngo 1.25\n",
		"s/m.go":    strings.Replace(source, "package m", "package s", 1),
		"m.go":      "package m\n\nimport \"example.com/m/s\"\n\ntype User struct{ s.Screen }\n",
		"m_test.go": "package m\n",
	})
	if got := bare(made); !slices.Equal(got, want) {
		t.Errorf("from another package: got %v, want %v", got, want)
	}
}

// Where two methods hold a lock and one does not, that one is the oversight, however
// often it uses the field.
func TestGuardsAreCountedByFunctions(t *testing.T) {
	const source = `package m

import "sync"

type Reporter struct {
	mu     sync.Mutex
	counts map[string]int
}

func New() *Reporter { return &Reporter{counts: map[string]int{}} }

func (r *Reporter) Inc(name string) { r.mu.Lock(); defer r.mu.Unlock(); r.counts[name]++ }

func (r *Reporter) Count(name string) int { r.mu.Lock(); defer r.mu.Unlock(); return r.counts[name] }

func (r *Reporter) Flush() int {
	counts := r.counts
	r.counts = map[string]int{}
	return len(counts)
}
`
	var got []string
	for _, one := range most(probesOf(t, source, "package m\n").Guards) {
		got = append(got, one.Field+" by "+one.Lock+" but for "+fmt.Sprint(len(one.Bare)))
	}
	if want := []string{"Reporter.counts by Reporter.mu but for 3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A library's list is written by its methods, a slice is read where it is appended to
// another one, and what a sort is given is called with the locks that are held around it.
func TestGuardsAreOfWhatTheLibraryChanges(t *testing.T) {
	const source = `package m

import (
	"container/list"
	"sort"
	"sync"
)

type LRU struct {
	mu    sync.RWMutex
	order *list.List
	lines []string
}

func New() *LRU { return &LRU{order: list.New()} }

func (l *LRU) Add(x int) { l.mu.Lock(); defer l.mu.Unlock(); l.order.PushFront(x); l.lines = append(l.lines, "") }

func (l *LRU) Len() int { l.mu.RLock(); defer l.mu.RUnlock(); return l.order.Len() }

func (l *LRU) Get() {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.order.MoveToFront(l.order.Back())
}

func (l *LRU) Lines() []string {
	l.mu.Lock()
	lines := l.lines
	l.mu.Unlock()
	return append([]string(nil), lines...)
}

func (l *LRU) Sort() {
	l.mu.Lock()
	defer l.mu.Unlock()
	sort.Slice(l.lines, func(i, j int) bool { return l.lines[i] < l.lines[j] })
}

func (l *LRU) Order() {
	sort.Slice(l.lines, l.less)
}

func (l *LRU) less(i, j int) bool { return l.lines[i] < l.lines[j] }
`
	got := make(map[string][]string)
	for _, one := range most(probesOf(t, source, "package m\n").Guards) {
		for _, at := range one.Bare {
			got[one.Field] = append(got[one.Field], filepath.Base(at))
		}
	}
	want := map[string][]string{"LRU.order": {"m.go:24"}, "LRU.lines": {"m.go:31", "m.go:41", "m.go:44"}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// That goroutines may use an object need not mean that it is started, replaced, read from
// its encoding, or given one element, by two of them.
func TestDocumentationOfTheTypeIsOfItsUse(t *testing.T) {
	const source = `package m

import "sync"

// A Pool may be shared by several goroutines.
type Pool struct {
	mu sync.Mutex
	n  int
}

// A Conn is a connection.
type Conn struct{ n int }

func (p *Pool) Get() *Conn { p.mu.Lock(); defer p.mu.Unlock(); p.n++; return &Conn{} }

func (p *Pool) Put(c *Conn) { p.mu.Lock(); defer p.mu.Unlock(); p.n-- }

func (p *Pool) Start() { p.mu.Lock(); defer p.mu.Unlock(); p.n = 0 }

func (p *Pool) Adopt(n int) { *p = Pool{n: n} }

func (p *Pool) Run() { p.mu.Lock(); defer p.mu.Unlock(); p.n++ }

// Sweep may break if it is called again before it returns.
func (p *Pool) Sweep() { p.mu.Lock(); defer p.mu.Unlock(); p.n-- }

func (p *Pool) UnmarshalText(text []byte) error { p.n = len(text); return nil }

// Reset may be called by several goroutines at any time.
func (p *Pool) Reset() { p.mu.Lock(); defer p.mu.Unlock(); p.n = 0 }
`
	const test = `package m

import "testing"

func TestPool(t *testing.T) {
	p := &Pool{}
	p.Start()
	p.Adopt(1)
	p.UnmarshalText([]byte("a"))
	p.Run()
	p.Sweep()
	c := p.Get()
	p.Put(c)
}
`
	got := make(map[string]string)
	for _, s := range probesOf(t, source, test).Scenarios {
		for _, e := range s.Evidence {
			if strings.HasPrefix(e.Kind, "documented") && got[s.Test] == "" {
				got[s.Test] = strings.TrimSpace(e.Kind + ": " + e.Call + " " + e.Why)
			}
		}
	}
	for test, want := range map[string]string{
		"TestProbePoolGetGet":           "documented:",
		"TestProbePoolGetPut":           "documented:",
		"TestProbePoolPutPut":           "documented of use: Put element",
		"TestProbePoolGetStart":         "documented of use: Start set up",
		"TestProbePoolResetReset":       "documented of use: Reset set up",
		"TestProbePoolRunRun":           "documented of use: Run set up",
		"TestProbePoolSweepSweep":       "documented of use: Sweep set up",
		"TestProbePoolGetRun":           "documented:",
		"TestProbePoolGetSweep":         "documented:",
		"TestProbePoolAdoptPut":         "documented of use: Adopt set up",
		"TestProbePoolGetUnmarshalText": "documented of use: UnmarshalText set up",
	} {
		if got[test] != want {
			t.Errorf("%s: %q, not %q, of %v", test, got[test], want, got)
		}
	}
}

// The pieces of a sharded map have the locks.
func TestLocksInTheElementsOfATypeAreEvidence(t *testing.T) {
	const source = `package m

import "sync"

type shard struct {
	mu sync.Mutex
	n  int
}

type Map struct{ shards [2]*shard }

func New() *Map { return &Map{[2]*shard{{}, {}}} }

func (m *Map) Add(i int) { s := m.shards[i%2]; s.mu.Lock(); defer s.mu.Unlock(); s.n++ }

func (m *Map) Len() int { return m.shards[0].n + m.shards[1].n }
`
	for _, typ := range probesOf(t, source, "package m\n").Types {
		if typ.Name == "Map" && (typ.Omitted != "" || typ.Scenarios == 0) {
			t.Errorf("%s: %d scenarios, %q", typ.Name, typ.Scenarios, typ.Omitted)
		}
	}
}

// A method that takes a lock to set an option expects others to use it meanwhile, even
// if none of them takes it. Where something else is written without, and where the lock is
// that of a start, which others come after, it is as if there were none.
func TestALockThatIsTakenToSetAnOptionGuardsIt(t *testing.T) {
	const source = `package m

import "sync"

type Client struct {
	mu     sync.Mutex
	order  int
	unit   int
	server string
}

func New() *Client { return &Client{order: 1} }

func (c *Client) SetOrder(order int) { c.mu.Lock(); defer c.mu.Unlock(); c.order = order }
func (c *Client) SetUnit(unit int)   { c.mu.Lock(); defer c.mu.Unlock(); c.unit = unit }
func (c *Client) Start()             { c.mu.Lock(); defer c.mu.Unlock(); c.server = "s" }

func (c *Client) Read() int   { return c.order + c.unit + len(c.server) }
func (c *Client) Write() int  { return c.order + c.unit + len(c.server) }
func (c *Client) Next() (n int) { n = c.order; c.unit++; return n }
`
	var got []string
	for _, one := range most(probesOf(t, source, "package m\n").Guards) {
		got = append(got, one.Field+" by "+one.Lock+" but for "+fmt.Sprint(len(one.Bare)))
	}
	if want := []string{"Client.order by Client.mu but for 3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Who calls other methods of a lock holds it; a type that merely has a lock that others
// may take is no lock.
func TestTheLockOfALockGuardsNothing(t *testing.T) {
	const source = `package m

import "sync"

type Timed struct {
	sync.Mutex
	n int
}

func (l *Timed) Lock()  { l.Mutex.Lock(); l.n++ }
func (l *Timed) N() int { return l.n }

type Table struct {
	sync.Mutex
	n int
}

func (l *Table) Add()   { l.Lock(); defer l.Unlock(); l.n++ }
func (l *Table) N() int { return l.n }
`
	var got []string
	for _, one := range most(probesOf(t, source, "package m\n").Guards) {
		got = append(got, one.Field+" by "+one.Lock)
	}
	if want := []string{"Table.n by Table.Mutex"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
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

// A goroutine that an object starts shares it with those that call its methods, and
// says nothing of two of these.
func TestAnObjectWithAGoroutineOfItsOwnIsShared(t *testing.T) {
	made := probesOf(t, `package m

type Scheduler struct{ jobs []string }

func NewScheduler() *Scheduler { return &Scheduler{} }

func (s *Scheduler) Add(job string) { s.jobs = append(s.jobs, job) }

func (s *Scheduler) Start() {
	go func() {
		for range s.jobs {
		}
	}()
}

// A Sum starts a goroutine that has nothing of it.
type Sum struct{ n int }

func (s *Sum) Add(n int) {
	s.n += n
	done := make(chan bool)
	go func() { close(done) }()
	<-done
}
`, "package m\n")
	started := false
	for _, s := range made.Scenarios {
		calls := strings.Join(slices.Concat(s.Calls...), " ")
		if s.Type != "Scheduler" || !strings.Contains(calls, "Start") || s.Evidence[0].Kind != "own goroutine" {
			t.Errorf("%s calls %s of %s: %v", s.Test, calls, s.Type, s.Evidence)
		}
		started = started || strings.Contains(calls, "Add") && strings.Contains(calls, "Start")
	}
	if !started {
		t.Error("no call is made beside the goroutine")
	}
}

// What a package calls with a lock held is for those who hold it, if others can: the type
// embeds the lock. Others can't hold one in a field of their own.
func TestWhatIsCalledWithALockIsForThoseWhoCanHoldIt(t *testing.T) {
	const source = `package m

import "sync"

type Metric struct {
	FIELD
	values map[string]int
	order  []int
}

func (m *Metric) Find(name string) int { return m.values[name] }

func (m *Metric) sort() { m.order[0] = 1 }

func (m *Metric) Sorted() int {
	m.LOCK.RLock()
	defer m.LOCK.RUnlock()
	m.sort()
	return m.order[0]
}

func (m *Metric) Order(i int) {
	m.LOCK.Lock()
	defer m.LOCK.Unlock()
	m.order[i] = 0
	m.order[i+1] = 0
}

func (m *Metric) Get(name string) int {
	m.Lock()
	defer m.Unlock()
	if m.Find(name) == 0 {
		m.values[name] = 1
	}
	return m.values[name]
}
`
	for field, lock := range map[string]string{"sync.RWMutex": "RWMutex", "mu sync.RWMutex": "mu"} {
		with := strings.NewReplacer("FIELD", field, "LOCK", lock, "m.Lock", "m."+lock+".Lock", "m.Unlock", "m."+lock+".Unlock").Replace(source)
		bare := make(map[string]bool)
		for _, one := range probesOf(t, with, "package m\n").Guards {
			bare[one.Field] = true
		}
		if bare["Metric.values"] != (lock == "mu") {
			t.Errorf("%s: Find is an oversight: %v", field, bare)
		}
		if !bare["Metric.order"] {
			t.Errorf("%s: what sort writes needs more than the lock for reading", field)
		}
	}
}

// A queue that is documented has a list, whose own methods take no lock: what all calls of the
// queue do with the lock held, and one does not, is an oversight. Of a type that promises nothing
// it is not asked.
func TestALockGuardsWhatADocumentedTypeHas(t *testing.T) {
	const source = `package m

import "sync"

type List struct{ length int }

func (l *List) Push()    { l.length++ }
func (l *List) Len() int { return l.length }

// A Queue is WORD.
type Queue struct {
	mu   sync.Mutex
	list *List
}

func New() *Queue { return &Queue{list: &List{}} }

func (q *Queue) Push() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list.Push()
}

func (q *Queue) Full() bool { return q.list.Len() > 4 }
`
	for said, want := range map[string]int{"safe for concurrent use": 1, "a queue": 0} {
		var bare []string
		for _, one := range probesOf(t, strings.Replace(source, "WORD", said, 1), "package m\n").Guards {
			if one.Field == "List.length" && one.Lock == "Queue.mu" && one.Few {
				bare = append(bare, one.Bare...)
			}
		}
		if len(bare) != want || want > 0 && !strings.HasSuffix(bare[0], "m.go:8") {
			t.Errorf("%s: accesses without the lock are %q", said, bare)
		}
	}
}

// What a file does that imports package testing is for tests: it needs no lock.
func TestWhatIsForTestsIsNoOversight(t *testing.T) {
	made := probesOfModule(t, probeOptions{}, map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": `package m

import "sync"

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) Add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
}
`, "help.go": `package m

import "testing"

func (s *Store) Expect(t *testing.T, n int) {
	if s.n != n {
		t.Fatal(s.n)
	}
}
`}, "./...")
	if len(made.Guards) != 0 {
		t.Errorf("the guards are %+v", made.Guards)
	}
}
