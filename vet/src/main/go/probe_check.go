package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// exports are the files with what packages export, for the types of generated
// tests. The go command is asked once for all packages of a module; to have it
// check the tests would compile them.
type exports struct {
	opts    options
	more    []string // packages that generated tests may use as well
	byID    map[string]*packages.Package
	byPath  map[string]*packages.Package // not made for a test
	failure error
}

// generatedImports are packages that every generated test may use.
var generatedImports = []string{"context", "encoding/json", "fmt", "os", "runtime", "strings", "sync", "testing", "time"}

func (e *exports) load() error {
	if e.byID != nil || e.failure != nil {
		return e.failure
	}
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile | packages.NeedForTest,
		Dir:  e.opts.dir, Tests: true, BuildFlags: e.opts.buildFlags(),
	}
	pkgs, err := packages.Load(cfg, slices.Concat(e.opts.patterns, generatedImports, e.more)...)
	if err != nil {
		e.failure = fmt.Errorf("cannot check the generated tests: %w", err)
		return e.failure
	}
	e.byID, e.byPath = make(map[string]*packages.Package), make(map[string]*packages.Package)
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		e.byID[p.ID] = p
		if p.ForTest == "" {
			e.byPath[p.PkgPath] = p
		}
	})
	return nil
}

// of is a package with all that it imports; nil if it is not known.
func (e *exports) of(path string) *packages.Package {
	if e.load() != nil {
		return nil // who checks the tests reports it
	}
	return e.byPath[path]
}

// A universe has the packages that one package imports.
type universe struct {
	exports *exports
	homes   []string // the packages whose imports these are, by ID
	seen    map[string]*types.Package
}

// Import implements types.Importer.
func (u *universe) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if known := u.seen[path]; known != nil && known.Complete() {
		return known, nil
	}
	of := u.exports.byPath[path]
	for _, id := range u.homes {
		if known := u.exports.byID[id]; known != nil && known.Imports[path] != nil {
			of = known.Imports[path]
			break
		}
	}
	if of == nil || of.ExportFile == "" {
		return nil, fmt.Errorf("nothing is known of package %s", path)
	}
	file, err := os.Open(of.ExportFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return u.read(file, path)
}

func (u *universe) read(file io.Reader, path string) (*types.Package, error) {
	data, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(data, token.NewFileSet(), u.seen, path)
}

// check has the type checker read the files, and returns the tests that it
// refuses.
func (pr *prober) check(made *probe, spans []span) ([]string, error) {
	if err := pr.exports.load(); err != nil {
		return nil, err
	}
	refused := make(map[string]bool)
	for _, clause := range []string{pr.p.Name, pr.p.Name + "_test"} {
		if err := pr.checkClause(clause, made, spans, refused); err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(refused)), nil
}

// checkClause checks the files with one package clause, with those of the package.
func (pr *prober) checkClause(clause string, made *probe, spans []span, refused map[string]bool) error {
	u := &universe{exports: pr.exports, seen: make(map[string]*types.Package)}
	conf := types.Config{
		Importer: u,
		Sizes:    pr.p.TypesSizes,
		Error: func(err error) {
			if e, ok := err.(types.Error); ok {
				at := e.Fset.Position(e.Pos)
				refuse(fmt.Sprintf("%s:%d", at.Filename, at.Line), spans, refused)
			}
		},
	}
	if pr.p.Module != nil && pr.p.Module.GoVersion != "" {
		conf.GoVersion = "go" + pr.p.Module.GoVersion
	}
	var files []*ast.File
	for _, h := range pr.homes {
		if h.clause != clause {
			continue
		}
		u.homes = append(u.homes, h.p.ID)
		if i := slices.IndexFunc(made.Files, func(f probeFile) bool { return f.Name == h.name }); i >= 0 {
			file, err := parser.ParseFile(pr.p.Fset, filepath.Join(made.Directory, h.name), made.Files[i].Source, parser.SkipObjectResolution)
			if err != nil && !refuse(err.Error(), spans, refused) {
				return fmt.Errorf("the tests written for %s do not parse: %w", pr.p.PkgPath, err)
			}
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return nil
	}
	for _, h := range pr.homes {
		if h.clause == clause && !h.importer {
			files = append(files, declared(h.p.Syntax)...)
		}
	}
	path := pr.p.PkgPath
	if clause != pr.p.Name {
		path += "_test"
	}
	info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
	conf.Check(path, pr.p.Fset, files, info) // its errors were seen one by one
	for id, obj := range info.Uses {
		if used, ok := obj.(*types.PkgName); ok && !mayImport(pr.p.PkgPath, used.Imported()) {
			refuse(line(pr.p.Fset, id.Pos()), spans, refused)
		}
	}
	return nil
}

// mayImport reports whether the go command lets a package import another one. The type
// checker does not ask: an importer's test may use a program's functions, or a package
// that is internal to another subtree (disallowInternal in cmd/go/internal/load/pkg.go).
func mayImport(importer string, imported *types.Package) bool {
	if imported.Name() == "main" && imported.Path() != importer {
		return false
	}
	elements := strings.Split(imported.Path(), "/")
	at := len(elements) - 1
	for at >= 0 && elements[at] != "internal" {
		at--
	}
	if at < 0 {
		return true
	}
	if at == 0 {
		return isOfLibrary(importer)
	}
	parent := strings.Join(elements[:at], "/")
	return importer == parent || strings.HasPrefix(importer, parent+"/")
}

// checkSeeds leaves out the seeds that do not compile: a test's variables may be
// those of a loop or of a table around it.
func (pr *prober) checkSeeds() error {
	made := &probe{Directory: filepath.Dir(pr.p.GoFiles[0])}
	var spans []span
	bySpan := make(map[string]*seed)
	for _, h := range pr.homes {
		var parts []part
		for _, name := range slices.Sorted(maps.Keys(h.seeds)) {
			for _, one := range h.seeds[name] {
				maker := fmt.Sprintf("probeSeed%d", len(bySpan)+1)
				bySpan[maker] = one
				parts = append(parts, part{text: one.source(h, maker), tests: []string{maker}})
			}
		}
		if len(parts) == 0 {
			continue
		}
		source, at := h.file(parts)
		for _, s := range at {
			s.file = filepath.Join(made.Directory, h.name)
			spans = append(spans, s)
		}
		made.Files = append(made.Files, probeFile{h.name, source})
	}
	if len(made.Files) == 0 {
		return nil
	}
	refused, err := pr.check(made, spans)
	if err != nil {
		return err
	}
	bad := make(map[*seed]bool)
	for _, maker := range refused {
		bad[bySpan[maker]] = true
	}
	for _, h := range pr.homes {
		for name, seeds := range h.seeds {
			h.seeds[name] = slices.DeleteFunc(seeds, func(s *seed) bool { return bad[s] })
		}
	}
	return nil
}

// declared are files without the bodies of their functions, which are correct.
func declared(files []*ast.File) []*ast.File {
	var short []*ast.File
	for _, file := range files {
		one := *file
		one.Decls = slices.Clone(file.Decls)
		for i, decl := range one.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				bare := *fn
				bare.Body = nil
				one.Decls[i] = &bare
			}
		}
		short = append(short, &one)
	}
	return short
}
