package main

import (
	"fmt"
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

const lane = `package m

import "sync"

// A Lane is safe for concurrent use.
type Lane struct {
	mu       sync.Mutex
	notEmpty sync.Cond
	notFull  sync.Cond
	cars     []int
}

func New() *Lane {
	l := new(Lane)
	l.notEmpty.L, l.notFull.L = &l.mu, &l.mu
	return l
}

func (l *Lane) Enter(car int) { l.EnterAll(car) }

func (l *Lane) EnterAll(cars ...int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(cars) > 0 && len(l.cars)+len(cars) > 4 {
		l.notFull.Wait()
	}
	l.cars = append(l.cars, cars...)
	l.notEmpty.Signal()
}

func (l *Lane) Leave() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.cars) == 0 {
		l.notEmpty.Wait()
	}
	car := l.cars[0]
	l.cars = l.cars[1:]
	l.notFull.Broadcast()
	return car
}

func (l *Lane) Skip() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.cars) > 0 {
		l.cars = l.cars[1:]
	}
	l.notFull.Broadcast()
}

func (l *Lane) Drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cars = nil
	l.notFull.Broadcast()
}

func (l *Lane) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notFull.Broadcast()
	l.notEmpty.Broadcast()
}
`

const laneTest = `package m

import "testing"

func TestLane(t *testing.T) {
	l := New()
	l.EnterAll()
	for i := range 2 {
		l.EnterAll(i, i+1)
		l.Enter(i)
		l.Leave()
	}
	l.Skip()
	l.Drop()
	l.Close()
}
`

// What may wait for each of two conditions is called twice next to something that makes it true, and
// next to what ends the object only after that.
func TestEachWaiterIsWoken(t *testing.T) {
	made := probesOf(t, lane, laneTest)
	var triples []string
	for _, s := range made.Scenarios {
		if len(s.Calls) == 3 {
			triples = append(triples, strings.Join(slices.Concat(s.Calls...), " "))
		}
	}
	for _, want := range []string{"Leave() Leave() EnterAll(3, 3)", "EnterAll(3, 3) EnterAll(3, 3) Leave()"} {
		if !slices.Contains(triples, want) {
			t.Errorf("no %s in %q", want, triples)
		}
	}
}

// A call without the elements that it takes may do nothing: where no test has some that can be
// repeated, it is given plain ones.
func TestCallsHaveElements(t *testing.T) {
	made := probesOf(t, lane, laneTest)
	for _, s := range made.Scenarios {
		if slices.Contains(slices.Concat(s.Calls...), "EnterAll(3, 3)") {
			return
		}
	}
	t.Errorf("no call has elements: %v", made.Scenarios[0].Calls)
}

// A callback that says whether to continue calls the object as well as one without a result.
// What it sees is not compared.
func TestCallbacksWithResultsCallTheObject(t *testing.T) {
	const each = `

func (s *Shelf) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.books)
}

func (s *Shelf) Each(fn func(title string) %s) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for title := range s.books {
		%s
	}
}
`
	for result, used := range map[string]string{"": "fn(title)", "bool": "if !fn(title) { return }", "error": "if fn(title) != nil { return }"} {
		made := probesOf(t, shelf+fmt.Sprintf(each, result, used), shelfTest)
		if !slices.ContainsFunc(made.Scenarios, func(s scenario) bool {
			return strings.Contains(s.Test, "EachCallingLen") && !strings.Contains(s.Alone, "got := fmt.Sprint(results")
		}) {
			t.Errorf("no callback with the result %q calls the object", result)
		}
		mustBuild(t, made)
	}
}
