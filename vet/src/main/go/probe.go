package main

import (
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"path"
	"path/filepath"
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

// A home is a package clause that generated tests may have: that of the
// package, or of its external tests.
type home struct {
	p        *packages.Package
	external bool
	importer bool               // whose tests are those of a package that imports it
	clause   string             // of its files
	name     string             // of the file
	seeds    map[string][]*seed // by type
	imports  *imports           // of the generated files
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
	state    string   // expressions of the state after the calls
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

// written is how many scenarios there are.
func (pr *prober) written() int {
	n := 0
	for _, typ := range pr.types {
		n += len(typ.pieces)
	}
	return n
}

// mostLines of generated tests are compiled for one package: of a package with
// generic types, a thousand take some five seconds. With more than the usual
// scenarios of each type, it is more.
const (
	mostLines      = 6000
	usualScenarios = 60
)

// Where a type has more scenarios since there are few types, it has at most so many times
// the usual number, and its package so many times the usual lines.
const (
	mostGrowth = 4
	mostGrown  = 2
)

// grow gives the types that have reached the limit an equal share of the scenarios that
// all types together leave.
func grow(all []*prober, want probeOptions) error {
	written, full := 0, make(map[*prober]bool)
	types := 0
	for _, pr := range all {
		written += pr.written()
		for _, typ := range pr.types {
			if len(typ.pieces) >= want.perType && len(typ.others) > 0 {
				full[pr] = true
				types++
			}
		}
	}
	if types == 0 || written >= want.most {
		return nil
	}
	limit := min(want.perType+(want.most-written)/types, mostGrowth*want.perType)
	for _, pr := range all {
		if !full[pr] {
			continue
		}
		pr.want.perType = limit
		for _, typ := range pr.types {
			pr.choose(typ)
		}
		if err := pr.settle(); err != nil {
			return err
		}
		for _, typ := range pr.types {
			if limit < mostGrowth*want.perType {
				typ.untimed, typ.left = typ.left, 0
			}
		}
	}
	return nil
}

// bound goes through the scenarios of packages, the highest rank first and with a share for each
// kind, and leaves out those that there is no room for. The rank of a scenario is lower the more of
// its type come before it, so that each type has some. It returns the type of each.
func bound(of []*prober, isTooMuch func(n int, one *piece) bool) []*probed {
	type choice struct {
		typ *probed
		one *piece
	}
	all := make(map[string][]choice) // by kind
	for _, pr := range of {
		for _, typ := range pr.types {
			for _, one := range typ.pieces {
				if !pr.dropped[one.Test] {
					all[one.scenarioKind()] = append(all[one.scenarioKind()], choice{typ, one})
				}
			}
		}
	}
	for _, ones := range all {
		slices.SortStableFunc(ones, func(a, b choice) int { return b.one.Rank - a.one.Rank })
	}
	var without []*probed
	for mixed := newMix(); len(all) > 0; {
		best := make(map[string]int)
		for kind, ones := range all {
			best[kind] = ones[0].one.Rank
		}
		kind := mixed.next(best)
		c := all[kind][0]
		if all[kind] = all[kind][1:]; len(all[kind]) == 0 {
			delete(all, kind)
		}
		mixed.take(kind)
		if isTooMuch(mixed.all, c.one) {
			c.typ.pieces = slices.DeleteFunc(c.typ.pieces, func(p *piece) bool { return p == c.one })
			c.typ.others = append(c.typ.others, c.one)
			without = append(without, c.typ)
		}
	}
	return without
}

// mostChecks of one package, each without the scenarios that the one before
// refused.
const mostChecks = 12

// newHome is that of a package's own tests, or of its external ones. Those of an
// importer are external too.
func newHome(p *packages.Package, external bool) *home {
	one := &home{p: p, external: external, clause: p.Name, name: "harrier_probe_test.go", seeds: make(map[string][]*seed)}
	if external {
		one.name = "harrier_probe_ext_test.go"
	}
	return one
}

// A span is the lines of a file that belong to one scenario.
type span struct {
	file       string
	first, end int
	tests      []string
}

const ordersFile = "harrier_orders_test.go"

// compose writes the files of all scenarios that are not dropped.
func (pr *prober) compose() (*probe, []span) {
	made := noProbe(pr.p.PkgPath)
	if pr.p.Module != nil {
		made.Module = pr.p.Module.Path
	}
	if len(pr.p.GoFiles) > 0 {
		made.Directory = filepath.Dir(pr.p.GoFiles[0])
	}
	var spans []span
	ordered := make(map[string]bool) // package clauses that have what makes calls in all orders
	for _, h := range pr.homes {
		var parts []part
		makers := make(map[string]int)
		for _, typ := range pr.types {
			for _, one := range typ.pieces {
				if one.by.home != h || pr.dropped[one.Test] {
					continue
				}
				if at, ok := makers[one.by.maker]; one.by.maker == "" {
				} else if ok {
					parts[at].tests = append(parts[at].tests, one.Test)
				} else {
					makers[one.by.maker] = len(parts)
					parts = append(parts, part{text: one.by.setup, tests: []string{one.Test}})
				}
				parts = append(parts, part{text: one.concurrent() + "\n" + one.sequential(), tests: []string{one.Test}})
				made.Scenarios = append(made.Scenarios, one.scenario)
			}
		}
		if len(parts) == 0 {
			continue
		}
		if !ordered[h.clause] {
			ordered[h.clause] = true
			orders := ordersSource(h.imports, pr.want.results)
			parts = append(parts, part{text: orders})
			made.Orders = append(made.Orders, probeFile{strings.Replace(h.name, "_test.go", "_orders_test.go", 1), h.head(orders) + orders})
		}
		source, at := h.file(parts)
		for _, s := range at {
			s.file = filepath.Join(made.Directory, h.name)
			spans = append(spans, s)
		}
		made.Files = append(made.Files, probeFile{h.name, source})
	}
	for _, typ := range pr.types {
		if len(typ.pieces) == 0 && (typ.named == nil || types.IsInterface(typ.named)) {
			continue
		}
		one := probeType{Name: typ.name, Place: typ.place, Methods: typ.exported, Omitted: typ.omitted, Left: typ.left, Untimed: typ.untimed, Unbuilt: typ.unbuilt, Functions: typ.named == nil}
		one.Uncalled = []uncalled{}
		for _, name := range slices.Sorted(maps.Keys(typ.uncalled)) {
			one.Uncalled = append(one.Uncalled, uncalled{name, typ.uncalled[name]})
		}
		if typ.alone {
			one.Omitted = ""
		}
		one.Dropped = typ.dropped
		for _, p := range typ.pieces {
			if !pr.dropped[p.Test] {
				one.Scenarios++
			}
		}
		if one.Omitted == "" && one.Scenarios == 0 {
			one.Omitted = "no value of it can be made"
			if one.Left+one.Untimed+one.Unbuilt > 0 {
				one.Omitted = "other types come first; -type and a longer -time reach it"
			} else if one.Dropped > 0 {
				one.Omitted = "no scenario compiles"
			} else if typ.made {
				one.Omitted = "its methods share nothing that could go wrong, as far as is seen"
			}
		}
		made.Types = append(made.Types, one)
	}
	slices.SortStableFunc(made.Scenarios, func(a, b scenario) int { return b.Rank - a.Rank })
	return made, spans
}

// A part is declarations, and the tests that need them.
type part struct {
	text  string
	tests []string
}

// file joins parts under the imports that they use.
func (h *home) file(parts []part) (string, []span) {
	var texts []string
	for _, one := range parts {
		texts = append(texts, one.text)
	}
	head := h.head(texts...)
	line := strings.Count(head, "\n") + 1
	var text strings.Builder
	text.WriteString(head)
	var spans []span
	for _, one := range parts {
		piece := "\n" + strings.Trim(one.text, "\n") + "\n"
		spans = append(spans, span{first: line, end: line + strings.Count(piece, "\n"), tests: one.tests})
		line += strings.Count(piece, "\n")
		text.WriteString(piece)
	}
	return text.String(), spans
}

// head is the package clause with the imports that texts use, of declarations.
func (h *home) head(texts ...string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "// Code generated by harrier probe. DO NOT EDIT.\n\npackage %s\n\nimport (\n", h.clause)
	text.WriteString(h.imports.declared(texts) + ")\n")
	return text.String()
}

var positioned = regexp.MustCompile(`^(.+?):(\d+)`)

func refuse(pos string, spans []span, refused map[string]bool) bool {
	m := positioned.FindStringSubmatch(pos)
	if m == nil {
		return false
	}
	var line int
	fmt.Sscan(m[2], &line)
	found := false
	for _, s := range spans {
		if m[1] == s.file && s.first <= line && line <= s.end {
			found = true
			for _, test := range s.tests {
				refused[test] = true
			}
		}
	}
	return found
}

// separate gives each scenario a file of its own, and its reductions, when all
// compile.
func (pr *prober) separate(made *probe) {
	written := make(map[string]*piece)
	for _, typ := range pr.types {
		for _, one := range typ.pieces {
			if !pr.dropped[one.Test] {
				written[one.Test] = one
			}
		}
	}
	for i := range made.Scenarios {
		one := written[made.Scenarios[i].Test]
		made.Scenarios[i].Alone = one.file(one.concurrent())
		made.Scenarios[i].Reductions = one.reductions()
	}
}

// file is a file that has some tests of the scenario only.
func (one *piece) file(tests string) string {
	text := one.by.setup + "\n" + tests
	if one.by.maker != "" {
		text = strings.ReplaceAll(text, one.by.maker, "setup"+strings.TrimPrefix(one.Test, "TestProbe"))
	}
	source := strings.Replace(one.by.home.head(text), "harrier probe. DO NOT EDIT.", "harrier probe.", 1) + "\n" + text
	return formatted(source)
}

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
