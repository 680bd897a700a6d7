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

// What a call does that is given the time of its call is another thing each time.
func TestResultsThatDependOnTheTimeOfTheCallAreNotCompared(t *testing.T) {
	made := probesOf(t, `package m

import (
	"sync"
	"time"
)

// A Cache is safe for concurrent use.
type Cache struct {
	mu   sync.Mutex
	last time.Time
	n    int
}

func (c *Cache) Put(n int) bool { c.mu.Lock(); defer c.mu.Unlock(); c.n = n; return n > 0 }

func (c *Cache) PutUntil(end time.Time) bool { c.mu.Lock(); defer c.mu.Unlock(); c.n++; return end.After(c.last) }
`, `package m

import (
	"testing"
	"time"
)

func TestCache(t *testing.T) {
	c := &Cache{}
	c.Put(1)
	c.PutUntil(time.Now())
}
`)
	text := made.Files[0].Source
	for test, want := range map[string]bool{"TestProbeCachePutPut": true, "TestProbeCachePutPutUntil": false} {
		if !strings.Contains(text, "func "+test+"(") {
			t.Errorf("there is no %s", test)
		}
		if strings.Contains(text, "//harrier:orders "+test+"\n") != want {
			t.Errorf("%s: compared is not %v", test, want)
		}
	}
}

// A cache treats the key that was used last in another way than the others; so it is called
// with a second one that its test has.
func TestAnotherKeyOfTheTestIsUsed(t *testing.T) {
	const source = `package m

import (
	"container/list"
	"sync"
)

type LRU struct {
	mu    sync.RWMutex
	order *list.List
	byKey map[string]*list.Element
}

func New() *LRU { return &LRU{order: list.New(), byKey: map[string]*list.Element{}} }

func (l *LRU) Add(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byKey[key] = l.order.PushFront(key)
}

func (l *LRU) Get(key string) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	e, ok := l.byKey[key]
	if ok {
		l.order.MoveToFront(e)
	}
	return ok
}
`
	const test = `package m

import "testing"

func TestGet(t *testing.T) {
	l := New()
	l.Add("a")
	l.Add("b")
	if !l.Get("b") {
		t.Fatal("no b")
	}
}

func TestOther(t *testing.T) {
	l := New()
	l.Get("x")
}
`
	var all []string
	for _, s := range probesOf(t, source, test).Scenarios {
		all = append(all, fmt.Sprint(strings.Join(s.Setup, "; "), s.Calls))
	}
	isWanted := func(s string) bool {
		return strings.Contains(s, `l.Add("b");`) && strings.HasSuffix(s, `[[Get("a")] [Get("a")]]`)
	}
	if !slices.ContainsFunc(all, isWanted) {
		t.Errorf("Get(a) next to Get(a) is not among\n%s", strings.Join(all, "\n"))
	}
}

// Of two goroutines that wait for a condition, the one that comes second may find what
// the first has changed.
func TestTwoWaitForWhatOneSignals(t *testing.T) {
	const source = `package m

import "sync"

type Queue struct {
	mu    sync.Mutex
	some  *sync.Cond
	items []int
}

func New() *Queue { q := &Queue{}; q.some = sync.NewCond(&q.mu); return q }

func (q *Queue) Push(n int) { q.mu.Lock(); q.items = append(q.items, n); q.mu.Unlock(); q.some.Broadcast() }

func (q *Queue) Pop() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.some.Wait()
	}
	n := q.items[0]
	q.items = q.items[1:]
	return n
}
`
	tests := make(map[string]bool)
	for _, s := range probesOf(t, source, "package m\n").Scenarios {
		tests[s.Test] = true
	}
	if !tests["TestProbeQueuePopPopPush"] {
		t.Errorf("only %v", tests)
	}
}

// What is read and written by the methods of a generic atomic is shared.
func TestGenericAtomicsAreShared(t *testing.T) {
	const source = `package m

import "sync/atomic"

type Settings struct{ values atomic.Pointer[map[string]string] }

func New() *Settings { s := &Settings{}; s.values.Store(&map[string]string{}); return s }

func (s *Settings) Set(key, value string) { s.values.Store(&map[string]string{key: value}) }
`
	if made := probesOf(t, source, "package m\n"); len(made.Scenarios) == 0 {
		t.Errorf("no scenario: %v", made.Types)
	}
}

// An object whose methods share nothing can be made all the same.
func TestWhereNothingIsSharedThatIsSaid(t *testing.T) {
	const source = `package m

// An ID is safe for concurrent use.
type ID struct{ n int }

func New() *ID { return &ID{} }

func (i *ID) N() int { return i.n }
`
	for _, typ := range probesOf(t, source, "package m\n").Types {
		if want := "its methods share nothing that could go wrong, as far as is seen"; typ.Omitted != want {
			t.Errorf("%s: %q", typ.Name, typ.Omitted)
		}
	}
}

// Who releases a reference has one: with a goroutine that uses the object meanwhile, there
// are two. A semaphore counts no users.
func TestEachGoroutineHasAReferenceOfItsOwn(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Packet is safe for concurrent use.
type Packet struct {
	mu      sync.Mutex
	users   int
	payload []byte
}

func NewPacket() *Packet { return &Packet{users: 1, payload: make([]byte, 8)} }

func (p *Packet) Payload() []byte { return p.payload }

func (p *Packet) Retain() { p.mu.Lock(); defer p.mu.Unlock(); p.users++ }

func (p *Packet) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users--; p.users == 0 {
		p.payload = nil
	}
}

// A Semaphore is safe for concurrent use.
type Semaphore struct {
	mu   sync.Mutex
	free int
}

func (s *Semaphore) Acquire() { s.mu.Lock(); defer s.mu.Unlock(); s.free-- }

func (s *Semaphore) Release() { s.mu.Lock(); defer s.mu.Unlock(); s.free++ }
`, "package m\n")
	released := 0
	for _, s := range made.Scenarios {
		setup := strings.Join(s.Setup, "; ")
		for _, calls := range s.Calls {
			i := slices.Index(calls, "Release()")
			if i < 0 {
				continue
			}
			if s.Type == "Packet" && (setup != "x := NewPacket(); x.Retain()" || i < len(calls)-1) {
				t.Errorf("%s: %s, %v", s.Test, setup, s.Calls)
			}
			if s.Type == "Semaphore" && strings.Contains(setup, "Retain") {
				t.Errorf("%s: %s", s.Test, setup)
			}
			released++
		}
	}
	if released == 0 {
		t.Error("nothing is released")
	}
}

// Whether two calls give away the same object is a result of them.
func TestTheSameObjectIsAResult(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// Sessions are safe for concurrent use.
type Sessions struct {
	mu  sync.Mutex
	all map[string]*Session
}

type Session struct{ Name string }

func New() *Sessions { return &Sessions{all: make(map[string]*Session)} }

// Open returns the session of a name.
func (s *Sessions) Open(name string) (*Session, error) {
	s.mu.Lock()
	known := s.all[name]
	s.mu.Unlock()
	if known == nil {
		known = &Session{name}
		s.mu.Lock()
		s.all[name] = known
		s.mu.Unlock()
	}
	return known, nil
}
`, `package m

import "testing"

func TestOpen(t *testing.T) {
	s := New()
	if one, _ := s.Open("a"); one.Name != "a" {
		t.Fatal(one)
	}
}
`)
	i := slices.IndexFunc(made.Scenarios, func(s scenario) bool { return s.Test == "TestProbeSessionsOpenOpen" })
	if i < 0 {
		t.Fatalf("there is no such scenario among %d", len(made.Scenarios))
	}
	source := made.Files[0].Source
	for _, want := range []string{"var o1, o2 *Session", "o1 = r1", "o2 = r1", `state := []string{fmt.Sprint("same object: ", o1 == o2)}`, `func() []string { return []string{fmt.Sprint("same object: ", o1 == o2)} }`} {
		if !strings.Contains(source, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// Two may wait for the condition that the end of the object signals once; a wait for a group may
// be over before its first member is there.
func TestAnEndSignalsAndAGroupIsWaitedFor(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Pool is safe for concurrent use.
type Pool struct {
	mu     sync.Mutex
	free   *sync.Cond
	wg     sync.WaitGroup
	items  int
	closed bool
}

func New() *Pool {
	p := &Pool{}
	p.free = sync.NewCond(&p.mu)
	return p
}

func (p *Pool) Get() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.items == 0 && !p.closed {
		p.free.Wait()
	}
	return !p.closed
}

func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.free.Signal()
}

func (p *Pool) Work(f func()) { p.begin(f) }

func (p *Pool) begin(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *Pool) Wait() { p.wg.Wait() }
`, `package m

import "testing"

func TestPool(t *testing.T) {
	p := New()
	p.Work(func() {})
	p.Wait()
	p.Close()
	p.Get()
}
`)
	for _, want := range []string{"TestProbePoolGetGetClose", "TestProbePoolWaitWork"} {
		if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool { return s.Test == want }) {
			t.Errorf("there is no %s", want)
		}
	}
}

// A signal that is lost if none waits for it is tried next to the wait; a length that no call
// changes meets nothing.
func TestASignalMayComeBeforeItsWait(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Buffer struct {
	mu     sync.Mutex
	items  []int
	n      int
	filled chan struct{}
}

func New() *Buffer { return &Buffer{items: make([]int, 3), filled: make(chan struct{})} }

func (b *Buffer) Push(v int) {
	b.mu.Lock()
	b.items[b.n] = v
	b.n++
	b.mu.Unlock()
	b.signal()
}

func (b *Buffer) signal() {
	select {
	case b.filled <- struct{}{}:
	default:
	}
}

func (b *Buffer) Pop() int {
	for {
		b.mu.Lock()
		if b.n > 0 {
			b.n--
			v := b.items[b.n]
			b.mu.Unlock()
			return v
		}
		b.mu.Unlock()
		<-b.filled
	}
}

func (b *Buffer) Room() int { return len(b.items) }
`, `package m

import "testing"

func TestBuffer(t *testing.T) {
	b := New()
	b.Push(1)
	b.Pop()
	b.Room()
}
`)
	ranks := make(map[string]int)
	for _, s := range made.Scenarios {
		ranks[s.Test] = s.Rank
	}
	if ranks["TestProbeBufferPopPush"] < 50 || ranks["TestProbeBufferPopPopPushPush"] < 50 {
		t.Errorf("the wait and its signal are worth too little: %v", ranks)
	}
	if ranks["TestProbeBufferPushRoom"] > 0 {
		t.Errorf("the length of a slice is read, not its elements: %v", ranks)
	}
}

// What a pool has given away comes back while a call that waits for it is canceled: one of them has
// it afterwards.
func TestWhatIsHeldIsHandedBackWhileAContextEnds(t *testing.T) {
	made := probesOf(t, `package m

import (
	"context"
	"sync"
)

type Conn struct{ n int }

// A Pool is safe for concurrent use.
type Pool struct {
	mu   sync.Mutex
	free chan *Conn
}

func New(n int) *Pool {
	p := &Pool{free: make(chan *Conn, n)}
	for range n {
		p.free <- new(Conn)
	}
	return p
}

func (p *Pool) Get(ctx context.Context) (*Conn, error) {
	select {
	case c := <-p.free:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *Pool) Put(c *Conn) { p.free <- c }

func (p *Pool) Idle() int { return len(p.free) }

// A Semaphore is safe for concurrent use.
type Semaphore struct {
	mu   sync.Mutex
	free int
}

func (s *Semaphore) Acquire(ctx context.Context, n int) error { s.mu.Lock(); defer s.mu.Unlock(); s.free -= n; return ctx.Err() }

func (s *Semaphore) Release(n int) { s.mu.Lock(); defer s.mu.Unlock(); s.free += n }
`, `package m

import (
	"context"
	"testing"
)

func TestPool(t *testing.T) {
	p := New(1)
	c, _ := p.Get(context.Background())
	p.Put(c)
}

func TestSemaphore(t *testing.T) {
	s := &Semaphore{}
	s.Acquire(context.Background(), 2)
	s.Release(1)
}
`)
	mustBuild(t, made)
	for test, want := range map[string]string{
		"TestProbePoolGetCancelContextPut":              "held, _ := p.Get(context.Background())",
		"TestProbeSemaphoreAcquireCancelContextRelease": "s.Acquire(context.Background(), 2)",
	} {
		i := slices.IndexFunc(made.Scenarios, func(s scenario) bool { return s.Test == test })
		if i < 0 || !slices.Contains(made.Scenarios[i].Setup, want) || !strings.Contains(made.Scenarios[i].Alone, "//harrier:orders") {
			t.Errorf("%s is not there, or not after %s", test, want)
		}
	}
}
