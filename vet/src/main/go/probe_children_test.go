package main

import (
	"strings"
	"testing"
)

const stores = `package m

import "sync"

// A Store is safe for concurrent use.
type Store struct {
	mu   sync.Mutex
	n    int
	last *View
}

func New() *Store { return &Store{} }

func (s *Store) Size() int { s.mu.Lock(); defer s.mu.Unlock(); return s.n }

func (s *Store) Begin(name string) (*Batch, error) { return &Batch{store: s}, nil }

// Only must only be called once at a time.
func (s *Store) Only() *Batch { return &Batch{store: s} }

// A Batch is not safe for concurrent use.
type Batch struct {
	store *Store
	puts  int
}

func (b *Batch) Put() { b.puts++ }

func (b *Batch) Write() { b.store.n += b.puts }

// Discard must not be called concurrently.
func (b *Batch) Discard() { b.store.n-- }

// A View is not safe for concurrent use.
type View struct{ of *Store }

func NewView(of *Store) *View { return &View{of} }

func (v *View) Keep() { v.of.last = v }
`

const storesTest = `package m_test

import (
	"testing"

	"example.com/m"
)

func TestStore(t *testing.T) {
	s := m.New()
	b, _ := s.Begin("a")
	b.Put()
	b.Write()
	m.NewView(s).Keep()
}
`

// Each goroutine has a child of its own, of a type that goroutines may not share, and calls what
// reaches the parent: not what is the child's alone, and nothing that is for one goroutine.
func TestEachGoroutineHasAChild(t *testing.T) {
	found := make(map[string]string)
	for _, s := range probesOf(t, stores, storesTest).Scenarios {
		var calls []string
		for _, of := range s.Calls {
			calls = append(calls, strings.Join(of, "; "))
		}
		setup := strings.Join(s.Setup, "; ")
		if strings.Contains(setup, "c1") {
			found[strings.Join(calls, " | ")] = setup
			if s.Evidence[0].Kind != "documented" {
				t.Errorf("%s: %v", s.Calls, s.Evidence)
			}
		}
	}
	for calls, setup := range map[string]string{
		"c1.Write() | c2.Write()": `; c1, _ := s.Begin("a"); c2, _ := s.Begin("a")`,
		"c1.Keep() | c2.Keep()":   `; c1 := m.NewView(s); c2 := m.NewView(s)`,
	} {
		if !strings.HasSuffix(found[calls], setup) {
			t.Errorf("%s: the setup is %q", calls, found[calls])
		}
		delete(found, calls)
	}
	for calls := range found {
		t.Errorf("%s are called", calls)
	}
}
