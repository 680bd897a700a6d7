package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A type that users know only as an interface of another package is probed with the
// methods of that: made as tests make it, or by the function that returns it.
func TestHiddenTypesAreProbed(t *testing.T) {
	const source = `package m

import (
	"context"
	"errors"
	"io"
	"log/slog"
)

type handler struct{ level slog.Level }

func New(w io.Writer) (slog.Handler, error) { return made(w) }

func made(w io.Writer) (slog.Handler, error) {
	if w == nil {
		return nil, errors.New("no writer")
	}
	return &handler{}, nil
}

func (h *handler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

func (h *handler) Handle(context.Context, slog.Record) error { h.level++; return nil }

func (h *handler) WithAttrs([]slog.Attr) slog.Handler { return h }

// WithGroup must not be called concurrently.
func (h *handler) WithGroup(string) slog.Handler { return h }

func (h *handler) Hidden() { h.level++ }
`
	for test, setup := range map[string]string{
		"": "x, _ := New(io.Discard)",
		"func TestNew(t *testing.T) {\n\th, err := New(io.Discard)\n\tif err != nil {\n\t\tt.Fatal(h)\n\t}\n}\n": "h, err := New(io.Discard)",
	} {
		imports := "import (\n\t\"io\"\n\t\"testing\"\n)\n\n"
		if test == "" {
			imports = ""
		}
		made := probesOf(t, source, "package m\n\n"+imports+test)
		if i := slices.IndexFunc(made.Types, func(one probeType) bool { return one.Name == "handler" }); i < 0 || made.Types[i].Methods != 4 || made.Types[i].Scenarios == 0 {
			t.Errorf("%+v", made.Types)
		}
		for _, s := range made.Scenarios {
			if !slices.Contains(s.Setup, setup) || s.Evidence[0].Kind != "methods documented" || strings.Contains(fmt.Sprint(s.Calls), "WithGroup") || strings.Contains(fmt.Sprint(s.Calls), "Hidden") {
				t.Errorf("%v of %v by %v", s.Calls, s.Setup, s.Evidence)
			}
		}
	}
}

// An implementation of an interface of the package that several types implement is
// probed as well; what it has from what it embeds reads that.
func TestImplementationsOfAnInterfaceAreProbed(t *testing.T) {
	const source = `package m

import "sync"

type Core interface {
	Enabled() bool
	Write() Core
}

type plain struct{}

func (plain) Enabled() bool { return true }

func (p plain) Write() Core { return p }

type lazy struct {
	Core
	once sync.Once
}

func NewPlain() Core { return plain{} }

func NewLazy() Core { return &lazy{Core: plain{}} }

func (l *lazy) Write() Core {
	l.once.Do(func() { l.Core = l.Core.Write() })
	return l.Core
}
`
	found := false
	for _, s := range probesOf(t, source, "package m\n").Scenarios {
		if s.Type == "plain" {
			t.Errorf("%v: nothing says that goroutines may share it", s.Calls)
		}
		found = found || s.Type == "lazy" && fmt.Sprint(s.Calls) == "[[Enabled()] [Write()]]" && s.Setup[0] == "x := NewLazy()"
	}
	if !found {
		t.Error("Enabled reads what Write replaces")
	}
}
