package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// What implements net.Conn is shared as its documentation says, but no two goroutines
// read from it at the same time; a method of its own is not promised.
func TestInterfacesOfTheLibraryPromiseForTheirMethods(t *testing.T) {
	made := probesOf(t, `package m

import (
	"net"
	"time"
)

type Conn struct {
	buffer   []byte
	closed   bool
	deadline time.Time
	name     string
}

func New() *Conn { return &Conn{} }

func (c *Conn) Read(p []byte) (int, error)         { n := copy(p, c.buffer); c.buffer = c.buffer[n:]; return n, nil }
func (c *Conn) Write(p []byte) (int, error)        { c.buffer = append(c.buffer, p...); return len(p), nil }
func (c *Conn) Close() error                       { c.closed = true; return nil }
func (c *Conn) LocalAddr() net.Addr                { return nil }
func (c *Conn) RemoteAddr() net.Addr               { return nil }
func (c *Conn) SetDeadline(t time.Time) error      { c.deadline = t; return nil }
func (c *Conn) SetReadDeadline(t time.Time) error  { c.deadline = t; return nil }
func (c *Conn) SetWriteDeadline(t time.Time) error { c.deadline = t; return nil }
func (c *Conn) Rename(name string)                 { c.name = name; c.closed = false }
`, `package m

import "testing"

func TestConn(t *testing.T) {
	c := New()
	c.Write([]byte("x"))
	c.Rename("a")
}
`)
	var closes, others int
	for _, s := range made.Scenarios {
		methods := ""
		for _, calls := range s.Calls {
			for _, call := range calls {
				methods += call[:strings.Index(call, "(")] + " "
			}
		}
		if strings.Contains(methods, "Rename") || strings.Count(methods, "Read ") > 1 || strings.Count(methods, "Write ") > 1 {
			t.Errorf("%s is not promised: %v", s.Test, s.Evidence)
		}
		switch methods {
		case "Close Close ":
			closes++
		case "Read Write ":
			others++
		}
		if !strings.HasPrefix(s.Evidence[0].Text, "it is a net.Conn, ") {
			t.Errorf("the evidence of %s is %v", s.Test, s.Evidence)
		}
	}
	if closes == 0 || others == 0 {
		t.Errorf("%d scenarios of Close beside Close, %d of Read beside Write", closes, others)
	}
}

// An interface of the package promises for what implements it, as documentation of the type
// does: without a lock in the type a race is only suspicious.
func TestInterfacesOfThePackagePromiseForTheirMethods(t *testing.T) {
	made := probesOf(t, `package m

// A Cache is safe for concurrent use.
type Cache interface {
	Get(key string) string
	Set(key, value string)
}

type Map struct{ m map[string]string }

func NewMap() *Map { return &Map{m: make(map[string]string)} }

func (m *Map) Get(key string) string { return m.m[key] }
func (m *Map) Set(key, value string) { m.m[key] = value }
func (m *Map) Grow()                 { m.m = make(map[string]string) }
`, `package m

import "testing"

func TestMap(t *testing.T) {
	m := NewMap()
	m.Set("a", "b")
	m.Grow()
}
`)
	found := false
	for _, s := range made.Scenarios {
		if s.Type != "Map" {
			continue
		}
		found = found || s.Test == "TestProbeMapGetSet"
		if strings.Contains(s.Test, "Grow") || s.Evidence[0].Kind != "documented" || s.Evidence[0].Text != "A Cache is safe for concurrent use." {
			t.Errorf("%s: %v", s.Test, s.Evidence)
		}
	}
	if !found {
		t.Error("Get and Set are not called at the same time")
	}
}

// What a type promises says nothing of a method that configures it, nor of two calls
// that use the element with one number, without a lock: each goroutine has its own.
func TestWhatATypePromisesIsNotSaidOfEachCall(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Counter is safe for concurrent use.
type Counter struct {
	mu      sync.Mutex
	n, step int
	workers []int
}

func New() *Counter { return &Counter{workers: make([]int, 8)} }

func (c *Counter) WithStep(step int) *Counter { c.step = step; return c }
func (c *Counter) Add()                       { c.mu.Lock(); defer c.mu.Unlock(); c.n += c.step }
func (c *Counter) AddOf(worker int)           { c.workers[worker]++ }
func (c *Counter) Sum() (n int)               { for _, one := range c.workers { n += one }; return n }

// Total may be inconsistent while there are concurrent additions.
func (c *Counter) Total() int { return c.n }
`, `package m

import "testing"

func TestCounter(t *testing.T) {
	c := New().WithStep(2)
	c.Add()
	c.AddOf(1)
	c.Sum()
	c.Total()
}
`)
	promised := make(map[string]bool)
	for _, s := range made.Scenarios {
		promised[s.Test] = promised[s.Test] || s.Evidence[0].Kind == "documented"
	}
	for test, want := range map[string]bool{
		"TestProbeCounterAddAdd": true, "TestProbeCounterAddOfSum": true,
		"TestProbeCounterAddOfAddOf": false, "TestProbeCounterWithStepWithStep": false, "TestProbeCounterAddWithStep": false,
	} {
		if got, ok := promised[test]; got != want || !ok {
			t.Errorf("%s: promised %v, made %v", test, got, ok)
		}
	}
	for test := range promised {
		if strings.Contains(test, "Total") {
			t.Errorf("%s calls what its documentation advises against", test)
		}
	}
}

// A method that only sets what nothing guards is called before goroutines share the
// object, whatever its type promises; one that sets what a lock guards elsewhere may be
// called at any time, and so may one that stores what is meant to be stored.
func TestOptionsAreSetBeforeAnObjectIsShared(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Checker is safe for concurrent use.
type Checker struct {
	mu    sync.Mutex
	tag   string
	cache *cache
	rules map[string]func() bool
	level int
	seen  map[string]bool
}

type cache struct{ mu sync.Mutex }

func New() *Checker { return &Checker{cache: new(cache), rules: make(map[string]func() bool), seen: make(map[string]bool)} }

func (c *Checker) SetTag(tag string)                           { c.tag = tag }
func (c *Checker) RegisterRule(name string, rule func() bool) { c.rules[name] = rule }
func (c *Checker) SetLevel(level int)                          { c.level = level }
func (c *Checker) Level() int                                  { c.mu.Lock(); defer c.mu.Unlock(); return c.level }
func (c *Checker) Set(name string, seen bool)                  { c.seen[name] = seen }
func (c *Checker) Check(name string) bool                      { return c.tag != "" && c.rules[name] != nil && c.seen[name] }
func (c *Checker) Tag() string                                 { c.cache.mu.Lock(); defer c.cache.mu.Unlock(); return c.tag }
`, `package m

import "testing"

func TestChecker(t *testing.T) {
	c := New()
	c.SetTag("x")
	c.RegisterRule("a", func() bool { return true })
	c.SetLevel(1)
	c.Set("a", true)
	c.Check("a")
	c.Level()
	c.Tag()
}
`)
	promised := make(map[string]bool)
	for _, s := range made.Scenarios {
		promised[s.Test] = promised[s.Test] || s.Evidence[0].Kind == "documented"
	}
	for test, want := range map[string]bool{
		"TestProbeCheckerSetTagSetTag": false, "TestProbeCheckerSetTagTag": false, "TestProbeCheckerRegisterRuleRegisterRule": false, "TestProbeCheckerCheckRegisterRule": false,
		"TestProbeCheckerLevelSetLevel": true, "TestProbeCheckerCheckSet": true,
	} {
		if got, ok := promised[test]; got != want || !ok {
			t.Errorf("%s: promised %v, made %v", test, got, ok)
		}
	}
}

// What reports to a test is called when all is done; what takes a logger, of which a
// test may be one as well, is not for tests.
func TestAssertionsAreNotCalled(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Validator interface{ Errorf(string, ...any) }

type Logger interface {
	Errorf(string, ...any)
	Debugf(string, ...any)
}

// A Log is safe for concurrent use.
type Log struct {
	mu    sync.Mutex
	lines []string
}

func (l *Log) Add(line string) { l.mu.Lock(); defer l.mu.Unlock(); l.lines = append(l.lines, line) }

func (l *Log) ExpectLines(v Validator, n int) {
	if len(l.lines) != n {
		v.Errorf("%d", n)
	}
}

func (l *Log) Copy(to Logger) {
	for _, line := range l.lines {
		to.Debugf(line)
	}
}
`, `package m

import "testing"

type nothing struct{}

func (nothing) Errorf(string, ...any) {}
func (nothing) Debugf(string, ...any) {}

func TestLog(t *testing.T) {
	l := new(Log)
	l.Add("a")
	l.ExpectLines(t, 1)
	l.Copy(nothing{})
}
`)
	copied := false
	for _, s := range made.Scenarios {
		copied = copied || strings.Contains(s.Test, "Copy")
		if strings.Contains(s.Test, "Expect") {
			t.Errorf("%s calls what reports to a test", s.Test)
		}
	}
	if !copied {
		t.Error("Copy, which takes a logger, is not called")
	}
	if got := made.Types[0].Uncalled; len(got) != 1 || got[0] != (uncalled{"ExpectLines", "it reports to a test"}) {
		t.Errorf("not called: %v", got)
	}
}

// An error has a method Error, and is no test. What the interface in an object returns
// is not the object, and a value whose methods are those of a nil interface panics.
func TestErrorsAndEmbeddedInterfacesAreCalled(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Logger interface {
	V(level int) Logger
	Fail(err error)
}

// A Delegate is safe for concurrent use.
type Delegate struct {
	mu sync.Mutex
	Logger
}

func NewDelegate(initial Logger) *Delegate { return &Delegate{Logger: initial} }

func (d *Delegate) Fulfill(actual Logger) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Logger = actual
}

type Null struct{}

func (n Null) V(int) Logger { return n }
func (Null) Fail(error)     {}
`, "")
	called := make(map[string]bool)
	for _, s := range made.Scenarios {
		called[s.Test] = s.Type == "Delegate"
		if slices.ContainsFunc(s.Setup, func(st string) bool {
			return strings.Contains(st, "Delegate{}") || strings.Contains(st, "new(Delegate)")
		}) {
			t.Errorf("%s: %q has nothing to call", s.Test, s.Setup)
		}
	}
	for _, want := range []string{"TestProbeDelegateFailFulfill", "TestProbeDelegateFulfillV"} {
		if !called[want] {
			t.Errorf("%s is missing among %v", want, slices.Sorted(maps.Keys(called)))
		}
	}
}

// Documentation of an interface's method speaks for those who implement it.
func TestInterfacesBanCallsOfTheirMethods(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Sampler interface {
	// Load should be called before Start.
	Load(rate int)
	Rate() int
}

type Fixed struct {
	mu   sync.Mutex
	rate int
}

func NewFixed() *Fixed { return &Fixed{} }

func (f *Fixed) Load(rate int) { f.rate = rate }

func (f *Fixed) Rate() int { f.mu.Lock(); defer f.mu.Unlock(); return f.rate }

func (f *Fixed) Set(rate int) { f.mu.Lock(); defer f.mu.Unlock(); f.rate = rate }

// A Plain is no Sampler.
type Plain struct{ Other }

type Other struct {
	mu   sync.Mutex
	rate int
}

func NewPlain() *Plain { return &Plain{} }

func (o *Other) Load(rate int) { o.rate = rate }

func (o *Other) Set(rate int) { o.mu.Lock(); defer o.mu.Unlock(); o.rate = rate }
`, `package m

import "testing"

func TestFixed(t *testing.T) {
	f := NewFixed()
	f.Load(1)
	f.Set(2)
	p := NewPlain()
	p.Load(1)
	p.Set(2)
}
`)
	loads := make(map[string]bool)
	for _, s := range made.Scenarios {
		for _, calls := range s.Calls {
			for _, call := range calls {
				loads[s.Type] = loads[s.Type] || strings.HasPrefix(call, "Load(")
			}
		}
	}
	if loads["Fixed"] || !loads["Plain"] {
		t.Errorf("Load is called of %v", loads)
	}
}

// What a package makes for tests stands in for what goroutines share: that it is a
// http.RoundTripper promises nothing.
func TestWhatIsForTestsPromisesNothing(t *testing.T) {
	for _, one := range []struct {
		name, other string
		want        bool
	}{{"m", "testing", false}, {"test_helpers", "errors", false}, {"contest", "errors", true}} {
		made := probesOf(t, `package `+one.name+`

import (
	"net/http"
	_ "`+one.other+`"
)

type Failing struct{ count int }

func New() *Failing { return &Failing{} }

func (f *Failing) RoundTrip(*http.Request) (*http.Response, error) {
	f.count++
	return nil, http.ErrNotSupported
}
`, `package `+one.name+`

import "testing"

func TestFailing(t *testing.T) { New().RoundTrip(nil) }
`)
		if promised := len(made.Scenarios) > 0; promised != one.want {
			t.Errorf("package %s with %s imported: %v", one.name, one.other, made.Scenarios)
		}
	}
}
