package main

import (
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

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
			asked := pr.want.funcs
			switch {
			case one.Left+one.Untimed+one.Unbuilt > 0:
				one.Omitted = "other types come first; -type and a longer -time reach it"
			case one.Dropped > 0:
				one.Omitted = "no scenario compiles"
			case asked != nil && !slices.ContainsFunc(pr.functionsOf(typ), func(fn *types.Func) bool { return asked.MatchString(fn.Name()) }):
				one.Omitted = "-func matches none of its methods"
			case typ.made:
				one.Omitted = "its methods share nothing that could go wrong, as far as is seen"
			default:
				one.Omitted = "no value of it can be made"
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
