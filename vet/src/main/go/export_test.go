package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// records splits a stream, and fails the test if it is not one.
func records(t *testing.T, stream []byte) (tags string, fields [][]byte) {
	t.Helper()
	rest, ok := bytes.CutPrefix(stream, []byte("HSSA"))
	if !ok {
		t.Fatal("no magic")
	}
	version, n := binary.Uvarint(rest)
	if version != formatVersion {
		t.Fatalf("version %d, want %d", version, formatVersion)
	}
	for rest = rest[n:]; len(rest) > 0; {
		tags += string(rest[0])
		length, n := binary.Uvarint(rest[1:])
		rest = rest[1+n:]
		if uint64(len(rest)) < length {
			t.Fatalf("record %d is cut short", len(tags))
		}
		fields = append(fields, rest[:length])
		rest = rest[length:]
	}
	return tags, fields
}

func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func exported(t *testing.T, dir string, starters ...string) []byte {
	t.Helper()
	return exportedWith(t, dir, false, starters...)
}

func exportedWith(t *testing.T, dir string, leads bool, starters ...string) []byte {
	t.Helper()
	in, err := load(options{dir: dir, tests: true, patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	set := names(strings.Join(starters, ","))
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	newExporter(newEncoder(w), in).export(set, leads)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const goMod = "module m\n\ngo 1.24\n"

func TestStreamIsWholeAndTheSameEachTime(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"a.go": `package m
type T[E any] struct{ next *T[E]; e E }
func (t *T[E]) Each(f func(E)) { for ; t != nil; t = t.next { f(t.e) } }
func Use() (sum int) { (&T[int]{e: 1}).Each(func(i int) { sum += i }); return sum }
type hidden struct{}
func (hidden) method() {}`,
		"a_test.go": "package m\nimport \"testing\"\nfunc TestUse(t *testing.T) { Use() }\n",
	})
	first := exported(t, dir)
	tags, fields := records(t, first)
	if !strings.HasSuffix(tags, "Z") || strings.Count(tags, "Z") != 1 {
		t.Fatalf("tags %s: want one end record, last", tags)
	}
	if count, _ := binary.Uvarint(fields[len(fields)-1]); count != uint64(len(tags)-1) {
		t.Errorf("the end record counts %d, want %d", count, len(tags)-1)
	}
	if again := exported(t, dir); !bytes.Equal(first, again) {
		t.Error("a second export differs")
	}
	for _, name := range []string{"(m.hidden).method", "(*m.T[int]).Each", "m.Use$1", "m.TestUse"} {
		if !bytes.Contains(first, []byte(name)) {
			t.Errorf("%s is missing", name)
		}
	}
}

// bodies are the names of the functions whose code is in a stream.
func bodies(t *testing.T, stream []byte) map[string]bool {
	t.Helper()
	tags, fields := records(t, stream)
	var texts, functions []string
	found := make(map[string]bool)
	for i, tag := range tags {
		first, n := binary.Uvarint(fields[i])
		switch tag {
		case tagString:
			texts = append(texts, string(fields[i]))
		case tagFunction:
			name, _ := binary.Uvarint(fields[i][n:])
			functions = append(functions, texts[name])
		case tagBody:
			found[functions[first]] = true
		}
	}
	return found
}

func TestOnlyWhatClosuresInGoroutinesLeadToIsWritten(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"a.go": `package m
import "time"
type Runner interface{ Run(); Stop() }
type Near struct{}
func (Near) Run() { inRun() }
func (Near) Stop() {}
type Far struct{}
func (*Far) Run() {}
func (*Far) Other() {}
type Never struct{}
func (Never) Run() {}
func (Never) Stop() {}
func inRun() {}
func Goes(r Runner) (n int) { go func() { n++; r.Run() }(); return n }
func Passes() (n int) { start(func() { n++ }); return n }
func start(f func()) { again(f) }
func again(f func()) { go f() }
func Waits() (n int) { time.AfterFunc(0, func() { n++ }); return n }
func Stays() (n int) { func() { n++ }(); alone(); return n }
func Plain() { go alone() }
func alone() {}
var all = []any{Near{}, &Far{}}`,
	})
	stream := exported(t, dir, "time.AfterFunc")
	found := bodies(t, stream)
	for _, name := range []string{
		"m.Goes", "m.Goes$1", "(m.Near).Run", "(*m.Far).Run", "m.inRun",
		"m.Passes", "m.Passes$1", "m.start", "m.again", "m.Waits", "m.Waits$1",
	} {
		if !found[name] {
			t.Errorf("%s is missing", name)
		}
		delete(found, name)
	}
	for name := range found {
		t.Errorf("%s is not needed", name)
	}
	if !bytes.Contains(stream, []byte("(m.Near).Stop")) {
		t.Error("(m.Near).Stop is not declared, so it cannot be seen that Near is a Runner")
	}
	if all := bodies(t, exported(t, dir)); !all["m.Stays$1"] || !all["(m.Never).Run"] || !all["m.Plain"] {
		t.Error("without starters, something is missing")
	}
}

func TestMethodsAreDeclaredOfInterfacesThatAValueHadBefore(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"a.go": `package m
type Runner interface{ Run() }
type Stopper interface{ Stop() }
type Both interface{ Run(); Close() }
type All struct{}
func (All) Run() {}
func (All) Stop() {}
func (All) Close() {}
func (All) Never() {}
var all any = All{}
func Goes(b Both, s Stopper) (n int) {
	go func() { n++; Runner(b).Run(); s.(Runner).Run() }()
	return n
}`,
	})
	stream := exported(t, dir, "time.AfterFunc")
	for _, name := range []string{"(m.All).Run", "(m.All).Stop", "(m.All).Close"} {
		if !bytes.Contains(stream, []byte(name)) {
			t.Errorf("%s is not declared, so it cannot be seen which interfaces All implements", name)
		}
	}
	if bytes.Contains(stream, []byte("(m.All).Never")) {
		t.Error("(m.All).Never is declared, and no call asks for it")
	}
}

func TestInternWritesEachStringOnce(t *testing.T) {
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	e := newEncoder(w)
	a, b, again := e.intern("a"), e.intern("b"), e.intern("a")
	e.end()
	w.Flush()
	if a != again || a == b {
		t.Errorf("numbers %d %d %d", a, b, again)
	}
	if tags, _ := records(t, out.Bytes()); tags != "SSZ" {
		t.Errorf("tags %s, want SSZ", tags)
	}
}

func TestTypesWithOneTextAreOneType(t *testing.T) {
	var out bytes.Buffer
	table := newTypeTable(newEncoder(bufio.NewWriter(&out)))
	one := table.id(types.NewSlice(types.Typ[types.Int]))
	two := table.id(types.NewSlice(types.Typ[types.Int]))
	if one != two || one == 0 {
		t.Errorf("numbers %d and %d", one, two)
	}
	if other := table.id(types.NewSlice(types.Typ[types.Bool])); other == one {
		t.Error("[]bool is []int")
	}
	named := types.NewNamed(types.NewTypeName(0, nil, "T", nil), types.Typ[types.Int], nil)
	alias := types.NewAlias(types.NewTypeName(0, nil, "A", nil), named)
	if table.id(types.NewPointer(alias)) != table.id(types.NewPointer(named)) || table.id(alias) != table.id(named) {
		t.Error("a type has another number by its alias")
	}
	if none := table.id(nil); none != 0 {
		t.Errorf("no type has number %d", none)
	}
}

func TestUnnamedSignaturesIgnoreNamesOfParameters(t *testing.T) {
	param := func(name string) *types.Tuple {
		return types.NewTuple(types.NewParam(0, nil, name, types.Typ[types.Int]))
	}
	a := unnamed(types.NewSignatureType(nil, nil, nil, param("a"), param("err"), false))
	b := unnamed(types.NewSignatureType(nil, nil, nil, param("b"), param(""), false))
	if types.TypeString(a, nil) != types.TypeString(b, nil) {
		t.Errorf("%s and %s differ", a, b)
	}
}

func TestPackagesWithTheirTestFilesReplaceThosePlain(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod":    goMod,
		"a.go":      "package m\n",
		"a_test.go": "package m\n",
		"x_test.go": "package m_test\n",
		"cmd/c.go":  "package main\nfunc main() {}\n",
	})
	in, err := load(options{dir: dir, tests: true, patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range in.pkgs {
		ids = append(ids, p.ID)
	}
	if got := strings.Join(ids, ", "); got != "m [m.test], m_test [m.test], m/cmd" && got != "m/cmd, m [m.test], m_test [m.test]" {
		t.Errorf("packages %s", got)
	}
}

func TestPatternsThatMatchNothingAreAnError(t *testing.T) {
	dir := module(t, map[string]string{"go.mod": goMod})
	_, err := load(options{dir: dir, patterns: []string{"./..."}})
	if err == nil || !strings.Contains(err.Error(), "no packages match ./...") {
		t.Errorf("error %v", err)
	}
}
