package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// probed are the probes of a module with one package.
func probesOf(t *testing.T, source, test string) probe {
	t.Helper()
	return probesOfUpTo(t, 500, source, test)
}

func probesOfUpTo(t *testing.T, perType int, source, test string) probe {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": source, "m_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := options{dir: dir, tests: true, patterns: []string{"."}}
	in, err := load(opts)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := writeProbes(opts, in, probeOptions{perType: perType, results: filepath.Join(dir, "results")}, &out); err != nil {
		t.Fatal(err)
	}
	var made probe
	if err := json.Unmarshal(out.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	return made
}

const stack = `package m

import "sync"

// A Stack is safe for concurrent use.
type Stack struct {
	mu    sync.Mutex
	items []string
}

func New(n int) *Stack { return &Stack{items: make([]string, 0, n)} }

func (s *Stack) Push(item string) { s.mu.Lock(); defer s.mu.Unlock(); s.items = append(s.items, item) }

func (s *Stack) Len() int { s.mu.Lock(); defer s.mu.Unlock(); return len(s.items) }

// Reset must not be called concurrently.
func (s *Stack) Reset() { s.items = nil }

// A Plain is not safe for concurrent use.
type Plain struct{ mu sync.Mutex }

func (p *Plain) Do() {}

type Bare struct{ n int }

func (b *Bare) Do() { b.n++ }
`

const stackTest = `package m

import "testing"

func TestStack(t *testing.T) {
	size := 4
	unrelated := "x"
	s := New(size)
	s.Push("first")
	if s.Len() != 1 || unrelated == "" {
		t.Fatal("wrong")
	}
}
`

func moduleOf(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n", "m.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const hub = `package m

import (
	"context"
	"iter"
	"sync"
)

// A Hub is safe for concurrent use.
type Hub struct {
	mu      sync.RWMutex
	a, b, c sync.Mutex
	subs    map[chan string]bool
	out     chan string
}

func NewHub() *Hub { return &Hub{subs: map[chan string]bool{}, out: make(chan string, 1)} }

func (h *Hub) Subscribe() (chan string, func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	ch := make(chan string, 1)
	h.subs[ch] = true
	return ch, func() { h.Leave(ch) }
}

func (h *Hub) Leave(ch chan string) { h.mu.Lock(); defer h.mu.Unlock(); delete(h.subs, ch); close(ch) }

func (h *Hub) Len() int { h.mu.RLock(); defer h.mu.RUnlock(); return len(h.subs) }

func (h *Hub) Each(f func(int)) { h.mu.RLock(); defer h.mu.RUnlock(); for range h.subs { f(1) } }

func (h *Hub) All() iter.Seq[chan string] {
	return func(yield func(chan string) bool) {
		for ch := range h.subs {
			if !yield(ch) {
				return
			}
		}
	}
}

func (h *Hub) Out() <-chan string { return h.out }

func (h *Hub) Publish(ctx context.Context, s string) {
	select {
	case h.out <- s:
	case <-ctx.Done():
	}
}

func (h *Hub) Close() { close(h.out) }

func (h *Hub) AB() { h.a.Lock(); defer h.a.Unlock(); h.b.Lock(); h.b.Unlock() }
func (h *Hub) BC() { h.b.Lock(); defer h.b.Unlock(); h.c.Lock(); h.c.Unlock() }
func (h *Hub) CA() { h.c.Lock(); defer h.c.Unlock(); h.a.Lock(); h.a.Unlock() }

var names = map[string]int{}

// AddName is safe for concurrent use.
func AddName(name string) { names[name]++ }
`

const hubTest = `package m

import (
	"context"
	"testing"
)

func TestHub(t *testing.T) {
	h := NewHub()
	h.Publish(context.Background(), "a")
	h.Each(func(int) {})
}
`
