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

func (p *Pool) Clone() *Pool { p.mu.Lock(); defer p.mu.Unlock(); return &Pool{size: p.size} }

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
		if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool { return strings.Contains(s.Test, "Clone") }) {
			t.Errorf("%q: Clone, which configures nothing, is not called", doc)
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
	for _, want := range []string{`TestUser Push("mine")`, `BenchmarkUser Push("often")`} {
		if !seeds[want] {
			t.Errorf("no scenario is from %s: %v", want, seeds)
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

// A method of a suite is a test: the suite is made as for one.
func TestSuitesAreMadeForTheirTests(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Box is safe for concurrent use.
type Box struct {
	mu sync.Mutex
	n  int
}

func New(n int) *Box { return &Box{n: n} }

func (b *Box) Add() { b.mu.Lock(); b.n++; b.mu.Unlock() }

func (b *Box) Get() int { return b.n }
`, `package m

import "testing"

type base struct{ t *testing.T }

func (b *base) SetT(t *testing.T) { b.t = t }

type boxes struct {
	base
	size int
}

func (s *boxes) SetupTest() { s.size = 3 }

func (s *boxes) TestAdd() {
	box := New(s.size)
	box.Add()
}

type others struct{ n int }

func (o *others) TestOther() {
	box := New(o.n + 77)
	box.Add()
}
`)
	made.Scenarios = slices.DeleteFunc(made.Scenarios, func(s scenario) bool { return s.Type != "Box" })
	if len(made.Scenarios) == 0 {
		t.Fatal("there are no scenarios")
	}
	for _, s := range made.Scenarios {
		if setup := strings.Join(s.Setup, "; "); !strings.HasPrefix(setup, "s := new(boxes); s.SetT(t); s.SetupTest(); box := New(s.size)") {
			t.Errorf("setup is %s", setup)
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

// A context that the test cancels at its end is canceled at the end of the
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

// What a test does with an object that another one made, before it asks that one for
// it again, is what makes it: a span that is not finished is not among those that are.
func TestSetupsHaveTheCallsInBetween(t *testing.T) {
	source := `package m

import "sync"

// A Span is safe for concurrent use.
type Span struct {
	mu     sync.Mutex
	tracer *Tracer
	tags   int
}

func (s *Span) Finish() { s.tracer.done = append(s.tracer.done, s) }

func (s *Span) Tag() { s.mu.Lock(); defer s.mu.Unlock(); s.tags++ }

type Tracer struct{ done []*Span }

func (t *Tracer) Start() *Span { return &Span{tracer: t} }

func (t *Tracer) Done() []*Span { return t.done }
`
	made := probesOf(t, source, `package m

import "testing"

func TestSpan(t *testing.T) {
	tracer := &Tracer{}
	span := tracer.Start()
	t.Log("finishing")
	span.Finish()
	first := tracer.Done()[0]
	first.Tag()
}
`)
	const want = "tracer := &Tracer{}; _ = tracer; span := tracer.Start(); _ = span; span.Finish(); first := tracer.Done()[0]; _ = first"
	if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool { return strings.HasPrefix(strings.Join(s.Setup, "; "), want) }) {
		for _, s := range made.Scenarios {
			t.Log(s.Setup)
		}
		t.Error("no setup finishes the span")
	}
}

// A variable that is declared for a function to set is nil where it is declared.
func TestVariablesWithoutValueAreNotSeeds(t *testing.T) {
	made := probesOf(t, stack, `package m

import "testing"

func TestLater(t *testing.T) {
	var s *Stack
	func() { s = New(1) }()
	s.Push("a")
}

func TestZero(t *testing.T) {
	var s Stack
	s.Push("a")
}
`)
	for _, s := range made.Scenarios {
		if s.Seed == "TestLater" {
			t.Errorf("%v", s.Setup)
		}
	}
	if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool { return s.Seed == "TestZero" }) {
		t.Error("the zero value is not a seed")
	}
}

// Before Start, the other methods of an object may do nothing: it is started in a
// setup, unless a test does that, or nothing ends what it starts.
func TestObjectsAreStarted(t *testing.T) {
	const source = `package m

import "sync"

type Worker struct {
	mu   sync.Mutex
	quit chan bool
	n    int
}

func New() *Worker { return &Worker{} }

func (w *Worker) Start() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quit = make(chan bool)
	go func() { <-w.quit }()
	return nil
}

func (w *Worker) Add(n int) { w.mu.Lock(); defer w.mu.Unlock(); w.n += n }
STOP
`
	const stop = "func (w *Worker) Stop() { if w.quit != nil { close(w.quit) }; w.n = 0 }"
	const test = `package m

import "testing"

func TestAdd(t *testing.T) {
	w := New()
	w.Add(3)
}
`
	const starts = `
func TestStart(t *testing.T) {
	w := New()
	w.Start()
	w.Add(4)
}
`
	setups := func(source, test string) []string {
		var found []string
		for _, one := range probesOf(t, source, test).Scenarios {
			setup := strings.Join(slices.DeleteFunc(one.Setup, func(s string) bool { return strings.HasPrefix(s, "_ =") }), "; ")
			if !slices.Contains(found, setup) {
				found = append(found, setup)
			}
		}
		slices.Sort(found)
		return found
	}
	for _, one := range []struct {
		source, test string
		want         []string
	}{
		{strings.ReplaceAll(source, "STOP", stop), test, []string{"w := New()", "w := New(); w.Add(3)", "w := New(); w.Start()"}},
		{strings.ReplaceAll(source, "STOP", stop), test + starts, []string{"w := New()", "w := New(); w.Add(3)", "w := New(); w.Start(); w.Add(4)"}},
		{strings.ReplaceAll(source, "STOP", ""), test, []string{"w := New()", "w := New(); w.Add(3)"}},
	} {
		if got := setups(one.source, one.test); !slices.Equal(got, one.want) {
			t.Errorf("got %q, want %q", got, one.want)
		}
	}
}

// A test of another package may use what is internal to that, or be of a program: the go
// command lets no file of this package import either, and builds none of its tests then.
func TestWhatMayNotBeImportedIsNoPartOfASetup(t *testing.T) {
	for dir, mayUse := range map[string]bool{"user/internal/size": false, "internal/size": true} {
		made := probesOfModule(t, probeOptions{perType: 20}, map[string]string{
			"go.mod":         "module example.com/m\n\ngo 1.25\n",
			"m.go":           stack,
			dir + "/size.go": "package size\n\nfunc Of() int { return 7 }\n",
			"user/user.go":   "package user\n\nimport \"example.com/m\"\n\nvar Shared = m.New(1)\n",
			"user/u_test.go": "package user\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m\"\n\t\"example.com/m/" + dir + "\"\n)\n\nfunc TestUser(t *testing.T) {\n\ts := m.New(size.Of())\n\ts.Push(\"a\")\n\ts.Push(\"b\")\n}\n",
			"tool/main.go":   "package main\n\nimport \"example.com/m\"\n\nfunc Size() int { return m.New(1).Len() }\n\nfunc main() {}\n",
			"tool/t_test.go": "package main\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m\"\n)\n\nfunc TestTool(t *testing.T) {\n\ts := m.New(Size())\n\ts.Push(\"b\")\n}\n",
		}, "./...")
		setup := strings.Join(made.Scenarios[0].Setup, "; ")
		if uses := strings.Contains(setup, "size.Of()"); uses != mayUse {
			t.Errorf("%s: the setup is %q", dir, setup)
		}
		mustBuild(t, made)
	}
}

const session = `package m

import "sync"

// A Session is safe for concurrent use.
type Session struct{ *session }

type session struct {
	mu  sync.Mutex
	log *[]string
}

%s

func (s *session) Send(text string) { s.mu.Lock(); defer s.mu.Unlock(); *s.log = append(*s.log, text) }

// A Page is safe for concurrent use.
type Page struct {
	of *Session
	mu sync.Mutex
	n  int
}

func NewPage(of *Session) *Page { return &Page{of: of} }

func (p *Page) Turn() { p.mu.Lock(); defer p.mu.Unlock(); p.n++; p.of.Send("turn") }

// A Book is safe for concurrent use.
type Book struct {
	mu sync.Mutex
	n  int
}

func NewBook(pages int) *Book { return &Book{n: pages} }

func (b *Book) Add() { b.mu.Lock(); defer b.mu.Unlock(); b.n++ }
`

// What no test and no constructor makes may be nothing; a type that only holds a pointer
// is made of what the constructor, or a test, makes for that.
func TestObjectsOfEmptyValuesAreMarked(t *testing.T) {
	const empty, makes = "package m\n", "func newSession(size int) *session { return &session{log: new([]string)} }"
	const test = `package m

import "testing"

func helped() *session { return %s }

func TestSend(t *testing.T) {
	s := helped()
	s.Send("a")
}
`
	for _, c := range []struct{ constructor, test, setup string }{
		{"", empty, "x := new(Session)"},
		{makes, empty, "x := &Session{newSession(3)}"},
		{makes, fmt.Sprintf(test, "newSession(1)"), "s := helped()"},
		{"", fmt.Sprintf(test, "&session{}"), "s := helped()"},
		{"", "package m\n\nvar _ = new(Session)\n", "x := new(Session)"},
	} {
		made := probesOf(t, fmt.Sprintf(session, c.constructor), c.test)
		setups, hollow := make(map[string]string), make(map[string]bool)
		for _, one := range made.Scenarios {
			setups[one.Type], hollow[one.Type] = one.Setup[0], one.Hollow
		}
		if isEmpty := strings.HasPrefix(c.setup, "x := new(") && c.test == empty; setups["Session"] != c.setup || hollow["Session"] != isEmpty || hollow["Page"] != (c.constructor == "") || hollow["Book"] {
			t.Errorf("%q, %q: the setups are %v, of empty values %v", c.constructor, c.setup, setups, hollow)
		}
		mustBuild(t, made)
	}
}

// A method may give away nothing, as for a name that is not known: calls of it panic.
func TestAHandleThatIsNilEndsTheTest(t *testing.T) {
	const source = `package m

import "sync"

// A Store is safe for concurrent use.
type Store struct {
	mu  sync.Mutex
	all map[string]*Item
}

// An Item is safe for concurrent use.
type Item struct {
	mu sync.Mutex
	n  int
}

func NewStore() *Store { return &Store{} }

func (s *Store) Open(name string) *Item { s.mu.Lock(); defer s.mu.Unlock(); return s.all[name] }

func (i *Item) Add() { i.mu.Lock(); defer i.mu.Unlock(); i.n++ }
`
	made := probesOf(t, source, "package m\n")
	i := slices.IndexFunc(made.Scenarios, func(s scenario) bool { return s.Test == "TestProbeStoreOpenAddOpenAdd" })
	if i < 0 || !strings.Contains(made.Scenarios[i].Alone, "if h1 == nil {\n\t\tt.SkipNow()\n\t}") || slices.ContainsFunc(made.Scenarios[i].Setup, func(s string) bool { return strings.Contains(s, "nil") }) {
		t.Errorf("got %+v", made.Scenarios)
	}
	mustBuild(t, made)
}

const bus = `package m

import "sync"

// A Bus is safe for concurrent use.
type Bus struct {
	mu       sync.RWMutex
	handlers map[string]func(string)
}

func New() *Bus { return &Bus{handlers: make(map[string]func(string))} }

func (b *Bus) On(topic string, f func(string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers[topic] = f
}

func (b *Bus) Publish(topic, text string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if f := b.handlers[topic]; f != nil {
		f(text)
	}
}
`

// A test whose handler calls the object is a setup of its own.
func TestHandlersThatCallBackAreSetups(t *testing.T) {
	made := probesOf(t, bus, `package m

import (
	"sync/atomic"
	"testing"
)

func TestPublish(t *testing.T) {
	b := New()
	b.On("a", func(string) {})
	b.Publish("a", "x")
}

func TestHandlerPublishes(t *testing.T) {
	b := New()
	var mails atomic.Int64
	b.On("mail", func(string) { mails.Add(1) })
	b.On("order", func(text string) { b.Publish("mail", text) })
	b.Publish("order", "x")
}
`)
	if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool {
		setup := strings.Join(s.Setup, "\n")
		return strings.Contains(setup, `b.Publish("mail", text)`) && strings.Contains(setup, "var mails atomic.Int64")
	}) {
		t.Error("no setup has the handler that publishes")
	}
}

// Where the setup has put both keys of its calls into the object, one that it has not is the second.
func TestAKeyThatIsNewIsUsed(t *testing.T) {
	made := probesOf(t, bus, `package m

import "testing"

func TestPublish(t *testing.T) {
	b := New()
	b.On("a", func(string) {})
	b.On("b", func(string) {})
	b.Publish("b", "x")
	b.On("c", func(string) {})
}
`)
	if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool {
		return strings.Contains(strings.Join(s.Setup, "\n"), `b.On("b"`) && strings.Contains(fmt.Sprint(s.Calls), `On("c"`)
	}) {
		t.Error("no call has the key that the setup has not put there")
	}
}

// A bubble and a block are like a subtest; what a group runs in a goroutine is no part of a setup,
// which would not wait for it.
func TestObjectsAreTakenOutOfBubblesAndBlocks(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Counter is safe for concurrent use.
type Counter struct {
	mu sync.Mutex
	n  int
}

func New(n int) *Counter { return &Counter{n: n} }

func (c *Counter) Add(n int) { c.mu.Lock(); defer c.mu.Unlock(); c.n += n }

func (c *Counter) Total() int { return c.n }
`, `package m

import (
	"sync"
	"testing"
	"testing/synctest"
)

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(1)
		c.Add(1)
		synctest.Wait()
		c.Total()
	})
}

func TestBlock(t *testing.T) {
	{
		c := New(2)
		c.Add(2)
	}
}

func TestGroup(t *testing.T) {
	var wg sync.WaitGroup
	c := New(3)
	c.Add(3)
	wg.Go(func() { c.Add(4) })
	wg.Wait()
	c.Add(5)
}
`)
	mustBuild(t, made)
	seeds := make(map[string]bool)
	for _, s := range made.Scenarios {
		seeds[s.Seed] = true
		if setup := strings.Join(s.Setup, "; "); strings.Contains(setup, "synctest") || strings.Contains(setup, "wg.") || strings.Contains(setup, "Add(5)") {
			t.Errorf("the setup of %s is %s", s.Test, setup)
		}
	}
	for _, want := range []string{"TestBubble", "TestBlock", "TestGroup"} {
		if !seeds[want] {
			t.Errorf("%s makes no object: %v", want, seeds)
		}
	}
}
