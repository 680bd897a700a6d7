package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/go/types/typeutil"
)

type options struct {
	dir      string
	tags     string
	tests    bool
	patterns []string
	overlay  string // a file as the go command reads it; "" for none
	probe    *probeOptions
}

func (opts options) buildFlags() []string {
	var flags []string
	if opts.tags != "" {
		flags = append(flags, "-tags="+opts.tags)
	}
	if opts.overlay != "" {
		flags = append(flags, "-overlay="+opts.overlay)
	}
	return flags
}

// loaded is what one run works on. ssaPkgs is parallel to pkgs; an entry is
// nil where the package does not type-check.
type loaded struct {
	pkgs    []*packages.Package
	prog    *ssa.Program
	ssaPkgs []*ssa.Package
	byName  map[string]*ssa.Function       // of sources
	sites   map[string]map[string][]site   // calls by the path of what is called, nil until they are asked for
	paths   map[string]bool                // of pkgs, nil until they are asked for
	pure    map[*packages.Package]bool     // what was learned of what they import
	files   map[*token.File]*ast.File      // of pkgs, nil until they are asked for
	invoked map[invocation][]*ssa.Function // what calls of an interface's method reach
	values  *typeutil.Map                  // functions that are used as values, by their signatures, nil until they are asked for

	graph func(path string) *packages.Package // with what it imports; nil if that was not loaded
}

// Dependencies come from export data: the analysis needs the bodies of the
// packages that were asked for, and only the signatures of the others.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedTypes | packages.NeedTypesSizes |
	packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule |
	packages.NeedExportFile | packages.NeedForTest

func load(opts options) (*loaded, error) {
	cfg := &packages.Config{Mode: mode, Dir: opts.dir, Tests: opts.tests, BuildFlags: opts.buildFlags()}
	pkgs, err := packages.Load(cfg, opts.patterns...)
	if err != nil {
		return nil, fmt.Errorf("cannot load %s: %w", strings.Join(opts.patterns, " "), err)
	}
	pkgs = withoutSuperseded(pkgs)
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("no packages match %s%s", strings.Join(opts.patterns, " "), reason(opts))
	}
	if !slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return len(p.CompiledGoFiles)+len(p.Errors) > 0 }) {
		return nil, fmt.Errorf("the packages that match %s have test files only, and these are left out", strings.Join(opts.patterns, " "))
	}
	prog, ssaPkgs := ssautil.Packages(pkgs, ssa.InstantiateGenerics|ssa.GlobalDebug)
	prog.Build()
	return &loaded{pkgs: pkgs, prog: prog, ssaPkgs: ssaPkgs}, nil
}

// reason is what the go command says of patterns that match nothing; where it
// refuses to work at all, package packages drops its words.
func reason(opts options) string {
	list := exec.Command("go", append([]string{"list", "--"}, opts.patterns...)...)
	list.Dir = opts.dir
	var errs strings.Builder
	list.Stderr = &errs
	if list.Run() == nil || errs.Len() == 0 {
		return ""
	}
	return ":\n" + strings.TrimSpace(errs.String())
}

// withoutSuperseded drops the generated main packages of tests, and every
// package for which the variant with its test files is loaded too: the variant
// holds the same functions and more.
func withoutSuperseded(pkgs []*packages.Package) []*packages.Package {
	tested := make(map[string]bool)
	for _, p := range pkgs {
		if p.ForTest != "" && p.PkgPath == p.ForTest {
			tested[p.PkgPath] = true
		}
	}
	var kept []*packages.Package
	for _, p := range pkgs {
		plain := p.ForTest == ""
		if (plain && tested[p.PkgPath]) || isTestMain(p) {
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") &&
		len(p.GoFiles) == 1 && filepath.Base(filepath.Dir(p.GoFiles[0])) != filepath.Base(p.PkgPath)
}
