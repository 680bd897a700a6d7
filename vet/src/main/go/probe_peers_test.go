package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const purses = `package m

import "sync"

// A Purse holds money. It is safe for concurrent use.
type Purse struct {
	mu    sync.Mutex
	id    int
	money int
}

// Give moves money to another purse.
func (p *Purse) Give(other *Purse, amount int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	other.mu.Lock()
	other.money += amount
	other.mu.Unlock()
	p.money -= amount
}

// Empty takes all that another one has.
func (p *Purse) Empty(other *Purse) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.money += other.money
	other.money = 0 // bare
}

// Swap exchanges what two purses have.
func Swap(a, b *Purse) {
	first, second := a, b
	if b.id < a.id {
		first, second = b, a
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	exchange(a, b)
	a.total(b)
}

func exchange(a, b *Purse) { a.money, b.money = b.money, a.money }

func (p *Purse) total(other *Purse) int { return p.money + other.money }

// Money returns how much is left.
func (p *Purse) Money() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.money
}
`

const pursesTest = `package m

import "testing"

func TestGive(t *testing.T) {
	rich := &Purse{}
	poor := &Purse{id: 1}
	rich.Give(poor, 4)
	if rich.Money() != -4 {
		t.Fatal(rich.Money())
	}
}
`

func TestTwoObjectsUseEachOther(t *testing.T) {
	made := probesOf(t, purses, pursesTest)
	var calls []string
	for _, one := range made.Scenarios {
		if slices.Contains(one.Setup, "y is another one, made in the same way") {
			calls = append(calls, strings.Join(slices.Concat(one.Calls...), " | "))
			if one.Alone == "" || !strings.Contains(one.Alone, "y := setup") {
				t.Errorf("the test makes no second object:\n%s", one.Alone)
			}
		}
	}
	for _, want := range []string{"Give(y, 4) | y.Give(rich, 4)", "Swap(rich, y) | Swap(y, rich)", "Empty(y) | y.Money()"} {
		if !slices.Contains(calls, want) {
			t.Errorf("%s is not among %q", want, calls)
		}
	}
}

// A lock of the one object does not guard what the other one has; which lock is whose need not be
// known.
func TestALockIsOfOneObject(t *testing.T) {
	made := probesOf(t, purses, pursesTest)
	i := slices.IndexFunc(made.Guards, func(g guard) bool { return g.Field == "m.Purse.money" || g.Field == "Purse.money" })
	if i < 0 {
		t.Fatalf("the guards are %+v", made.Guards)
	}
	for n, text := range strings.Split(purses, "\n") {
		bare := slices.ContainsFunc(made.Guards[i].Bare, func(at string) bool { return strings.HasSuffix(at, "m.go:"+fmt.Sprint(n+1)) })
		want := strings.Contains(text, "// bare") || strings.Contains(text, "p.money += other.money")
		if bare != want {
			t.Errorf("line %d is bare: %v: %s", n+1, bare, text)
		}
	}
}

// An exported field of an object that a method is given is set by the caller, without a lock.
func TestNoLockIsMeantForTheFieldsOfOptions(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Config struct {
	mu   sync.Mutex
	Name string
	size int
}

func (c *Config) Update(from *Config) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if from.Name != "" {
		c.Name = from.Name
	}
	c.size += from.size
}
`, "package m\n")
	var fields []string
	for _, one := range made.Guards {
		fields = append(fields, one.Field)
	}
	if !slices.Equal(fields, []string{"Config.size"}) {
		t.Errorf("accesses without a lock are of %q", fields)
	}
}

// An object that a method is given to copy to is new, or its caller's own.
func TestNoLockIsMeantForWhatIsCopiedTo(t *testing.T) {
	source := `package m

import "sync"

type Message struct {
	mu     sync.RWMutex
	fields map[int]string
	tags   []int
}

func (m *Message) Set(tag int, s string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fields[tag] = s
	m.tags = append(m.tags, tag)
}

func (m *Message) CopyInto(to *Message) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	to.fields = make(map[int]string)
	for tag, s := range m.fields {
		to.fields[tag] = s
	}
	to.tags = make([]int, len(m.tags))
	to.tags[0] = m.tags[0]
}
`
	for name, want := range map[string]bool{"CopyInto": false, "Merge": true} {
		bare := 0
		for _, one := range probesOf(t, strings.Replace(source, "CopyInto", name, 1), "package m\n").Guards {
			bare += len(one.Bare)
		}
		if bare > 0 != want {
			t.Errorf("%s: %d accesses without a lock", name, bare)
		}
	}
}
