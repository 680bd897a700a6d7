package main

import (
	"strings"
	"testing"
)

const registry = `package m

import "sync"

type Rule struct{ match func(string) bool }

type Check interface{ Run() bool }

// A Registry is safe for concurrent use.
type Registry struct {
	mu    sync.Mutex
	n     int
	rules []*Rule
}

func New() *Registry { return &Registry{} }

func (r *Registry) Add(rule *Rule) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rules = append(r.rules, rule)
	return nil
}

func (r *Registry) Watch(c Check) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
}

func (r *Registry) Named(name string, match func(string) bool, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
}

func (r *Registry) Len() int { return len(r.rules) + r.n }
`

// What tests give to a method through a variable of a loop, or what a function of the tests passes, is
// made by functions of the tests.
func TestFunctionsOfTheTestsMakeArguments(t *testing.T) {
	made := probesOf(t, registry, `package m

import (
	"os"
	"testing"
)

const first = "first"

type check struct{ n int }

func (c *check) Run() bool { return true }

func aRule(t *testing.T, name string, more int) *Rule { t.Helper(); return &Rule{match: func(s string) bool { return s == name }} }

func removed(name string) *Rule { os.Remove(name); return &Rule{} }

func started() *Rule { go func() {}(); return &Rule{} }

func ofRules(r *Rule) *Rule { return r }

func someCheck(strict bool) Check { return &check{3} }

func TestRegistry(t *testing.T) {
	r := New()
	for _, rule := range []*Rule{aRule(t, "a", 1), aRule(t, "b", 2)} {
		r.Add(rule)
	}
	for _, c := range []Check{someCheck(true)} {
		r.Watch(c)
	}
	named(r, first, true, 7)
}

func named(r *Registry, name string, strict bool, n int) {
	calls := 0
	r.Named(name, func(s string) bool { calls++; var x = s; return strict && x == name }, n+1)
}
`)
	mustBuild(t, made)
	source := made.Files[0].Source
	for _, want := range []string{
		`x.Add(aRule(t, "harrier", 3))`, `x.Watch(someCheck(true))`,
		"v1 := (string)(first)", "v2 := 0", "v3 := (bool)(true)", "v4 := (int)(7)",
		"x.Named(v1, func(s string) bool { v2++; var x = s; return v3 && x == v1 }, v4+1)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("%s is missing in\n%s", want, source)
		}
	}
	for _, no := range []string{"removed(", "started(", "ofRules(", "new(Rule)"} {
		if strings.Contains(source, no) {
			t.Errorf("%s is called", no)
		}
	}
}
