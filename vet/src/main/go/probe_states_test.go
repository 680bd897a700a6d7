package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A press prints, and counts without its lock if it trims.
const press = `package m

import "sync"

// A Press is safe for concurrent use.
type Press struct {
	mu      sync.Mutex
	options Options
	trim    bool
	pages   []string
	cut     int
}

type Options struct{ Trim bool }

type Option func(*Press)

func New(pages ...string) *Press { return &Press{pages: pages} }

func NewWith(options Options) *Press { return &Press{options: options, trim: options.Trim} }

func NewTrimming(trim bool) *Press { p := &Press{}; p.set(trim); return p }

func NewOf(options ...Option) *Press {
	p := &Press{}
	for _, option := range options {
		option(p)
	}
	return p
}

func WithTrim(trim bool) Option { return func(p *Press) { p.set(trim) } }

func (p *Press) set(trim bool) { p.trim = trim }

func (p *Press) SetTrim(trim bool) { p.mu.Lock(); defer p.mu.Unlock(); p.trim = trim }

func (p *Press) Print() int {
	if CONDITION {
		p.cut++
	}
	return len(p.pages)
}

func (p *Press) Cuts() int { p.mu.Lock(); defer p.mu.Unlock(); return p.cut }

func (p *Press) Forget() { p.mu.Lock(); defer p.mu.Unlock(); p.cut = 0 }
`

// plainPresses are tests that say nothing of options, and come before others.
const plainPresses = `package m

import "testing"

func TestForget(t *testing.T) {
	first, second, third := "a", "b", "c"
	p := New(first, second, third)
	p.Forget()
	p.Forget()
	p.Cuts()
}

func TestNone(t *testing.T) { p := New(); p.Print() }

func TestOne(t *testing.T) { p := New("a"); p.Print() }

func TestTwo(t *testing.T) { p := New("a", "b"); p.Print() }

func TestThree(t *testing.T) { p := New("a", "b", "c"); p.Print() }
`

// setupsOf are the setups of the scenarios with some calls, without what Go needs only to compile.
func setupsOf(made probe, calls ...string) []string {
	var found []string
	for _, one := range made.Scenarios {
		if fmt.Sprint(one.Calls) == fmt.Sprint(calls) {
			found = append(found, strings.Join(slices.DeleteFunc(one.Setup, func(s string) bool { return strings.HasPrefix(s, "_ =") }), "; "))
		}
	}
	return found
}

// What is behind an option is called on an object with that option, however a test sets it. Where
// no test does, a method sets it. Calls that do not need it have the plain objects only.
func TestWhatIsBehindAnOptionIsCalledWithIt(t *testing.T) {
	const test = `
func TestOptions(t *testing.T) {
	on := true
	%s
	p.Print()
	_ = on
}

func TestLast(t *testing.T) {
	for _, trim := range []bool{false, true} {
		New().SetTrim(trim)
	}
}
`
	for _, one := range []struct{ condition, made, setup string }{
		{"p.options.Trim", `p := NewWith(Options{Trim: on})`, "on := true; p := NewWith(Options{Trim: on})"},
		{"p.options.Trim", "p := New()\n\tp.options.Trim = true", "p := New(); p.options.Trim = true"},
		{"p.trim", `p := NewWith(Options{Trim: on})`, "on := true; p := NewWith(Options{Trim: on})"},
		{"len(p.pages) == 0 || p.trim", `p := NewTrimming(on)`, "on := true; p := NewTrimming(on)"},
		{"!(!p.trim)", `p := NewOf(WithTrim(on))`, "on := true; p := NewOf(WithTrim(on))"},
		{"p.trim", `p := NewTrimming(false)`, `p := New(); p.SetTrim(true)`},
	} {
		made := probesOf(t, strings.Replace(press, "CONDITION", one.condition, 1), plainPresses+fmt.Sprintf(test, one.made))
		setups := setupsOf(made, "[Print()]", "[Print()]")
		if !slices.Contains(setups, one.setup) {
			t.Errorf("%s, %s: Print is called after %q", one.condition, one.made, setups)
		}
		if setups[0] != "p := New()" {
			t.Errorf("the plain object does not come first: %q", setups)
		}
		if others := setupsOf(made, "[Forget()]", "[Forget()]"); slices.Contains(others, one.setup) {
			t.Errorf("%s: Forget needs no option, and is called after %q", one.made, others)
		}
	}
	made := probesOf(t, strings.Replace(press, "CONDITION", "p != nil", 1), plainPresses+fmt.Sprintf(test, `p := NewWith(Options{Trim: on})`))
	if setups := setupsOf(made, "[Print()]", "[Print()]"); slices.Contains(setups, "on := true; p := NewWith(Options{Trim: on})") {
		t.Errorf("nothing is behind the option, and Print is called after %q", setups)
	}
}

// A lock that is taken twice where there are as many members as are asked for needs an object that
// a loop fills.
func TestAsManyAreThereAsAreAskedFor(t *testing.T) {
	const source = `package m

import "sync"

type Ring struct {
	mu      sync.RWMutex
	members map[string]int
}

func New(members ...string) *Ring {
	r := &Ring{members: make(map[string]int)}
	for _, name := range members {
		r.Add(name)
	}
	return r
}

func (r *Ring) Add(name string) { r.mu.Lock(); defer r.mu.Unlock(); r.members[name] = len(name) }

func (r *Ring) Closest(count int) []int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if count > len(r.members) {
		return nil
	}
	return r.all()
}

func (r *Ring) all() (found []int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, n := range r.members {
		found = append(found, n)
	}
	return found
}
`
	const test = `package m

import "testing"

func TestAdd(t *testing.T) { r := New(); r.Add("a") }

func TestNone(t *testing.T) { r := New(); r.Closest(3) }

func TestClosest(t *testing.T) {
	var names []string
	for i := 0; i < %s; i++ {
		names = append(names, string(rune('a'+i)))
	}
	r := New(names...)
	r.Closest(3)
}
`
	for few, want := range map[string]bool{"8": true, "1000000": false} {
		setups := setupsOf(probesOf(t, source, fmt.Sprintf(test, few)), `[Add("a")]`, "[Closest(3)]")
		if got := slices.ContainsFunc(setups, func(s string) bool { return strings.Contains(s, "New(names...)") }); got != want {
			t.Errorf("%s members: there are as many: %v; %q", few, got, setups)
		}
	}
}

// Functions of a package do what its variables say: a test that sets one is a setup, up to the
// first call. Methods of interfaces are followed.
func TestFunctionsAreCalledAsTheirVariablesSay(t *testing.T) {
	const source = `package m

import "sync"

var Verbose bool

var Size = 1 << 20

type sink interface{ Write(line string) }

var mu sync.Mutex

type output struct {
	to    sink
	quiet bool
}

type kept struct{ last string }

func (k *kept) Write(line string) { k.last = line }

var out = output{to: &kept{}, quiet: true}

func (o *output) add(line string) {
	if o.quiet || len(line) > Size {
		return
	}
	o.to.Write(line)
}

func (o *output) flush() {
	mu.Lock()
	defer mu.Unlock()
	if o.to != nil {
		o.to.Write("")
		o.to = nil
	}
}

func Log(line string) { out.add(line) }

func Flush() { out.flush() }
`
	const test = `package m

import "testing"

func loud() { out.quiet = false }

func TestLog(t *testing.T) { Log("a") }

func TestLoud(t *testing.T) {
	defer func() { out.quiet = true }()
	loud()
	Size = 3
	Log("b")
	Flush()
}
`
	made := probesOf(t, source, test)
	if setups := setupsOf(made, "[Flush()]", `[Log("b")]`); !slices.Contains(setups, `loud(); Size = 3; Log("b")`) {
		t.Errorf("Log is called after %q; %v", setups, made.Types)
	}
	if setups := setupsOf(made, "[Flush()]", `[Log("a")]`); !slices.Contains(setups, "") {
		t.Errorf("the plain calls have %q", setups)
	}
}

// Where a constructor makes the objects of some tests, an empty one of another test lacks what the
// methods rely on.
func TestEmptyValuesComeAfterWhatConstructorsMake(t *testing.T) {
	const source = `package m

import "sync"

type Box struct {
	mu sync.Mutex
	n  *int
}

func NewBox(n int) *Box { return &Box{n: &n} }

func (b *Box) Add() { b.mu.Lock(); defer b.mu.Unlock(); *b.n++ }
`
	const test = `package m

import "testing"

func TestEmpty(t *testing.T) {
	b := Box{}
	b.Add()
}

func TestNew(t *testing.T) {
	size := 3
	b := NewBox(size)
	b.Add()
}
`
	for _, one := range []struct {
		source string
		empty  bool
	}{{source, false}, {strings.Replace(source, "NewBox(n int) *Box { return", "use(n int) { _ =", 1), true}} {
		tests := test
		if one.empty {
			tests = strings.Replace(test, "NewBox(size)", "Box{n: &size}", 1)
		}
		for _, s := range probesOf(t, one.source, tests).Scenarios {
			if got := s.Seed == "TestEmpty"; got && !one.empty {
				t.Errorf("%s is called on an empty box", s.Test)
			}
		}
	}
}

func TestPremisesOfBranches(t *testing.T) {
	for _, one := range []struct{ a, b, want string }{
		{"A", "A B", "A"},
		{"A", "!A B", "A B"},
		{"A", "!A", ""},
		{"G A", "G !A B", "G A B"},
		{"A", "B", "A B"},
		{"", "A", ""},
	} {
		var all [2][]premise
		for i, text := range []string{one.a, one.b} {
			for _, name := range strings.Fields(text) {
				all[i] = append(all[i], premise(name))
			}
		}
		got := fmt.Sprint(eitherOf(all[0], all[1]))
		if got != "["+one.want+"]" {
			t.Errorf("%s or %s: got %s, want %s", one.a, one.b, got, one.want)
		}
	}
}

// What is sorted only if it is not takes an object that a short loop fills, up or down, itself or by a
// function that uses the object.
func TestWhatIsSortedNeedsSeveralElements(t *testing.T) {
	const source = `package m

import (
	"sort"
	"sync"
)

// A Store is safe for concurrent use.
type Store struct {
	mu   sync.RWMutex
	keys []int
}

func New() *Store { return &Store{} }

func (s *Store) Put(key int) { s.mu.Lock(); defer s.mu.Unlock(); s.keys = append(s.keys, key) }

func (s *Store) Keys() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !sort.IntsAreSorted(s.keys) {
		sort.Ints(s.keys)
	}
	return s.keys[0]
}
`
	for _, one := range []struct {
		fill string
		want bool
	}{
		{"for i := 8; i > 0; i-- {\n\t\ts.Put(i)\n\t}", true},
		{"for i := range 8 {\n\t\ts.Put(-i)\n\t}", true},
		{"put := func(i int) { s.Put(i) }\n\tfor i := 8; i >= 1; i-- {\n\t\tput(i)\n\t}", true},
		{"for i := 1000000; i > 0; i-- {\n\t\ts.Put(i)\n\t}", false},
		{"for i := 8; i > 0; i /= 2 {\n\t\ts.Put(i)\n\t}", false},
	} {
		made := probesOf(t, source, "package m\n\nimport \"testing\"\n\nfunc TestPut(t *testing.T) { s := New(); s.Put(1) }\n\nfunc TestKeys(t *testing.T) {\n\ts := New()\n\t"+one.fill+"\n\ts.Keys()\n}\n")
		mustBuild(t, made)
		setups := setupsOf(made, "[Keys()]", "[Keys()]")
		if got := slices.ContainsFunc(setups, func(s string) bool { return strings.Contains(s, "for ") }); got != one.want {
			t.Errorf("%s: the loop is in a setup: %t, want %t: %q", one.fill, got, one.want, setups)
		}
	}
	for _, one := range most(probesOf(t, source, "package m\n").Guards) {
		if one.Field == "Store.keys" && len(one.Bare) != 1 {
			t.Errorf("what asks whether keys are sorted, changes them: %v", one.Bare)
		}
	}
}

// A sampler's goroutine counts without a lock if it is verbose.
const sampler = `package m

// A Sampler has a goroutine of its own. It is not safe for concurrent use.
type Sampler struct {
	Verbose bool
	names   []string
	taken   int
	runs    int
	stop    chan bool
}

func New(names ...string) *Sampler {
	s := &Sampler{names: names, stop: make(chan bool)}
	go s.run()
	return s
}

func NewVerbose(on bool) *Sampler {
	s := &Sampler{Verbose: on, stop: make(chan bool)}
	go s.run()
	return s
}

func (s *Sampler) run() {
	for {
		select {
		case <-s.stop:
			return
		default:
		}
		s.runs++
		if s.Verbose {
			s.taken++
		}
	}
}

func (s *Sampler) Start() {
	go func() {
		if s.Verbose {
			s.taken++
		}
	}()
}

func (s *Sampler) Taken() int { return s.taken }

func (s *Sampler) Runs() int { return s.runs }
`

// One goroutine calls what meets the object's own only with an option on an object with that option.
// Calls that need no option have the plain objects only.
func TestOneGoroutineCallsWhatIsBehindAnOptionWithIt(t *testing.T) {
	tests := strings.NewReplacer("Press", "Sampler", "p.Forget()", "p.Taken()", "p.Cuts()", "p.Runs()", "p.Print()", "p.Runs()").Replace(plainPresses)
	made := probesOf(t, sampler, tests+`
func TestVerbose(t *testing.T) {
	on := true
	p := NewVerbose(on)
	p.Taken()
}
`)
	mustBuild(t, made)
	const verbose = "p := NewVerbose(on)"
	has := func(calls string) bool {
		return slices.ContainsFunc(setupsOf(made, calls), func(setup string) bool { return strings.Contains(setup, verbose) })
	}
	for calls, want := range map[string]bool{"[Taken()]": true, "[Start() Taken()]": true, "[Runs()]": false} {
		if has(calls) != want {
			t.Errorf("%s is called on a verbose object: %t, want %t", calls, has(calls), want)
		}
	}
	if setups := setupsOf(made, "[Taken()]"); !strings.HasPrefix(setups[0], "p := New()") {
		t.Errorf("the plain object does not come first: %q", setups)
	}
}

// What a method does only with an option, next to a call of what another method returns, has an
// object with that option first.
func TestHandlesHaveObjectsWithTheOption(t *testing.T) {
	const source = `package m

import "sync"

type Options struct{ Limit, A, B, C int }

type Desk struct {
	options Options
	mu      sync.Mutex
	guests  []*Guest
}

func New(o Options) *Desk { return &Desk{options: o} }

func (d *Desk) Admit() *Guest {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := &Guest{desk: d}
	d.guests = append(d.guests, g)
	return g
}

func (d *Desk) Clear() {
	if d.options.Limit <= 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, g := range d.guests {
		g.mu.Lock()
		g.gone = true
		g.mu.Unlock()
	}
}

type Guest struct {
	desk *Desk
	mu   sync.Mutex
	gone bool
}

func (g *Guest) Leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gone = true
	g.desk.mu.Lock()
	g.desk.guests = nil
	g.desk.mu.Unlock()
}
`
	const test = `package m

import "testing"

func TestAdmit(t *testing.T) {
	d := New(Options{})
	d.Admit().Leave()
}

func TestA(t *testing.T) {
	d := New(Options{A: 1})
	d.Admit()
	d.Admit()
	d.Admit()
	d.Admit().Leave()
}

func TestB(t *testing.T) {
	d := New(Options{B: 1})
	d.Admit()
	d.Admit()
	d.Admit()
	d.Admit().Leave()
}

func TestC(t *testing.T) {
	d := New(Options{C: 1})
	d.Admit()
	d.Admit()
	d.Admit()
	d.Admit().Leave()
}

func TestClear(t *testing.T) {
	d := New(Options{Limit: 3})
	d.Admit()
	d.Clear()
}
`
	for _, s := range probesOfOptions(t, probeOptions{perType: 12}, source, test).Scenarios {
		calls := strings.Join(slices.Concat(s.Calls...), " ")
		if strings.Contains(calls, "Clear()") && strings.Contains(calls, "Leave()") && strings.Contains(strings.Join(s.Setup, "\n"), "Limit: 3") {
			return
		}
	}
	t.Error("Clear and Leave are not called on a desk with a limit")
}
