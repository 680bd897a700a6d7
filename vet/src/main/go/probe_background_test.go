package main

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

const tail = `package m

import "sync"

// A Tail reads lines in a goroutine of its own. It is not safe for concurrent use.
type Tail struct {
	lines int
	limit int
	next  int
	done  chan bool
}

func New() *Tail {
	t := &Tail{done: make(chan bool)}
	t.begin()
	return t
}

func (t *Tail) begin() { go t.Run() }

// Run is the goroutine's.
func (t *Tail) Run() {
	for t.lines < t.limit {
		t.lines++
		t.Step()
	}
	close(t.done)
}

func (t *Tail) Step() { t.lines++ }

func (t *Tail) Lines() int { return t.lines }

func (t *Tail) SetLimit(n int) { t.limit = n }

func (t *Tail) Next() int { t.next++; return t.next }

// A Poll begins with Start.
type Poll struct {
	turns int
	every int
	quit  chan bool
}

func (p *Poll) Start() {
	go func() {
		for range p.every {
			p.turns++
		}
	}()
}

func (p *Poll) Turns() int { return p.turns }

func (p *Poll) SetEvery(n int) { p.every = n }

func (p *Poll) Stop() { p.every = 0; close(p.quit) }

// Turn begins in the tests' helper.
type Turn struct{ turns int }

func (p *Turn) Start() {
	go func() { p.turns++ }()
	p.turns = 0
}

func (p *Turn) Turns() int { return p.turns }

// Watch adds up in a goroutine.
type Watch struct{ sum int }

func (w *Watch) Follow(n int) {
	go func() { w.sum += n }()
}

func (w *Watch) Add(n int) { w.sum += n }

// Counts has no implementation with a lock.
type Counts interface{ Count() int }

type counts struct{ n int }

func (c *counts) Count() int { c.n++; return c.n }

func NewCounts() Counts { return &counts{} }

// A Chain has a goroutine that calls its methods through others.
type Chain struct {
	group sync.WaitGroup
	n     int
}

func NewChain() *Chain {
	c := &Chain{}
	c.group.Go(func() { c.loop() })
	return c
}

func (c *Chain) loop() { c.Step() }

func (c *Chain) Step() { c.n++ }

func (c *Chain) Len() int { return c.n }

// A Link calls back.
type Link struct {
	sum int
	url string
	on  bool
}

func (l *Link) Connect() {
	l.url = "a"
	go func() {
		if l.url != "" && l.on {
			l.sum++
		}
	}()
}

func (l *Link) SetOn(on bool) { l.on = on }

func (l *Link) Each(f func(int)) { f(l.sum) }

func (l *Link) Sum() int { return l.sum }

// A Round is gone again and again.
type Round struct {
	mu   sync.Mutex
	done chan bool
	n    int
}

// Go must only be called once at a time.
func (r *Round) Go() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = make(chan bool)
	r.n = 0
	go func() {
		close(r.done)
		r.n++
	}()
}

func (r *Round) Done() <-chan bool { return r.done }

type Builder interface{ Limit(n int) Builder }

type builder struct{ n int }

func (b *builder) Limit(n int) Builder { b.n = n; return b }
`

const tailTest = `package m

import "testing"

func TestTail(t *testing.T) { x := New(); _ = x.Lines() + x.Next() }

func TestPoll(t *testing.T) { p := &Poll{}; p.SetEvery(3); p.Stop() }

func newTurn() *Turn {
	p := &Turn{}
	p.Start()
	return p
}

func TestCounts(t *testing.T) { _ = NewCounts().Count() }

func TestCountsOfVariable(t *testing.T) {
	c := NewCounts()
	_ = c.Count()
}

func TestChain(t *testing.T) { c := NewChain(); _ = c.Len() }

func TestLink(t *testing.T) {
	l := &Link{}
	l.SetOn(true)
	l.Each(func(int) {})
}

func TestTurn(t *testing.T) { p := newTurn(); _ = p.Turns() }

func TestRound(t *testing.T) { r := &Round{}; r.Go(); <-r.Done() }

func TestWatch(t *testing.T) { w := &Watch{}; w.Follow(1); w.Add(2) }
`

// alone are the calls of the scenarios of one goroutine, by type.
func alone(made probe) map[string][]string {
	found := make(map[string][]string)
	for _, s := range made.Scenarios {
		if len(s.Calls) == 1 && s.Evidence[0].Kind != "ended" {
			var names []string
			for _, call := range s.Calls[0] {
				names = append(names, strings.TrimPrefix(call[:strings.Index(call, "(")], "<-x."))
			}
			found[s.Type] = append(found[s.Type], strings.Join(names, " "))
			if got := s.Evidence[0]; len(s.Evidence) != 1 || got.Kind != "one caller" || got.Place == "" {
				panic(got)
			}
		}
	}
	for _, calls := range found {
		slices.Sort(calls)
	}
	return found
}

func TestOneCallerMeetsGoroutinesOfTheObject(t *testing.T) {
	made := probesOf(t, tail, tailTest)
	found := alone(made)
	for typ, want := range map[string][]string{
		"Tail":  {"Lines", "SetLimit"},                          // Run and Step are the goroutine's, and Next shares nothing
		"Poll":  {"Start Stop", "Start Turns", "Stop", "Turns"}, // some setups have started it
		"Turn":  {"Turns"},
		"Watch": {"Add", "Follow Add"},
		"Chain": {"Len"},
		"Round": {"Go", "Go Done Go"},
		"Link":  {"Connect", "Connect Each", "Connect Sum"},
	} {
		all := slices.Compact(found[typ])
		for _, one := range want {
			if !slices.Contains(all, one) {
				t.Errorf("%s: %q is missing in %q", typ, one, all)
			}
		}
		for _, one := range all {
			if !slices.Contains(want, one) {
				t.Errorf("%s: %q is called by one goroutine", typ, one)
			}
		}
	}
	for _, s := range made.Scenarios {
		if len(s.Calls) > 1 && s.Type == "Tail" {
			t.Errorf("%s: %q", s.Type, s.Calls)
		}
		if len(s.Calls) > 1 && s.Calls[0][0] == "Go()" && s.Calls[1][0] == "Go()" {
			t.Errorf("%s: two of Go at a time: %q", s.Type, s.Calls)
		}
	}
}

const wheel = `package m

import "sync"

type task struct {
	stop bool
	n    int
}

type Wheel struct {
	mu    sync.Mutex
	tasks []*task
}

func NewWheel() *Wheel { return &Wheel{} }

func (w *Wheel) Start() {
	go func() {
		for range 10 {
			w.mu.Lock()
			for _, t := range w.tasks {
				if !t.stop {
					t.n++
				}
			}
			w.mu.Unlock()
		}
	}()
}

func (w *Wheel) NewTimer() *Timer {
	t := &task{}
	w.mu.Lock()
	w.tasks = append(w.tasks, t)
	w.mu.Unlock()
	return &Timer{w: w, task: t}
}

type Timer struct {
	w     *Wheel
	task  *task
	reset int
}

func (t *Timer) Stop() { t.task.stop = true }

func (t *Timer) Reset() { t.task.stop = false }

func (t *Timer) Resets() int { t.w.mu.Lock(); defer t.w.mu.Unlock(); return t.reset }
`

func TestOneCallerMeetsGoroutinesOfWhatMadeTheObject(t *testing.T) {
	test := func(begin string) string {
		return "package m\n\nimport \"testing\"\n\nfunc TestTimer(t *testing.T) {\n\tw := NewWheel()\n\t" + begin + "\n\tx := w.NewTimer()\n\tx.Stop()\n\tx.Reset()\n}\n"
	}
	if got := slices.Compact(alone(probesOf(t, wheel, test("w.Start()")))["Timer"]); !slices.Equal(got, []string{"Stop"}) { // Reset changes it
		t.Errorf("one goroutine calls %q", got)
	}
	if got := alone(probesOf(t, wheel, test("_ = w")))["Timer"]; got != nil {
		t.Errorf("without a goroutine, one calls %q", got)
	}
}

func TestInterfacesWithoutLocksAreLeftOut(t *testing.T) {
	called := func(source string) bool {
		return slices.ContainsFunc(probesOf(t, source, tailTest).Scenarios, func(s scenario) bool { return s.Type == "Counts" })
	}
	if called(tail) {
		t.Error("Counts has scenarios")
	}
	if !called(strings.Replace(tail, "counts struct{ n int }", "counts struct{ n int; mu sync.Mutex }", 1)) {
		t.Error("Counts has none with a lock")
	}
}

func TestAMethodThatReturnsItsObjectAsAnInterfaceConfigures(t *testing.T) {
	in, err := load(options{dir: moduleOf(t, tail), tests: true, patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	pr := probers(in, probeOptions{perType: 20})[0]
	for _, name := range []string{"Builder", "builder"} {
		for _, sel := range exportedMethods(pr.p.Types.Scope().Lookup(name).Type()) {
			if fn := sel.Obj().(*types.Func); !pr.configures(fn) {
				t.Errorf("%s.%s does not configure", name, fn.Name())
			}
		}
	}
}

const walker = `package m

import (
	"context"
	"iter"
)

type Walker struct{ last int }

func NewWalker(last int) *Walker { return &Walker{last} }

func (w *Walker) send(ch chan int) {
	defer close(ch)
	for i := range w.last {
		ch <- i
	}
}

func (w *Walker) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		ch := make(chan int)
		go w.send(ch)
		for i := range ch {
			if !yield(i) {
				return
			}
		}
	}
}

// Plain has no goroutine.
func (w *Walker) Plain() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range w.last {
			if !yield(i) {
				return
			}
		}
	}
}

func (w *Walker) Watch(ctx context.Context) (<-chan int, error) {
	ch := make(chan int)
	go w.send(ch)
	return ch, ctx.Err()
}

// Numbers must be drained, or its goroutine stays.
func (w *Walker) Numbers(ctx context.Context) <-chan int {
	ch := make(chan int)
	go w.send(ch)
	return ch
}

// Each has a channel without a context, and no method ends its object.
func (w *Walker) Each() <-chan int {
	ch := make(chan int)
	go w.send(ch)
	return ch
}
`

const feeder = `package m

type Feeder struct{ last int }

func NewFeeder(last int) *Feeder { return &Feeder{last} }

func (f *Feeder) Feed() <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range f.last {
			ch <- i
		}
	}()
	return ch
}

func (f *Feeder) Close() {}
`

// Where a method ends the object, the channel of another one need not be read any more.
func TestOneCallerEndsWhatItReads(t *testing.T) {
	made := probesOf(t, feeder, `package m

import "testing"

func TestFeeder(t *testing.T) {
	f := NewFeeder(3)
	for range f.Feed() {
	}
	f.Close()
}
`)
	for _, s := range made.Scenarios {
		if len(s.Calls) == 1 && s.Evidence[0].Kind == "abandoned" && s.Evidence[0].Text == "Feed | Close" {
			return
		}
	}
	t.Error("no goroutine stops reading")
}

// What sends to a user who may stop reading is called by one goroutine that does.
func TestOneCallerStopsReading(t *testing.T) {
	made := probesOf(t, walker, `package m

import "testing"

func TestWalker(t *testing.T) {
	w := NewWalker(3)
	for range w.All() {
	}
}
`)
	found := make(map[string]string)
	for _, s := range made.Scenarios {
		if len(s.Calls) == 1 {
			found[s.Evidence[0].Kind+" "+s.Evidence[0].Text] = strings.Join(s.Calls[0], ", ")
		}
	}
	want := map[string]string{
		"left early All":  "for range All() { break }",
		"abandoned Watch": "Watch(ctx), cancel()",
	}
	if !maps.Equal(found, want) {
		t.Errorf("%q, want %q", found, want)
	}
}

const meter = `package m

import "sync"

type Meter struct {
	mu    sync.Mutex
	turns int
	asked int
	scale int
	done  chan bool
}

func NewMeter() *Meter { return &Meter{done: make(chan bool)} }

func (m *Meter) Start() {
	go func() {
		for {
			select {
			case <-m.done:
				return
			default:
				m.turns += m.scale
			}
		}
	}()
}

func (m *Meter) Ask() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	return m.turns
}

func (m *Meter) Scale(by int) { m.scale = by }

func (m *Meter) Stop() { close(m.done) }
`

// What a method changes with a lock it may change after the beginning, and what it changes without
// may be meant to come before.
func TestOneCallerChangesWithALock(t *testing.T) {
	made := probesOf(t, meter, `package m

import "testing"

func TestMeter(t *testing.T) {
	m := NewMeter()
	m.Scale(2)
	m.Start()
	m.Ask()
	m.Stop()
}
`)
	all := slices.Compact(alone(made)["Meter"])
	if !slices.Contains(all, "Start Ask") && !slices.Contains(all, "Ask") || slices.Contains(all, "Scale") || slices.Contains(all, "Start Scale") {
		t.Errorf("called by one goroutine: %q", all)
	}
}

// What a timer calls runs in a goroutine of its own: one caller meets it. Another function of
// that name sets no timer.
func TestATimerMeetsOneCaller(t *testing.T) {
	for set, want := range map[string]bool{"time.AfterFunc(1, d.save)": true, "d.later(1, d.save)": false} {
		made := probesOf(t, `package m

import "time"

type Draft struct{ saves int }

func New() *Draft { return &Draft{} }

func (d *Draft) Edit() { `+set+` }

func (d *Draft) later(time.Duration, func()) {}

func (d *Draft) save() { d.saves++ }

func (d *Draft) Saves() int { return d.saves }
`, `package m

import "testing"

func TestDraft(t *testing.T) {
	d := New()
	d.Edit()
	d.Saves()
}
`)
		meets := slices.ContainsFunc(made.Scenarios, func(s scenario) bool {
			return s.Evidence[0].Kind == "one caller" && len(s.Calls) == 1 && slices.Equal(s.Calls[0], []string{"Edit()", "Saves()"})
		})
		if meets != want {
			t.Errorf("%s: one caller meets it: %v", set, meets)
		}
	}
}
