package main

import (
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
)

// A probe is a package with the concurrent tests that were written for it.
type probe struct {
	Package   string      `json:"package"`   // import path, without _test
	Module    string      `json:"module"`    // its path; "" if that is not known
	Directory string      `json:"directory"` // of its files
	Files     []probeFile `json:"files"`     // what a go command sees in an overlay
	Types     []probeType `json:"types"`
	Scenarios []scenario  `json:"scenarios"`
	Guards    []guard     `json:"guards"`             // fields that locks guard, but not everywhere
	Variables []string    `json:"variables"`          // accesses of variables of packages, where a scenario needs them
	Orders    []probeFile `json:"orders"`             // what files of reductions need, by package clause
	Failure   string      `json:"failure,omitempty"`  // why it does not type-check; nothing is written then
	Late      bool        `json:"late"`               // the time was over; nothing is written then
	Untested  string      `json:"untested,omitempty"` // why its tests do not
	Hidden    []string    `json:"hidden"`             // these tests, by file: nothing builds with them
}

// A probeFile has all scenarios of one package clause.
type probeFile struct {
	Name   string `json:"name"`
	Source string `json:"source"` // with the mark of each scenario where its results are compared
}

// A probeType is a type of the package, and what was made of it.
type probeType struct {
	Name      string     `json:"name"`
	Place     string     `json:"place"`
	Methods   int        `json:"methods"`
	Scenarios int        `json:"scenarios"`
	Omitted   string     `json:"omitted,omitempty"` // why there is no scenario
	Dropped   int        `json:"dropped"`           // scenarios that do not compile
	Uncalled  []uncalled `json:"uncalled"`
	Left      int        `json:"left"`      // pairs beyond the limit of each type
	Untimed   int        `json:"untimed"`   // beyond what all types together have time for
	Unbuilt   int        `json:"unbuilt"`   // beyond what is compiled for one package
	Functions bool       `json:"functions"` // it stands for the functions of the package
}

// An uncalled method, and why no scenario calls it.
type uncalled struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// A scenario is a test that calls methods of one object from several goroutines.
type scenario struct {
	Test       string     `json:"test"`
	Sequential string     `json:"sequential"` // the test of all orders of its calls
	Type       string     `json:"type"`
	Seed       string     `json:"seed"`  // the test that the setup is from, or ""
	Setup      []string   `json:"setup"` // its statements
	Calls      [][]string `json:"calls"` // of each goroutine
	Places     []string   `json:"places"`
	Evidence   []evidence `json:"evidence"`
	Rank       int        `json:"rank"`
	Nil        bool       `json:"nil"`    // arguments are nil that tests have values for
	Empty      bool       `json:"empty"`  // the object has no room, and one of a test has some
	Hollow     bool       `json:"hollow"` // no test makes the object: it is an empty value, or made of some
	Alone      string     `json:"alone"`  // a file that has this test only
	Reductions []reduced  `json:"reductions"`
}

// probeOptions choose what is probed.
type probeOptions struct {
	types, funcs *regexp.Regexp // nil for all
	perType      int            // scenarios of one type at most
	most         int            // of all types together; 0 for any number
	grow         bool           // whether a type may have more where all types together have fewer
	time         time.Duration  // after which no package is begun; 0 for any
	results      string         // where the sequential orders write what they return
}

// writeProbes writes a probe for each package that was asked for, a JSON object a
// line.
func writeProbes(opts options, in *loaded, want probeOptions, out io.Writer) error {
	asked := make(map[string]bool)
	for _, p := range in.pkgs {
		asked[strings.TrimSuffix(p.PkgPath, "_test")] = true
	}
	tests, err := brokenTests(in, asked)
	if err != nil {
		return err
	}
	defer tests.remove()
	if tests.overlay != "" {
		opts.overlay = tests.overlay
		without, err := load(opts)
		if err != nil {
			return err
		}
		in = without
	}
	if below := imported(in); len(below) > 0 {
		opts.patterns = append(slices.Clone(opts.patterns), below...)
		more, err := load(opts)
		if err != nil {
			return err
		}
		in = more
	}
	enc := json.NewEncoder(out)
	broken := failedPackages(in, asked)
	for _, one := range broken {
		if err := enc.Encode(one); err != nil {
			return err
		}
	}
	exported := &exports{opts: opts}
	if slices.ContainsFunc(in.pkgs, func(p *packages.Package) bool { return p.Imports["net/http"] != nil }) {
		exported.more = []string{"net/http/httptest"}
	}
	in.graph = exported.of
	if err := exported.load(); err != nil {
		return err
	}
	var all []*prober
	written, begun := 0, time.Now() // what was imported is built
	for _, pr := range probers(in, want) {
		if !asked[pr.p.PkgPath] || slices.ContainsFunc(broken, func(b *probe) bool { return b.Package == pr.p.PkgPath }) {
			continue
		}
		if written > 0 && want.time > 0 && time.Since(begun) > want.time {
			late := noProbe(pr.p.PkgPath)
			late.Late = true
			if err := enc.Encode(late); err != nil {
				return err
			}
			continue
		}
		pr.exports = exported
		if err := pr.compile(); err != nil {
			return err
		}
		written += pr.written()
		all = append(all, pr)
	}
	if want.grow {
		if err := grow(all, want); err != nil {
			return err
		}
	}
	for _, c := range bound(all, func(n int, _ *piece) bool { return want.most > 0 && n > want.most }) {
		c.untimed++
	}
	for _, pr := range all {
		made, _ := pr.compose()
		made.Untested, made.Hidden = tests.why[made.Package], append(made.Hidden, tests.files[made.Package]...)
		pr.separate(made)
		made.Guards = pr.guards()
		made.Variables = pr.variablePlaces()
		if err := enc.Encode(made); err != nil {
			return err
		}
	}
	return nil
}

// noProbe is that of a package before anything is written.
func noProbe(path string) *probe {
	return &probe{Package: path, Files: []probeFile{}, Types: []probeType{}, Scenarios: []scenario{}, Guards: []guard{}, Variables: []string{}, Orders: []probeFile{}, Hidden: []string{}}
}

// imported are packages of the module that are not loaded and that others import:
// what their functions do says which calls may go wrong together.
func imported(in *loaded) []string {
	known := make(map[string]bool)
	for _, p := range in.pkgs {
		known[p.PkgPath] = true
	}
	var found []string
	var add func(of *types.Package, module string)
	add = func(of *types.Package, module string) {
		for _, p := range of.Imports() {
			if !known[p.Path()] && (p.Path() == module || strings.HasPrefix(p.Path(), module+"/")) {
				known[p.Path()] = true
				found = append(found, p.Path())
				add(p, module)
			}
		}
	}
	for _, p := range in.pkgs {
		if p.Types != nil && p.Module != nil {
			add(p.Types, p.Module.Path)
		}
	}
	slices.Sort(found)
	return found
}

// A prober writes the scenarios of one package.
type prober struct {
	in        *loaded
	want      probeOptions
	p         *packages.Package    // with its own tests
	homes     []*home              // where tests may stand
	types     []*probed            // by name
	sites     map[string][]site    // calls by method, pathless: Type.Method
	builds    map[*types.Func]bool // methods that configure
	prepares  map[*types.Func]bool // what users call before there are several goroutines
	constants map[constantsKey][]constantSite
	oneWriter *bool               // whether the package is for one writer, once that was looked up
	near      string              // the test that has made the object for which calls are made
	setup     string              // the statements that make it
	dropped   map[string]bool     // scenarios that did not compile, by test
	summary   map[string]*summary // of methods
	docs      map[string]string   // of functions, by full name

	promised []promisedInterface // nil until they are asked for
	banned   []bannedMethod      // the same

	summaries *summarizer
	callers   *summarizer // of what functions do before they return
	deep      *summarizer // with what accesses are behind, also those of methods of interfaces
	deeper    map[string]*summary
	effects   *effects
	returns   *returned
	deciding  map[premise]bool // nil until it is asked for
	exports   *exports
	names     map[string]int // how many tests have a name, in all packages

	backgrounds map[string]*background // by function; nil where that starts no goroutine
	senders     map[string]*background // the same, of those that send to who reads a result

	served   map[string][]serving // the main loops of types
	contexts map[string]string    // fields with contexts, by those with what cancels them
}

// A probed type has exported methods, and values that can be made.
type probed struct {
	name      string
	named     *types.Named        // nil for the package's functions
	makers    []*types.Func       // return its objects as an interface
	methods   map[string]evidence // what is said only of a method, by its name
	place     string
	evidence  []evidence
	omitted   string
	made      bool              // an object
	fullest   int               // how much the setup of one of its objects adds
	pieces    []*piece          // that were chosen
	others    []*piece          // that were not
	dropped   int               // that do not compile
	uncalled  map[string]string // methods that no scenario can call, and why
	left      int
	untimed   int
	unbuilt   int
	unwritten int  // pairs that no scenario was made of
	alone     bool // only calls of one goroutine are made, whatever it was omitted for
	exported  int  // methods
}

// A piece is the source of one scenario.
type piece struct {
	scenario
	by       *seedWriter
	shape    [][]boundCall
	prelude  []string // statements before the goroutines start
	state    []string // expressions of the state after the calls
	compared bool     // whether results may be held against those of all orders
	end      string   // the statement that ends the object
	serves   bool     // one call is a main loop, and the other ends it
	kinds    []string // of its methods: those that do the same are one
	allKinds string   // what a scenario has in common with others of the same kinds
	allCalls string   // and with those of the same calls on objects of one test
}

func probers(in *loaded, want probeOptions) []*prober {
	byPath := make(map[string]*prober)
	names := make(map[string]int)
	var paths []string
	for i, p := range in.pkgs {
		if in.ssaPkgs[i] == nil || len(p.Syntax) == 0 || p.Name == "main" {
			continue
		}
		path := strings.TrimSuffix(p.PkgPath, "_test")
		external := p.ForTest != "" && p.PkgPath != p.ForTest
		pr := byPath[path]
		if pr == nil {
			pr = &prober{in: in, want: want, dropped: make(map[string]bool), builds: make(map[*types.Func]bool), prepares: make(map[*types.Func]bool), constants: make(map[constantsKey][]constantSite), names: names}
			byPath[path] = pr
			paths = append(paths, path)
		}
		if !external {
			pr.p = p
		}
		pr.homes = append(pr.homes, newHome(p, external))
	}
	var all []*prober
	for _, path := range paths {
		if pr := byPath[path]; pr.p != nil {
			pr.addImporters()
			pr.nameImports()
			all = append(all, pr)
		}
	}
	return all
}

// addImporters adds homes for the tests of packages that import this one.
func (pr *prober) addImporters() {
	for i, p := range pr.in.pkgs {
		if pr.in.ssaPkgs[i] == nil || p.Imports[pr.p.PkgPath] == nil || strings.TrimSuffix(p.PkgPath, "_test") == pr.p.PkgPath {
			continue
		}
		one := newHome(p, true)
		one.importer, one.clause = true, pr.p.Name+"_test"
		one.name = fmt.Sprintf("harrier_probe_importer%d_test.go", i)
		pr.homes = append(pr.homes, one)
	}
}

// nameImports gives each home the imports of its files. A test that -write writes
// stands in a file of its own, so that only what packages declare takes names.
func (pr *prober) nameImports() {
	for _, h := range pr.homes {
		var scopes []*types.Scope
		for _, other := range pr.homes {
			if other.clause == h.clause && !other.importer {
				scopes = append(scopes, other.p.Types.Scope())
			}
		}
		h.imports = newImports(scopes...)
		for _, known := range generatedImports {
			h.imports.of(known, path.Base(known))
		}
	}
}

// compile chooses scenarios that compile: others take the place of those that do
// not.
func (pr *prober) compile() error {
	if err := pr.find(); err != nil {
		return err
	}
	return pr.settle()
}

// settle is the part of compile that may be done again with another limit.
func (pr *prober) settle() error {
	for range mostChecks {
		made, spans := pr.compose()
		if len(made.Files) == 0 {
			return nil
		}
		refused, err := pr.check(made, spans)
		if err != nil {
			return err
		}
		if len(refused) == 0 {
			lines, most := 0, mostLines*max(pr.want.perType, usualScenarios)/usualScenarios
			if pr.want.grow {
				most = min(most, mostGrown*mostLines)
			}
			for _, typ := range bound([]*prober{pr}, func(_ int, one *piece) bool {
				lines += strings.Count(one.concurrent(), "\n") + strings.Count(one.sequential(), "\n")
				return lines > most
			}) {
				typ.unbuilt++
			}
			return nil
		}
		for _, test := range refused {
			pr.dropped[test] = true
		}
		for _, typ := range pr.types {
			pr.choose(typ)
		}
	}
	for _, typ := range pr.types {
		for _, one := range typ.pieces {
			pr.dropped[one.Test] = true
		}
	}
	return nil
}

// mostChecks of one package, each without the scenarios that the one before
// refused.
const mostChecks = 12

// line is a place as FILE:LINE.
func line(fset *token.FileSet, pos token.Pos) string {
	at := fset.Position(pos)
	return fmt.Sprintf("%s:%d", at.Filename, at.Line)
}

// inTests reports whether something is declared in a file of tests.
func inTests(fset *token.FileSet, pos token.Pos) bool {
	return strings.HasSuffix(fset.Position(pos).Filename, "_test.go")
}

// pathless is a type as it is written in its package.
func pathless(typ types.Type) string {
	return types.TypeString(typ, func(*types.Package) string { return "" })
}
