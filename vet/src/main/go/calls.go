package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/types"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// made is a test that calls a function, or why there is none.
type made struct {
	Place     string `json:"place"`                 // as it was asked for
	Package   string `json:"packagePath,omitempty"` // what go test is to be given
	Directory string `json:"directory,omitempty"`   // where the file is to appear
	Test      string `json:"test,omitempty"`        // the name of the test
	Call      string `json:"call,omitempty"`        // what it calls, in a line
	Source    string `json:"source,omitempty"`      // the whole file
	Refused   string `json:"refused,omitempty"`     // why there is no test
}

// writeCalls writes, for each place FILE:LINE, a test that calls the function
// around it: as the code itself calls it somewhere, or with values that can be
// made. A function that may do something outside the process is not called.
func writeCalls(in *loaded, places []string, out io.Writer) error {
	enc := json.NewEncoder(out)
	for i, place := range places {
		if err := enc.Encode(in.call(place, fmt.Sprintf("TestGeneratedByHarrier%d", i+1))); err != nil {
			return err
		}
	}
	return nil
}

func (in *loaded) call(place, test string) made {
	p, declared := in.around(place)
	if declared == nil {
		return made{Place: place, Refused: "it is in no function that can be called"}
	}
	fn := p.TypesInfo.Defs[declared.Name].(*types.Func)
	if why := uncallable(fn); why != "" {
		return made{Place: place, Refused: why}
	}
	c := &caller{in: in, p: p, fn: fn, imports: newImports(p.Types.Scope())}
	calls := c.copied()
	if calls == nil {
		c.start()
		if calls = c.inventions(); calls == nil {
			return made{Place: place, Refused: c.lacking}
		}
	}
	if why := in.harm(append(c.used, fn)); why != "" {
		return made{Place: place, Refused: why}
	}
	return made{
		Place:     place,
		Package:   strings.TrimSuffix(p.PkgPath, "_test"),
		Directory: filepath.Dir(p.Fset.Position(declared.Pos()).Filename),
		Test:      test,
		Call:      calls[0].expression,
		Source:    c.source(test, calls),
	}
}

// around is the declared function that a place is in, with its package.
func (in *loaded) around(place string) (*packages.Package, *ast.FuncDecl) {
	for i, p := range in.pkgs {
		if in.ssaPkgs[i] == nil {
			continue
		}
		for _, file := range p.Syntax {
			for _, decl := range file.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				start, end := p.Fset.Position(fn.Pos()), p.Fset.Position(fn.End())
				name, line, ok := cutLine(place)
				if ok && start.Filename == name && start.Line <= line && line <= end.Line {
					return p, fn
				}
			}
		}
	}
	return nil, nil
}

func cutLine(place string) (string, int, bool) {
	colon := strings.LastIndexByte(place, ':')
	if colon < 0 {
		return "", 0, false
	}
	var line int
	_, err := fmt.Sscanf(place[colon+1:], "%d", &line)
	return place[:colon], line, err == nil
}

func uncallable(fn *types.Func) string {
	switch name := fn.Name(); {
	case isTest(name, "Test", fn, "*testing.T") || isTest(name, "Benchmark", fn, "*testing.B") || isTest(name, "Fuzz", fn, "*testing.F"):
		return "it is a test itself"
	case name == "_", name == "init", name == "main" && fn.Pkg().Name() == "main":
		return name + " can't be called"
	}
	for param := range fn.Signature().Params().Variables() {
		if text := param.Type().String(); text == "*testing.B" || text == "*testing.F" || text == "*testing.M" {
			return "it wants a " + text
		}
	}
	return ""
}

// caller writes a call of one function in a file of its package.
type caller struct {
	in      *loaded
	p       *packages.Package
	fn      *types.Func
	imports *imports
	before  []string      // statements that come before the call
	used    []*types.Func // what runs besides
	locals  map[types.Object]string
	lacking string           // a type that no value can be made of
	sig     *types.Signature // without type parameters
	turn    int              // which of the plain values
	tests   bool             // whether functions of the tests may make values
	by      *site            // the call of the function that the expression is in; nil if that is a test
}

// start forgets what an attempt left behind.
func (c *caller) start() {
	c.imports, c.before, c.used = newImports(c.p.Types.Scope()), nil, nil
	c.locals = make(map[types.Object]string)
}

// call is an expression, and the statements that it needs before it.
type call struct {
	before     []string
	expression string
}

// inventions call the function with different values.
func (c *caller) inventions() []call {
	if c.sig = instance(c.fn.Signature()); c.sig == nil {
		c.lacking = "neither int nor string will do for its type parameters"
		return nil
	}
	var calls []call
	for c.turn = range plain {
		expression, ok := c.invented()
		if !ok {
			return nil
		}
		next := call{c.before, expression}
		if len(calls) == 0 || !slices.Equal(calls[0].before, next.before) || calls[0].expression != next.expression {
			calls = append(calls, next)
		}
	}
	return calls
}

// imported is the name by which the file knows a package.
func (c *caller) imported(pkg *types.Package) string {
	return c.imports.of(pkg.Path(), pkg.Name())
}

// mostCalls leave no more goroutines behind than the race detector can bear.
const mostCalls = 100

// source is the file. Each call is made again and again for a moment, since one
// schedule may not show a race, and what the last one starts has a moment to
// run. A call that does not return, or panics, is no trouble of the test.
func (c *caller) source(test string, calls []call) string {
	clock, tests := c.imports.of("time", "time"), c.imports.of("testing", "testing")
	var text strings.Builder
	fmt.Fprintf(&text, "// Generated by harrier vet -confirm, to run a function that it reports on.\n\npackage %s\n\nimport (\n", c.p.Name)
	for _, path := range slices.Sorted(maps.Keys(c.imports.names)) {
		fmt.Fprintf(&text, "\t%s %q\n", c.imports.names[path], path)
	}
	fmt.Fprintf(&text, ")\n\nfunc %s(*%s.T) {\n", test, tests)
	for i := range calls {
		fmt.Fprintf(&text, `	for start, n := %[1]s.Now(), 0; n < %[2]d && %[1]s.Since(start) < 300*%[1]s.Millisecond; n++ {
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer func() { _ = recover() }()
			%[3]s()
		}()
		select {
		case <-done:
		case <-%[1]s.After(2 * %[1]s.Second):
			n = %[2]d
		}
	}
`, clock, mostCalls, callOf(test, i))
	}
	fmt.Fprintf(&text, "\t%[1]s.Sleep(50 * %[1]s.Millisecond)\n}\n", clock)
	for i, one := range calls {
		fmt.Fprintf(&text, "\nfunc %s() {\n", callOf(test, i))
		for _, statement := range one.before {
			fmt.Fprintf(&text, "\t%s\n", statement)
		}
		fmt.Fprintf(&text, "\t%s\n}\n", one.expression)
	}
	return text.String()
}

// callOf is the function that makes one of a test's calls: apart from the test,
// whose variables have names that the package may have as well.
func callOf(test string, i int) string {
	return fmt.Sprintf("call%dOf%s", i+1, test)
}
