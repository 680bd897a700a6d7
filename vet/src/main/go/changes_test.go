package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"
)

// changed are the records of changes in a stream: what changes, by the type.
func changed(t *testing.T, stream []byte) map[string]string {
	t.Helper()
	tags, fields := records(t, stream)
	var texts []string
	structs := make(map[uint64]string)
	found := make(map[string]string)
	for i, tag := range tags {
		rest := fields[i]
		next := func() uint64 {
			v, n := binary.Uvarint(rest)
			rest = rest[n:]
			return v
		}
		switch tag {
		case tagString:
			texts = append(texts, string(rest))
		case tagType:
			id := next()
			next()
			structs[id] = texts[next()]
		case tagChange:
			of, whole := structs[next()], next() == 1
			var which []uint64
			for range next() {
				which = append(which, next())
			}
			if _, ok := found[of]; ok {
				t.Errorf("%s has two records", of)
			}
			found[of] = fmt.Sprint(whole, which)
		}
	}
	return found
}

func TestChangesByCodeThatIsNotWrittenAreReported(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"a.go": `package m
import "unsafe"
type Fields struct{ read, assigned, taken, passedOn int; array [2]int }
type Whole struct{ f int }
type Outer struct { other int; in Inner }
type Inner struct{ a, b int }
type Own struct{ f int }
type Again struct{ f, g int }
type Raw struct{ f int }
type Twin Again
type Other = Aliased
type Aliased struct{ f int }
type Generic[E any] struct{ f, g E }
type Unknown struct{ f int }
type InClosure struct{ f, g int }

func Goes() (n int) {
	var all = []any{
		new(Fields), new(Whole), new(Outer), new(Own), new(Again), new(Other), new(Generic[int]), new(InClosure), new(Raw)}
	go func() { n = len(all) }()
	return n
}
func change(p *Fields, keep *[]*int) *int {
	_ = p.read
	p.assigned = 1
	*keep = append(*keep, &p.taken)
	p.array[1] = 2
	return &p.passedOn
}
func (w *Whole) set(v Whole) { *w = v }
func deep(p *Outer) { p.in.b = 1 }
func own(a int) Own {
	o := Own{f: a}
	func() { o.f = 2 }()
	p := &o
	p.f = 3
	return o
}
func convert(p *Again) *Twin { return (*Twin)(p) }
func (t *Twin) set() { t.g = 1 }
func raw(p unsafe.Pointer) *Raw { return (*Raw)(p) }
func alias(p *Other) { p.f = 1 }
func (g *Generic[E]) set(e E) { g.g = e }
func instance(g *Generic[int]) { g.set(1) }
func unknown(u *Unknown) { u.f = 1 }
func closure(c *InClosure) { func() { c.g = 1 }() }
`,
		"a_test.go": "package m\n",
		"x_test.go": "package m_test\n",
	})
	stream := exported(t, dir, "time.AfterFunc")
	if found := bodies(t, stream); len(found) != 2 || !found["m.Goes$1"] {
		t.Errorf("bodies %v, want those of Goes alone", found)
	}
	want := map[string]string{
		"m.Fields":       "false [1 2 3 4]",
		"m.Whole":        "true []",
		"m.Outer":        "false [1]",
		"m.Inner":        "false [1]",
		"m.Again":        "false [1]",
		"m.Raw":          "true []",
		"m.Aliased":      "false [0]",
		"m.Generic[int]": "false [1]",
		"m.InClosure":    "false [1]",
	}
	if got := changed(t, stream); !maps.Equal(got, want) {
		for _, of := range slices.Sorted(maps.Keys(got)) {
			t.Errorf("%s: %s, want %q", of, got[of], want[of])
		}
		t.Errorf("changes of %v, want those of %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

func TestChangesAreTheSameWhereAllCodeIsWritten(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"a.go": `package m
type T struct{ a, b int }
func Goes(p *T) (n int) { go func() { n++; p.a = 1 }(); change(p); return n }
func change(p *T) { p.b = 2 }
`,
	})
	for _, starters := range [][]string{nil, {"time.AfterFunc"}} {
		if got := changed(t, exported(t, dir, starters...)); got["m.T"] != "false [0 1]" || len(got) != 1 {
			t.Errorf("with the starters %v: changes %v", starters, got)
		}
	}
}
