package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mustBuild has the go command compile what was written for a package.
func mustBuild(t *testing.T, made probe) {
	t.Helper()
	if len(made.Scenarios) == 0 {
		t.Fatal("nothing was written")
	}
	for _, file := range made.Files {
		if err := os.WriteFile(filepath.Join(made.Directory, file.Name), []byte(file.Source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "test", "-run", "^$", ".")
	run.Dir = made.Directory
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A package, or its tests, may declare the names of the packages that generated
// tests import, and builtin functions that they could call.
func TestNamesOfThePackageAreNotThoseOfImports(t *testing.T) {
	source := stack + "\nfunc close() {}\n\nvar fmt, strings = 1, 2\n"
	for _, test := range []string{stackTest, `package m_test

import (
	"testing"

	"example.com/m"
)

var sync = 6

func TestStack(t *testing.T) {
	s := m.New(4)
	s.Push("os.Args")
}
`} {
		mustBuild(t, probesOf(t, source, test+`
var runtime, json, os, time = 1, 2, 3, 4

type context struct{}
`))
	}
}

// A variable of a test may have the name of a package, and a string what looks like
// its use.
func TestOnlyPackagesThatAreMentionedAreImported(t *testing.T) {
	made := probesOf(t, stack, `package m

import "testing"

func TestStack(t *testing.T) {
	os := New(4)
	os.Push("runtime.GC() and json.Marshal")
}
`)
	mustBuild(t, made)
	for _, file := range made.Files {
		if err := os.Remove(filepath.Join(made.Directory, file.Name)); err != nil {
			t.Fatal(err)
		}
	}
	made.Files = nil
	for _, one := range made.Scenarios {
		made.Files = append(made.Files, probeFile{one.Test + "_test.go", one.Alone})
	}
	mustBuild(t, made)
}

// A setup may open what has the name of its test, which can be opened once: every
// order of the calls is seen all the same.
func TestOrdersAreSeenWhereASetupIsMadeOnce(t *testing.T) {
	made := probesOf(t, `package m

import (
	"net"
	"sync"
)

// A Server is safe for concurrent use.
type Server struct {
	mu sync.Mutex
	l  net.Listener
	n  int
}

func New(l net.Listener) *Server { return &Server{l: l} }

func (s *Server) Count() int { s.mu.Lock(); defer s.mu.Unlock(); s.n++; return s.n }
`, `package m

import (
	"net"
	"testing"
)

func TestServer(t *testing.T) {
	l, err := net.Listen("unix", "@"+t.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := New(l)
	s.Count()
}
`)
	mustBuild(t, made)
	run := exec.Command("go", "test", "-run", "^TestOrdersServerCountCount$", ".")
	run.Dir = made.Directory
	if out, err := run.CombinedOutput(); err == nil {
		t.Errorf("the setup can be made twice:\n%s", out)
	}
	seen, err := os.ReadFile(filepath.Join(made.Directory, "results"))
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []string{"[0 1]", "[1 0]"} {
		if !strings.Contains(string(seen), `"Order":"`+order+`","Results":["Count: `) {
			t.Errorf("order %s is missing:\n%s", order, seen)
		}
	}
}
