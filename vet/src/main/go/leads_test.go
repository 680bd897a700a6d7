package main

import (
	"encoding/binary"
	"slices"
	"testing"
)

// leads reads which tests lead to which functions of a stream, by name.
func leads(t *testing.T, stream []byte) func(function string) []string {
	t.Helper()
	tags, fields := records(t, stream)
	var texts []string
	ids := make(map[string]uint64)
	from := make(map[uint64][]uint64)
	type test struct {
		name string
		id   uint64
	}
	var tests []test
	for i, tag := range tags {
		uint := func() uint64 {
			v, n := binary.Uvarint(fields[i])
			fields[i] = fields[i][n:]
			return v
		}
		switch tag {
		case tagString:
			texts = append(texts, string(fields[i]))
		case tagFunction:
			id := uint()
			ids[texts[uint()]] = id
		case tagLeads:
			source := uint()
			for n := uint(); n > 0; n-- {
				target := uint()
				from[target] = append(from[target], source)
			}
		case tagTest:
			pkg, name := texts[uint()], texts[uint()]
			tests = append(tests, test{pkg + "." + name, uint()})
		}
	}
	return func(function string) []string {
		id, ok := ids[function]
		if !ok {
			t.Fatalf("%s is not in the stream", function)
		}
		reached := map[uint64]bool{id: true}
		for work := []uint64{id}; len(work) > 0; {
			next := work[0]
			work = work[1:]
			for _, source := range from[next] {
				if !reached[source] {
					reached[source] = true
					work = append(work, source)
				}
			}
		}
		var names []string
		for _, test := range tests {
			if reached[test.id] {
				names = append(names, test.name)
			}
		}
		slices.Sort(names)
		return names
	}
}

func TestTestsLeadToWhatTheyMayRun(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"a/a.go": `package a
type Closer interface { Close() }
type One struct{}
func (One) Close() { race(1) }
type Other struct{}
func (Other) Close() {}
func race(n int) int { x := n; go func() { x++ }(); return x }
func Direct() { race(0) }
func Stored() func() { return func() { race(3) } }
func End(c Closer) { c.Close() }
func untested() int { x := 0; go func() { x = 1 }(); return x }
`,
		"a/a_test.go": `package a
import "testing"
func TestDirect(t *testing.T) { Direct() }
func TestOne(t *testing.T) { End(One{}) }
func TestOther(t *testing.T) { End(Other{}) }
func TestSubtest(t *testing.T) { t.Run("sub", func(t *testing.T) { Stored()() }) }
func FuzzDirect(f *testing.F) { f.Fuzz(func(t *testing.T, n int) { race(n) }) }
func Testify(t *testing.T) { Direct() }
func TestMain(m *testing.M) { m.Run() }
func BenchmarkDirect(b *testing.B) { Direct() }
`,
		"a/x_test.go": `package a_test
import "m/a"
func ExampleDirect() {
	a.Direct()
	// Output:
}
func ExampleStored() { a.Stored()() }
`,
		"b/b_test.go": `package b
import ("m/a"; "testing")
func TestFar(t *testing.T) { a.Direct() }
func TestNear(t *testing.T) {}
`,
	})
	testsOf := leads(t, exportedWith(t, dir, true))
	want := []string{"m/a.BenchmarkDirect", "m/a.ExampleDirect", "m/a.FuzzDirect", "m/a.TestDirect", "m/a.TestOne", "m/a.TestSubtest", "m/b.TestFar"}
	if got := testsOf("m/a.race$1"); !slices.Equal(got, want) {
		t.Errorf("race is run by %v, want %v", got, want)
	}
	if got := testsOf("m/a.untested"); len(got) > 0 {
		t.Errorf("untested is run by %v", got)
	}
}
