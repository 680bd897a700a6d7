package main

import (
	"fmt"
	"strings"
	"testing"
)

const lamps = `package m

import (
	"context"
	"io"
	"time"
)

type lamp struct {
	stop chan struct{}
	on   chan int
}

func (l *lamp) glow() {
	for {
		select {
		case l.on <- 1:
		case <-l.stop:
			return
		}
	}
}

func light() lamp {
	l := lamp{make(chan struct{}), make(chan int)}
	go l.glow()
	return l
}

// Plain is ended by Close, which must be called.
type Plain struct{ lamp }

func NewPlain(n int) *Plain { return &Plain{light()} }

func NewFor(ctx context.Context) *Plain { return &Plain{light()} }

func NewFunc(f func()) *Plain { return &Plain{light()} }

func NewReader(r io.Reader) *Plain { return &Plain{light()} }

func (p *Plain) Add(n int) {}

func (p *Plain) Untested(n int) {}

func (p *Plain) Each(f func()) {}

func (p *Plain) Open() *Part { return &Part{} }

func (p *Plain) Later(ctx context.Context) { go p.glow() }

func (p *Plain) Close() error { return nil }

type Part struct{}

func (p *Part) Close() {}

// Several has three that end it.
type Several struct{ lamp }

func NewSeveral() *Several { return &Several{light()} }

func (s *Several) Wait() {}

func (s *Several) Close() {}

func (s *Several) Stop() {}

// Begun begins with Start.
type Begun struct{ lamp }

func NewBegun() *Begun { return &Begun{light()} }

func (b *Begun) Start() {}

func (b *Begun) Stop() {}

// Given has a channel.
type Given struct{ lamp }

func NewGiven() *Given { return &Given{light()} }

func (g *Given) Ons() <-chan int { return g.on }

func (g *Given) Close() {}

// Said is another one.
type Said struct{ lamp }

func NewSaid() *Said { return &Said{light()} }

// Close ends it. It does not wait for what is under way.
func (s *Said) Close() {}

// Counted has as many users as Retain was called.
type Counted struct{ lamp }

func NewCounted() *Counted { return &Counted{light()} }

func (c *Counted) Retain() {}

func (c *Counted) Close() {}

// Alone has no goroutine.
type Alone struct{ at time.Time }

func NewAlone() *Alone { return &Alone{} }

func (a *Alone) Close() {}

// Made has no test.
type Made struct{ lamp }

func NewMade(n int) *Made { return &Made{light()} }

func (m *Made) Close() {}
`

// ofEnds are the calls of the scenarios that end an object, as TYPE: CALLS, with what may have to release
// its goroutines.
func ofEnds(made probe) map[string]string {
	found := make(map[string]string)
	for _, s := range made.Scenarios {
		if one := s.Evidence[0]; one.Kind == "ended" {
			key := s.Type + ": " + strings.Join(s.Calls[0], " ")
			value := strings.TrimSpace(one.Why + " " + one.Call)
			if known, ok := found[key]; !ok || known != "" { // the best of several setups
				found[key] = value
			}
		}
	}
	return found
}

// lampTest makes one object in a test.
func lampTest(statements ...string) string {
	return "package m\n\nimport (\n\t\"context\"\n\t\"strings\"\n\t\"testing\"\n)\n\nvar _, _ = context.Background, strings.NewReader\n\nfunc newHelped() *Plain { return NewPlain(1) }\n\nvar given = 3\n\nfunc TestLamp(t *testing.T) {\n\t" + strings.Join(statements, "\n\t") + "\n}\n"
}

func TestWhatEndsAnObjectIsCalledAloneAndAfterOneCall(t *testing.T) {
	made := probesOf(t, lamps, lampTest(
		"x := NewPlain(3)", "x.Later(context.Background())", "x.Each(func() {})", "_ = x.Open()", "x.Add(1)", "x.Close()",
		"s := NewSeveral()", "s.Stop()",
		"b := NewBegun()", "b.Stop()",
		"g := NewGiven()", "g.Close()",
		"d := NewSaid()", "d.Close()",
		"c := NewCounted()", "c.Close()",
		"a := NewAlone()", "a.Close()"))
	got := ofEnds(made)
	for calls, want := range map[string]string{
		"Plain: Close()":                 "",
		"Plain: Later(ctx) Close()":      "",
		"Several: Stop() Close() Wait()": "",
		"Several: Close()":               "other end Stop, Wait",
		"Begun: Stop()":                  "not begun Start",
		"Given: Close()":                 "exchange the channel of Ons",
		"Said: Close()":                  "said It does not wait for what is under way.",
		"Made: Close()":                  "untested x := NewMade(3)",
	} {
		if is, ok := got[calls]; !ok || is != want {
			t.Errorf("%s: %q, %t, want %q", calls, is, ok, want)
		}
	}
	for calls := range got {
		if strings.HasPrefix(calls, "Counted") || strings.HasPrefix(calls, "Alone") || strings.HasPrefix(calls, "Part") {
			t.Errorf("%s is called", calls)
		}
	}
	for _, s := range made.Scenarios {
		if one := s.Evidence[0]; one.Kind == "ended" && (len(s.Evidence) != 1 || one.Place == "" || len(one.Places) == 0 || len(s.Reductions) > 0) {
			t.Errorf("%q: %+v", s.Calls, s.Evidence)
		}
	}
}

func TestWhatACallBeforeTheEndHandsOverMayReleaseIt(t *testing.T) {
	made := probesOf(t, lamps, lampTest(
		"x := NewPlain(3)", "go func() {", "\tx.Add(1)", "\tx.Each(func() {})", "\t_ = x.Open()", "}()"))
	got := ofEnds(made)
	for calls, want := range map[string]string{
		"Plain: Add(1) Close()":          "",
		"Plain: Each(func() {}) Close()": "exchange what Each is given",
		"Plain: Open() Close()":          "exchange what Open returns",
		"Plain: Later(ctx) Close()":      "untested Later",
	} {
		if is, ok := got[calls]; !ok || is != want {
			t.Errorf("%s: %q, %t, want %q", calls, is, ok, want)
		}
	}
	for calls := range got {
		if strings.Contains(calls, "Untested") {
			t.Errorf("%s is called", calls)
		}
	}
}

func TestWhatTheSetupOfAnEndedObjectHasMayReleaseIt(t *testing.T) {
	wants := make(map[string]string)
	plain := `
// A Case is ended by Close.
type Case struct{ lamp }

func NewCase(n int) *Case { return &Case{light()} }

func NewCaseFor(ctx context.Context) *Case { return &Case{light()} }

func NewCaseFunc(f func()) *Case { return &Case{light()} }

func NewCaseReader(r io.Reader) *Case { return &Case{light()} }

func (c *Case) Len() int { return 1 }

func (c *Case) Close() {}
`
	source, test := lamps+"\nfunc (p *Part) Len() int { return 1 }\n", lampTest()
	for i, one := range []struct{ setup, want string }{
		{"x := NewCase(3)", ""},
		{"x := NewCaseFor(context.Background())", ""},
		{"x := NewCaseReader(strings.NewReader(\"a\"))", ""},
		{"y := &Part{}\n\tdefer y.Close()\n\tx := NewCase(y.Len())", ""},
		{"y := &Part{}\n\tx := NewCase(y.Len())", "setup y"},
		{"c := make(chan int, 1)\n\tx := NewCase(cap(c))", "setup c"},
		{"x := NewCase(given)", "setup given"},
		{"x := newHelpedCase()", "setup newHelpedCase"},
		{"x := NewCaseFunc(func() {})", "setup a function"},
		{"x := NewCase(NewCase(1).Len())", "setup another Case"},
	} {
		name := fmt.Sprintf("Case%c", 'A'+i)
		in := func(text string) string { return strings.ReplaceAll(text, "Case", name) }
		source += in(plain)
		test += in("\nfunc newHelpedCase() *Case { return NewCase(1) }\n\nfunc TestCase(t *testing.T) {\n\t" + one.setup + "\n\t_ = x\n}\n")
		wants[name+": Close()"] = in(one.want)
	}
	got := ofEnds(probesOf(t, source, test))
	for calls, want := range wants {
		if is, ok := got[calls]; !ok || is != want {
			t.Errorf("%s: %q, %t, want %q", calls, is, ok, want)
		}
	}
}

func TestContextsOfAnEndedObjectAreCanceledWithTheTest(t *testing.T) {
	made := probesOf(t, lamps, lampTest("x := NewFor(context.Background())", "x.Close()"))
	for _, s := range made.Scenarios {
		isEnd := s.Evidence[0].Kind == "ended"
		if canceled := strings.Contains(s.Alone, "NewFor(t.Context())"); s.Type == "Plain" && canceled != isEnd {
			t.Errorf("%q: %s", s.Calls, s.Alone)
		}
	}
}

func TestSentencesThatSayThatSomethingIsLeft(t *testing.T) {
	for text, want := range map[string]bool{
		"Close does not stop the workers.":         true,
		"The goroutine never stops.":               true,
		"It leaks if the channel is not read.":     true,
		"It runs for the lifetime of the program.": true,
		"Callers must cancel the context.":         true,
		"Close ends it, and its goroutines.":       false,
		"You must call Close.":                     false,
		"It is an error to call Add afterwards.":   false,
	} {
		if is := remaining("Close is here. "+text, []string{"Close"}) == text; is != want {
			t.Errorf("%q: %t", text, is)
		}
	}
}
