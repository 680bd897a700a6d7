package main

import (
	"slices"
	"strings"
	"testing"
)

const shelf = `package m

import "sync"

// A Shelf is safe for concurrent use.
type Shelf struct {
	mu    sync.RWMutex
	books map[string]int
	last  string
}

func New() *Shelf { return &Shelf{books: make(map[string]int)} }

func (s *Shelf) Add(title string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books[title] = n
}

func (s *Shelf) Get(title string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.books) > 1 {
		s.last = title
	}
	return s.books[title]
}

func (s *Shelf) Take(title string) int {
	s.mu.RLock()
	n := s.books[title]
	s.mu.RUnlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.books, title)
	return n
}
`

const shelfTest = `package m

import "testing"

func TestShelf(t *testing.T) {
	s := New()
	s.Add("a", 1)
	s.Add("b", 2)
	if s.Get("a") != 1 {
		t.Fatal("a")
	}
	if s.Take("a") != 1 {
		t.Fatal("a")
	}
}
`

// Two readers first meet in an object that has two elements, two that take one in an object that has
// one, and two that add one in an empty object.
func TestCallsMeetInObjectsThatSuitThem(t *testing.T) {
	made := probesOf(t, shelf, shelfTest)
	for call, want := range map[string]int{`Get("a")`: 2, `Take("a")`: 1, `Add("a", 1)`: 0} {
		i := slices.IndexFunc(made.Scenarios, func(s scenario) bool {
			return len(s.Calls) == 2 && slices.Equal(s.Calls[0], []string{call}) && slices.Equal(s.Calls[1], []string{call})
		})
		if i < 0 {
			t.Errorf("no two %s", call)
			continue
		}
		setup := strings.Join(made.Scenarios[i].Setup, "\n")
		if got := strings.Count(setup, "s.Add("); got != want || strings.Contains(setup, "s.Get(") {
			t.Errorf("two %s are first called after\n%s", call, setup)
		}
	}
}
