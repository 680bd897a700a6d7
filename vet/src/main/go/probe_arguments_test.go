package main

import (
	"slices"
	"strings"
	"testing"
)

// Of a call with an argument that only its test has, the others are taken.
func TestAPlainValueTakesThePlaceOfAVariableOfALoop(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

// A Table is safe for concurrent use.
type Table struct {
	mu sync.Mutex
	m  map[string]int
}

func (c *Table) Set(key string, value int) { c.mu.Lock(); defer c.mu.Unlock(); c.m = map[string]int{key: value} }
`, `package m

import "testing"

type item struct {
	key string
	val int
}

func TestTable(t *testing.T) {
	var items []item
	first := 1
	for i := range 3 {
		items = append(items, item{"a", first})
		var c Table
		c.Set(items[i].key, first+i)
	}
}
`)
	if i := slices.IndexFunc(made.Types, func(typ probeType) bool { return typ.Name == "Table" }); i < 0 || made.Types[i].Scenarios == 0 {
		t.Fatalf("no scenario of Table compiles: %+v", made.Types)
	}
	for _, s := range made.Scenarios {
		if strings.Contains(s.Alone, "items") {
			t.Errorf("%s has a variable of the test:\n%s", s.Test, s.Alone)
		}
	}
}

// The lock of an object guards the fields of a struct that is part of it.
func TestALockGuardsTheFieldsOfWhatIsWithin(t *testing.T) {
	made := probesOf(t, `package m

import "sync"

type Config struct{ Labels []string }

type Metrics struct {
	Config
	mu sync.Mutex
}

func (m *Metrics) Update() { m.Set(m.Labels) }

func (m *Metrics) Set(labels []string) { m.mu.Lock(); defer m.mu.Unlock(); m.Labels = labels }

// A Sink has a lock too, and its own Config.
type Sink struct {
	mu     sync.Mutex
	config *Config
}

func (s *Sink) Labels() []string { return s.config.Labels }
`, `package m

import "testing"

func TestMetrics(t *testing.T) {
	m := &Metrics{}
	m.Update()
	s := &Sink{config: &m.Config}
	s.Labels()
}
`)
	if len(made.Guards) != 0 {
		t.Errorf("two accesses of three are without a lock: %+v", made.Guards)
	}
	made = probesOf(t, `package m

import "sync"

type Config struct{ Labels []string }

type Metrics struct {
	Config
	mu sync.Mutex
}

func (m *Metrics) Update() { m.Set(m.Labels) }

func (m *Metrics) Set(labels []string) { m.mu.Lock(); defer m.mu.Unlock(); m.Labels = labels }
`, `package m

import "testing"

func TestMetrics(t *testing.T) {
	m := &Metrics{}
	m.Update()
}
`)
	if len(made.Guards) != 1 || made.Guards[0].Field != "Config.Labels" || made.Guards[0].Lock != "Metrics.mu" {
		t.Errorf("the guards are %+v", made.Guards)
	}
}
