package main

import (
	"slices"
	"strings"
	"testing"
)

// What returns the slice or map of a field is paired with what changes its elements, and the guard
// of the field names it, unless it lends them. A copy is its caller's own.
func TestReturnedFieldsAreRead(t *testing.T) {
	made := probesOf(t, `package m

import (
	"slices"
	"sync"
)

type Entry struct{ name *string }

// A Table is safe for concurrent use.
type Table struct {
	mu    sync.Mutex
	all   []Entry
	byKey map[string]Entry
}

func New() *Table { return &Table{byKey: map[string]Entry{}} }

func (t *Table) Put(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byKey[key] = Entry{&key}
	t.all = append(t.all, t.byKey[key])
	slices.Reverse(t.all)
}

func (t *Table) All() (all []Entry) { t.mu.Lock(); defer t.mu.Unlock(); all = t.all; return all }

func (t *Table) ByKey() map[string]Entry { t.mu.Lock(); defer t.mu.Unlock(); return t.inner() }

func (t *Table) inner() map[string]Entry { return t.byKey }

// Lent is all, valid until the next call of Put.
func (t *Table) Lent() []Entry { t.mu.Lock(); defer t.mu.Unlock(); return t.all }

// Drop shifts the elements behind one, in place.
func (t *Table) Drop(i int) { t.mu.Lock(); defer t.mu.Unlock(); t.all = append(t.all[:i], t.all[i+1:]...) }

// Rename writes to an element.
func (t *Table) Rename(i int, name string) { t.mu.Lock(); defer t.mu.Unlock(); t.all[i].name = &name }

func (t *Table) Copy() []Entry { t.mu.Lock(); defer t.mu.Unlock(); return slices.Clone(t.all) }
`, `package m

import "testing"

func TestTable(t *testing.T) {
	table := New()
	table.Put("a")
	table.All()
	table.ByKey()
	table.Lent()
	table.Copy()
	table.Drop(0)
	table.Rename(0, "b")
}
`)
	ranks := make(map[string]int)
	for _, s := range made.Scenarios {
		if calls := shownCalls(s.Calls); ranks[calls] < s.Rank {
			ranks[calls] = s.Rank
		}
	}
	for _, calls := range []string{"All | Put", "ByKey | Put", "All | Drop", "All | Rename"} {
		if ranks[calls] < 10*unguarded {
			t.Errorf("%s has rank %d, want %d at least: %v", calls, ranks[calls], 10*unguarded, ranks)
		}
	}
	for _, calls := range []string{"Copy | Put", "Lent | Put"} {
		if rank := ranks[calls]; rank >= 10*unguarded {
			t.Errorf("%s has rank %d", calls, rank)
		}
	}
	by := make(map[string]int)
	for _, one := range made.Guards {
		by[one.Field] = len(one.Returned)
	}
	if by["Table.all"] != 1 || by["Table.byKey"] != 1 {
		t.Errorf("fields are returned by %v, want one method each", by)
	}
	if source := made.Files[0].Source; !strings.Contains(source, "len(append((r1)[:0:0], r1...))") {
		t.Error("the elements of a result are not read")
	}
	if !slices.ContainsFunc(made.Guards, func(one guard) bool { return one.Bare != nil }) {
		t.Error("a list without elements is null")
	}
}
