package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// calls are the tests that are made for the functions of a module, by name.
func calls(t *testing.T, dir string, functions ...string) map[string]made {
	t.Helper()
	in, err := load(options{dir: dir, tests: true, patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]made)
	for name, fn := range in.sources() {
		short := name[strings.LastIndexByte(name, '.')+1:]
		if slices.Contains(functions, short) {
			at := in.prog.Fset.Position(fn.Pos())
			found[short] = in.call(fmt.Sprintf("%s:%d", at.Filename, at.Line), "TestMade"+short)
		}
	}
	return found
}

// runs compiles and runs what was made, in an overlay.
func runs(t *testing.T, dir string, tests map[string]made) {
	t.Helper()
	replace := make(map[string]string)
	for name, test := range tests {
		if test.Refused != "" {
			t.Fatalf("%s: %s", name, test.Refused)
		}
		file := filepath.Join(t.TempDir(), "made.go")
		if err := os.WriteFile(file, []byte(test.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(test.Directory, strings.ToLower(test.Test)+"_test.go")] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		t.Fatal(err)
	}
	test := exec.Command("go", "test", "-v", "-overlay="+overlay, "./...")
	test.Dir = dir
	out, err := test.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name := range tests {
		if !strings.Contains(string(out), "--- PASS: TestMade"+name) {
			t.Errorf("%s was not run:\n%s", name, out)
		}
	}
}

func TestFunctionsAreCalledWithWhatTheCodeOrTheirTypesSay(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"b/b.go": `package b
type Options struct { Limit int }
func NewOptions(limit int) (*Options, error) { return &Options{limit}, nil }
`,
		"a/a.go": `package a
import ("context"; "io"; "m/b"; "time")
type level int
const low level = 1
type store struct{ m map[string]int }
func newStore(size int) *store { return &store{make(map[string]int, size)} }
type shape interface{ area() int }
type square struct{ side int }
func (s *square) area() int { return s.side }
func Copied(s *store, limit int, word string) { s.m[word] = limit }
func caller() { s, n := newStore(7), 8; other := newStore(n); Copied(other, n*2, "word"); _ = s }
func (s *store) Method(l level, words ...string) { s.m[words[0]] = int(l) }
func Values(ctx context.Context, r io.Reader, o *b.Options, d time.Duration, f func(int) (string, error), sh shape) int {
	_, _ = f(o.Limit)
	return sh.area()
}
func Generic[K comparable, V any](m map[K]V, done <-chan struct{}) { <-done }
func Spawns(run func(func(), int) error) { _ = run(func() {}, 1) }
func Panics(m map[string][]int) { panic(m) }
`,
	})
	tests := calls(t, dir, "Copied", "Method", "Values", "Generic", "Spawns", "Panics")
	for name, want := range map[string]string{
		"Copied":  `Copied(v2, v1*2, "word")`,
		"Method":  `receiver.Method(low, "harrier")`,
		"Values":  "Values(context.Background(), strings.NewReader(\"harrier\"), v1, time.Millisecond, func(_ int) (string, error) { return \"harrier\", nil }, new(square))",
		"Generic": "Generic(map[int]int{3: 3}, func() <-chan struct{} { c := make(chan struct{}, 3); c <- struct{}{}; c <- struct{}{}; return c }())",
		"Spawns":  "Spawns(func(f1 func(), _ int) error { f1(); return nil })",
		"Panics":  `Panics(map[string][]int{"harrier": []int{3, 3, 3}})`,
	} {
		if got := tests[name].Call; got != want {
			t.Errorf("%s is called by %s, want %s (%s)", name, got, want, tests[name].Refused)
		}
	}
	if !strings.Contains(tests["Copied"].Source, "v2 := newStore(v1)\n") {
		t.Errorf("no store is made for Copied:\n%s", tests["Copied"].Source)
	}
	if want := `time.Sleep(time.Millisecond); go f1(); return errors.New("made by harrier")`; !strings.Contains(tests["Spawns"].Source, want) {
		t.Errorf("the second call of Spawns is no other one:\n%s", tests["Spawns"].Source)
	}
	runs(t, dir, tests)
}

func TestWhatMayHarmIsNotCalled(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"b/b.go": `package b
import "os"
func Clean(dir string) { os.RemoveAll(dir) }
`,
		"a/a.go": `package a
import ("m/b"; "net"; "os"; "os/exec"; "unsafe")
var remove = os.Remove
type eraser struct{}
func (eraser) erase() { _ = exec.Command("true").Run() }
type erases interface{ erase() }
func run(e erases) { e.erase() }
func Direct() { go func() { _, _ = net.Dial("tcp", "") }() }
func OtherPackage() { b.Clean("") }
func Variable() { _ = remove("") }
func Interface() { run(eraser{}) }
func Closure(f func()) { f() }
func caller() { Closure(func() { os.Exit(1) }) }
func Param(e erases) { e.erase() }
func Given(e erases) { e.erase() }
type holder struct{ e erases }
func Held(h []holder) { h[0].e.erase() }
func giver() { Given(eraser{}); Held([]holder{{e: eraser{}}}) }
func Pointer(p *unsafe.Pointer) {}
func Unsayable(c net.Conn) {}
`,
		"a/a_test.go": `package a
import "testing"
func TestSelf(t *testing.T) { go t.Log() }
`,
	})
	tests := calls(t, dir, "Direct", "OtherPackage", "Variable", "Interface", "Closure", "Pointer", "Unsayable", "Param", "Given", "Held", "TestSelf")
	for name, want := range map[string]string{
		"Direct":       "it may call net.Dial",
		"OtherPackage": "it may call os.RemoveAll",
		"Variable":     "it may call os.Remove",
		"Interface":    "it may call (*os/exec.Cmd).Run",
		"Param":        "it may call (*os/exec.Cmd).Run",
		"Given":        "it may call (*os/exec.Cmd).Run",
		"Held":         "it may call (*os/exec.Cmd).Run",
		"Unsayable":    "no value of type net.Conn can be made",
		"TestSelf":     "it is a test itself",
		"Closure":      "",
		"Pointer":      "",
	} {
		test := tests[name]
		if !strings.HasPrefix(test.Refused, want) || want == "" && test.Refused != "" {
			t.Errorf("%s: %q, want %q", name, test.Refused, want)
		}
		if test.Refused != "" && test.Source != "" {
			t.Errorf("%s is refused and called", name)
		}
	}
	in, err := load(options{dir: dir, tests: true, patterns: []string{"./a"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := in.call(filepath.Join(dir, "a", "a.go")+":1", "TestNothing"); !strings.Contains(got.Refused, "no function") {
		t.Errorf("a line outside of functions: %+v", got)
	}
}
