package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each line with a usage says so: "// use: kind, kind".
const program = `package p

import "sync"

type guarded struct {
	sync.Mutex
	read sync.RWMutex
	c    chan int
}

func (g *guarded) self() *guarded { return g }

func locks(g *guarded, l sync.Locker) {
	g.Lock() // use: lock
	defer g.Unlock() // use: unlock(deferred 13 25)
	g.
		self().
		read.
		RLock() // use: rlock
	g.read.RUnlock() // use: runlock
	if g.TryLock() || g.read.TryRLock() { // use: trylock, tryrlock
		l.Lock() // use: lock
		l.Unlock() // use: unlock
	}
}

func groups(wg *sync.WaitGroup, c *sync.Cond, once *sync.Once) {
	wg.Add(1) // use: add
	go func() { // use: go
		defer func() {
			defer wg.Done() // use: done(deferred 30 32)
		}()
	}()
	wg.Go(func() {}) // use: go
	wg.Wait() // use: wait
	c.Wait() // use: condwait
	c.Signal() // use: signal
	c.Broadcast() // use: broadcast
	once.Do(func() {}) // use: once
}

func channels(g *guarded) {
	c := make(chan int, // use: make
		3)
	g.
		c <- // use: send
		<-g. // use: receive
			c
	for range c { // use: range
	}
	for i := range 3 {
		_ = i
	}
	_ = make([]chan int, 3)
	close(c) // use: close
}

func drain[T any, C ~chan T | ~<-chan T](c C) {
	for range c { // use: range
	}
}

func selects(a, b chan int) {
	select { // use: select(send b, receive b, receive a)
	case <-a:
	case b <- 1:
	case x, ok := <-b:
		_, _ = x, ok
	}
	select {
	case a <- <-b: // use: select(send a, default), receive
	default:
	}
	select {
	case x := <-a: // use: receive
		_ = x
	}
	select {
	default:
	}
}

type other struct{}

func (other) Lock()   {}
func (other) close()  {}
func (other) Signal() {}

func others(o other) {
	o.Lock()
	o.close()
	o.Signal()
	close := func(int) {}
	close(1)
}
`

var mark = regexp.MustCompile(`// use: (.*)`)

func TestEveryUsageIsFoundOnItsLine(t *testing.T) {
	got := scan(t, map[string]string{"p.go": program}, false)
	var want []string
	for i, line := range strings.Split(program, "\n") {
		if m := mark.FindStringSubmatch(line); m != nil {
			for _, kind := range regexp.MustCompile(`\w+(\([^)]*\))?`).FindAllString(m[1], -1) {
				want = append(want, fmt.Sprintf("p.go:%d %s", i+1, kind))
			}
		}
	}
	same(t, got.Usages, want)
}

func TestTestFilesCountOnce(t *testing.T) {
	got := scan(t, map[string]string{
		"p.go":      "package p\n\nfunc f() { go f() }\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestF(*testing.T) { go f() }\n",
		"x_test.go": "package p_test\n\nimport \"testing\"\n\nfunc TestX(*testing.T) { go TestX(nil) }\n",
	}, false)
	same(t, got.Usages, []string{"p.go:3 go", "p_test.go:5 go", "x_test.go:5 go"})
}

func TestDependenciesOnRequest(t *testing.T) {
	files := map[string]string{
		"p.go":   "package p\n\nimport \"example.com/p/q\"\n\nvar _ = q.F\n",
		"q/q.go": "package q\n\nimport \"sync\"\n\nvar m sync.Mutex\n\nfunc F() { m.Lock() }\n",
	}
	same(t, scan(t, files, false).Usages, nil)
	same(t, scan(t, files, true).Usages, []string{"q.go:7 lock"})
}

func TestCodeThatDoesNotTypeCheckYieldsWhatItsSyntaxShows(t *testing.T) {
	got := scan(t, map[string]string{"p.go": "package p\n\nfunc f(c chan int) { c <- missing }\n"}, false)
	same(t, got.Usages, []string{"p.go:3 send"})
	if len(got.Problems) != 1 || !strings.Contains(got.Problems[0], "missing") {
		t.Errorf("problems: %q", got.Problems)
	}
}

func scan(t *testing.T, files map[string]string, deps bool) output {
	t.Helper()
	t.Chdir(t.TempDir())
	files["go.mod"] = "module example.com/p\n\ngo 1.24\n"
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := options{goCommand: "go", tests: true, deps: deps, patterns: []string{"."}}
	found, err := scanPackages(opts)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func same(t *testing.T, found []usage, want []string) {
	t.Helper()
	left := make(map[string]bool)
	for _, w := range want {
		left[w] = true
	}
	for _, u := range found {
		got := describe(u)
		if !left[got] {
			t.Errorf("unexpected %s", got)
		}
		delete(left, got)
	}
	for missed := range left {
		t.Errorf("missed %s", missed)
	}
}

func describe(u usage) string {
	text := fmt.Sprintf("%s:%d %s", filepath.Base(u.File), u.Line, u.Kind)
	if len(u.Deferred) == 2 {
		text += fmt.Sprintf("(deferred %d %d)", u.Deferred[0], u.Deferred[1])
	}
	if u.Kind != "select" {
		return text
	}
	var cases []string
	for _, c := range u.Cases {
		cases = append(cases, describeCase(u.File, c))
	}
	if u.Default {
		cases = append(cases, "default")
	}
	return text + "(" + strings.Join(cases, ", ") + ")"
}

// describeCase reads the name of the channel from the case's own line.
func describeCase(file string, c comm) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	line := strings.Split(string(text), "\n")[c.Line-1]
	if c.Send {
		return "send " + regexp.MustCompile(`(\w+) <-`).FindStringSubmatch(line)[1]
	}
	return "receive " + regexp.MustCompile(`<-(\w+)`).FindStringSubmatch(line)[1]
}
