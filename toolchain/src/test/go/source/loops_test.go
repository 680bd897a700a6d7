package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// loopIn writes a file and reads the loop around its only line that has the mark.
func loopIn(t *testing.T, text, mark string) (loop, bool) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, mark) {
			found, ok := read(name, ofLoops).loopAt(i + 1)
			return found, ok
		}
	}
	t.Fatal("no wait in", text)
	return loop{}, false
}

const imports = `package a

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

`

func selecting(t *testing.T, header, before, timer, fired, other, after string) loop {
	t.Helper()
	found, _ := loopIn(t, imports+`
type conn struct {
	ctx  context.Context
	done chan bool
	n    int
}

var latest chan bool

var stopped atomic.Bool

func ask() {}

func shut(done chan bool) { close(done) }

func (c *conn) count() int { c.n++; return c.n }

func (c *conn) poll(ctx context.Context, done, ready chan bool, every time.Duration, other *time.Timer, fns []func(), cancel func(), wg *sync.WaitGroup) {
	timer := time.NewTimer(every)
	n, limit := 0, time.Now()
	`+header+` {
		`+before+`
		select {
		case <-`+timer+`:
			`+fired+`
		case <-`+other+`:
			return
		}
		`+after+`
	}
end:
}
`, "select {")
	return found
}

func fires(t *testing.T, fired string) loop {
	return selecting(t, "for", "", "time.After(every)", fired, "done", "")
}

func TestOnlyAnotherCaseEndsIt(t *testing.T) {
	each := "round, cancel := context.WithTimeout(ctx, every)"
	for _, one := range []struct {
		found             loop
		others, done, own int
	}{
		{fires(t, ""), 1, 0, 0},
		{selecting(t, "for", "", "timer.C", "timer.Reset(every)", "c.ctx.Done()", "n++"), 1, 1, 0},
		{selecting(t, "for pause := every; ; pause = min(2*pause, time.Minute)",
			"_, cancel := context.WithTimeout(ctx, pause)", "time.After(pause - time.Since(limit))", "cancel()",
			"ctx.Done()", "if n > 3 { n -= 2 }"), 1, 1, 0},
		{selecting(t, "for", each, "round.Done()", "cancel()", "done", ""), 1, 0, 1},
		{selecting(t, "for", each, "round.Done()", "cancel()", "ctx.Done()", ""), 1, 1, 1},
		{selecting(t, "for", each, "time.After(every)", "cancel()", "ctx.Done()", ""), 1, 1, 0},
		{selecting(t, "for", "tick := time.After(every)", "tick", "", "done", ""), 1, 0, 0},
		{fires(t, "c.n++"), 1, 0, 0},
		{fires(t, "c.count()"), 1, 0, 0},
		{fires(t, "stopped.Store(true)"), 1, 0, 0},
		{fires(t, "switch n { case 1: break }"), 1, 0, 0},
		{fires(t, "if ctx.Err() != nil { continue }"), 1, 0, 0},
	} {
		if f := one.found; !f.Endless || f.Others != one.others || f.Done != one.done || f.Own != one.own || f.Ends || f.Leaving != 1 {
			t.Errorf("%+v, want %+v", f, one)
		}
	}
}

// Another goroutine may read what a round writes.
func TestWritingMemoryIsNotPure(t *testing.T) {
	for code, pure := range map[string]bool{
		"": true, "n++": true, "if stopped.Load() { n = 0 }": true,
		"c.n++": false, "c.count()": false, "stopped.Store(true)": false, "limit = time.Now()": true,
	} {
		if found := fires(t, code); !found.Endless || found.Pure != pure {
			t.Errorf("%s: %+v", code, found)
		}
	}
}

func TestWhatMayEndItIsFound(t *testing.T) {
	for _, code := range []string{
		"return", "break loop", "goto end", "panic(n)", "if stopped.Load() { return }",
		"if time.Now().After(limit) { return }", "wait()", "c.ask(done)", "go ask()", "func() { n++ }()",
		"close(done)", "done <- true", "<-ready", "done = nil", "latest = done", "c.done = done", "wg.Done()",
		"time.AfterFunc(every, ask)", "context.AfterFunc(ctx, ask)", "cancel()", "other.Reset(every)",
		"fns[0]()", "for range n { n++ }", "shut(done)", "defer ask()",
	} {
		for _, found := range []loop{
			fires(t, code),
			selecting(t, "loop: for", "", "time.After(every)", "", "done", code),
			selecting(t, "loop: for", code, "time.After(every)", "", "done", ""),
		} {
			if found.Endless {
				t.Errorf("%s: %+v", code, found)
			}
		}
	}
	each := "round, cancel := context.WithTimeout(ctx, every)"
	for _, found := range []loop{
		selecting(t, "for", each, "round.Done()", "return", "done", ""),
		selecting(t, "for", "", "ctx.Done()", "", "done", ""),
		selecting(t, "for !stopped.Load()", "", "time.After(every)", "", "done", ""),
		selecting(t, "for range 3", "", "time.After(every)", "", "done", ""),
		selecting(t, "for n < 3", "", "time.After(every)", "", "done", ""),
		selecting(t, "for ; n < 3; n++", "", "time.After(every)", "", "done", ""),
		selecting(t, "if true", "", "time.After(every)", "", "done", ""),
		selecting(t, "for", "", "time.After(wait())", "", "done", ""),
		selecting(t, "for", "", "time.After(every)", "", "c.next()", ""),
		selecting(t, "for", "", "time.After(every)", "", "timer.C", ""),
	} {
		if found.Endless {
			t.Errorf("%+v", found)
		}
	}
}

// What a tick decides may end a loop, whatever becomes of its other channels.
func TestMoreCasesThatLeaveThanChannelsEndALoop(t *testing.T) {
	for body, leaving := range map[string]int{"return": 2, "break": 1, "break loop": 2, "continue loop": 1} {
		found, ok := loopIn(t, imports+`
func tick[T any](
	tick <-chan time.Time, stop chan bool,
) {
loop:
	for {
		select {
		case <-stop:
			return
		case <-tick:
			if stopped() {
				`+body+`
			}
		}
	}
}
`, "select {")
		if !ok || found.Leaving != leaving || found.Ends {
			t.Errorf("%s: %+v", body, found)
		}
	}
	found, _ := loopIn(t, imports+"func f(a, b chan int) {\n\tfor {\n\t\tselect {\n\t\tcase <-a:\n\t\tcase <-b:\n\t\t}\n\t\tif g() {\n\t\t\tbreak\n\t\t}\n\t}\n}\n", "select {")
	if !found.Ends {
		t.Errorf("%+v", found)
	}
}

const sleepers = imports + `
type conn struct {
	mu     sync.Mutex
	closed bool
	state  atomic.Int32
	flag   atomic.Bool
	stop   chan bool
	inner  *conn
	tries  int
	fn     func() bool
}

var stopped atomic.Bool

func (c *conn) isClosed() bool { c.mu.Lock(); defer c.mu.Unlock(); return c.closed }
func (c *conn) tick()          { c.tries++ }
func (c *conn) count() int     { c.tries++; return c.tries }
func free() bool               { return stopped.Load() }

`

// A sleeping loop is endless where only memory decides that it reads over a few pointers and
// does not write.
func TestSleepingLoops(t *testing.T) {
	for code, endless := range map[string]bool{
		"func f(c *conn) { for !c.flag.Load() { time.Sleep(1) } }":                                                             true,
		"func f(c *conn) { for { if c.isClosed() { return }; time.Sleep(2) } }":                                                true,
		"func f(c *conn, d time.Duration) { for p := d; c.state.Load() != 3; p = min(2*p, time.Second) { time.Sleep(p) } }":    true,
		"func f(c *conn) { for { select { case <-c.stop: return; default: }; time.Sleep(time.Millisecond) } }":                 true,
		"func f() { var done atomic.Bool; go func() { for !done.Load() { time.Sleep(1) } }(); _ = &done }":                     true,
		"func f(c *conn) { for { c.mu.Lock(); closed := c.closed; c.mu.Unlock(); if closed { break }; time.Sleep(3) } }":       true,
		"func f(n *int32) { for atomic.LoadInt32(n) == 0 { time.Sleep(3) } }":                                                  true,
		"func f(c *conn) { for len(c.stop) == 0 { time.Sleep(3) } }":                                                           true,
		"func f(c *conn) { for !c.inner.flag.Load() { time.Sleep(3) } }":                                                       true,
		"func f(c *conn) { for { if c.flag.Load() { c.stop <- true; return }; time.Sleep(3) } }":                               true,
		"func f() { for !stopped.Load() { time.Sleep(1) } }":                                                                   false,
		"func f(c *conn) { for c.tries < 3 { c.tick(); time.Sleep(1) } }":                                                      false,
		"func f(c *conn) { for c.count() < 3 { time.Sleep(1) } }":                                                              false,
		"func f(c *conn) { for c.tries < 3 { c.tries++; time.Sleep(1) } }":                                                     false,
		"func f(c *conn) { for i := 0; i < 3 && !c.flag.Load(); i++ { time.Sleep(1) } }":                                       false,
		"func f(c *conn, e time.Time) { for !c.flag.Load() { if time.Now().After(e) { return }; time.Sleep(1) } }":             false,
		"func f(c context.Context) { for c.Err() == nil { time.Sleep(1) } }":                                                   false,
		"func f(c *conn) { for !c.fn() { time.Sleep(1) } }":                                                                    false,
		"func f(c *conn) { for !free() && !c.flag.Load() { time.Sleep(1) } }":                                                  false,
		"func f(c *conn) { for c.state.Add(1) < 5 { time.Sleep(1) } }":                                                         false,
		"func f(c *conn) { for !c.flag.Load() { c.state.Add(1); time.Sleep(1) } }":                                             false,
		"func f(c *conn) { for !c.inner.inner.inner.flag.Load() { time.Sleep(1) } }":                                           false,
		"func f(c *conn) { n := 0; for !c.flag.Load() { n++; if n > 5 { return }; time.Sleep(1) } }":                           false,
		"func f(c *conn) { n := 0; for !c.flag.Load() { left := 5 - n; n++; if left == 0 { return }; time.Sleep(1) } }":        false,
		"func f(c *conn) { for { time.Sleep(1); println(c) } }":                                                                false,
		"func f() { for { time.Sleep(1) } }":                                                                                   false,
		"func f(c *conn) { for { time.Sleep(1); if c.flag.Load() { continue }; return } }":                                     false,
		"func f(c *conn) { for !c.flag.Load() { c.stop <- true; time.Sleep(1) } }":                                             false,
		"func f(c *conn) { for !c.flag.Load() { c.inner = nil; time.Sleep(1) } }":                                              false,
		"func f(c *conn, m map[int]bool) { for !m[1] { time.Sleep(1) } }":                                                      false,
		"func f(c *conn) { for { select { case <-c.stop: return; case c.stop <- true: default: }; time.Sleep(1) } }":           false,
		"func f(c *conn) { for { select { case <-c.stop: default: }; if c.flag.Load() { return }; time.Sleep(time.Second) } }": false,
	} {
		found, ok := loopIn(t, sleepers+code+"\n", "time.Sleep(")
		if !ok || !found.Sleeps || found.Endless != endless || found.Pure != endless {
			t.Errorf("%s: %v %+v", code, ok, found)
		}
	}
}

func TestWaitsThatAreInNoLoop(t *testing.T) {
	for _, code := range []string{
		"func f() { time.Sleep(1) }",
		"func f() { for { func() { time.Sleep(1) }() } }",
		"func f() { for { time.Sleep(1); time.Sleep(2) } }",
	} {
		if found, ok := loopIn(t, imports+code+"\n", "time.Sleep("); ok {
			t.Errorf("%s: %+v", code, found)
		}
	}
	if found := loopsAt([]string{"/no/such.go:3", "nothing"}); len(found) != 0 {
		t.Error(found)
	}
}
