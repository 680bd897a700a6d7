package main

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A site is a call of a method, in a test or elsewhere.
type site struct {
	p        *packages.Package
	file     *ast.File
	call     *ast.CallExpr
	receiver types.Type
	within   string // the function that has it
	shared   bool   // several goroutines may use the same object there
	isTest   bool
	by       *site // of a call in a function of the tests, a call of that; nil if there is none
}

// find fills in the types of the package, and their scenarios.
func (pr *prober) find() error {
	pr.sites = pr.in.calls(pr.p.PkgPath)
	pr.summary = make(map[string]*summary)
	pr.summaries = &summarizer{in: pr.in, done: make(map[summaryKey]*summary)}
	pr.returns = &returned{in: pr.in, done: make(map[*ssa.Function][]returnedField)}
	pr.backgrounds = make(map[string]*background)
	pr.senders = make(map[string]*background)
	pr.served = make(map[string][]serving)
	pr.callers = &summarizer{in: pr.in, done: make(map[summaryKey]*summary), returned: true}
	pr.deep = &summarizer{in: pr.in, done: make(map[summaryKey]*summary), premises: true}
	pr.deeper = make(map[string]*summary)
	pr.effects = &effects{in: pr.in, done: make(map[*ssa.Function][]effect)}
	scope := pr.p.Types.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || !obj.Exported() || inTests(pr.p.Fset, obj.Pos()) {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || len(exportedMethods(named)) == 0 || pr.want.types != nil && !pr.want.types.MatchString(name) {
			continue
		}
		pr.types = append(pr.types, &probed{name: name, named: named, place: line(pr.p.Fset, obj.Pos()), exported: len(exportedMethods(named))})
	}
	pr.hide()
	if functions := pr.functionsOfPackage(); functions != nil {
		pr.types = append(pr.types, functions)
	}
	for _, h := range pr.homes {
		h.findSeeds(pr)
	}
	for _, typ := range pr.types {
		pr.documents(typ)
	}
	if err := pr.checkSeeds(); err != nil {
		return err
	}
	for _, typ := range pr.types {
		pr.scenarios(typ)
	}
	return nil
}

// isGenerated reports whether a program has written a type, such as a mock: a
// bug there is a bug of the generator, and is in all that it writes.
func (pr *prober) isGenerated(typ *probed) bool {
	return typ.named != nil && slices.ContainsFunc(pr.p.Syntax, func(file *ast.File) bool {
		return file.FileStart <= typ.named.Obj().Pos() && typ.named.Obj().Pos() < file.FileEnd && ast.IsGenerated(file)
	})
}

// functionsOfPackage stands for the package's functions, as a type without
// objects; it is nil if it was not asked for.
func (pr *prober) functionsOfPackage() *probed {
	if pr.want.types != nil && !pr.want.types.MatchString(pr.p.Name) {
		return nil
	}
	one := &probed{name: pr.p.Name, place: line(pr.p.Fset, pr.p.Syntax[0].Package)}
	if shared := pr.functionsOf(one); len(shared) > 0 {
		one.place = line(pr.p.Fset, shared[0].Pos())
	}
	return one
}

// isOfPackage reports whether a type, or what it points to, is a named one of the package.
func (pr *prober) isOfPackage(typ types.Type) bool {
	named, ok := deref(typ).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pr.p.PkgPath
}

// nameOf is the name of a type that is probed, or "". Variables are known by
// the type, or by a pointer to it.
func (pr *prober) nameOf(typ types.Type) string {
	if !pr.isOfPackage(typ) {
		return ""
	}
	named := deref(typ).(*types.Named)
	for _, known := range pr.types {
		if known.named != nil && known.name == named.Obj().Name() {
			return named.Obj().Name()
		}
	}
	return ""
}

func exportedMethods(typ types.Type) []*types.Selection {
	if !types.IsInterface(typ) {
		if !isPointer(typ) {
			typ = types.NewPointer(typ)
		}
	}
	var found []*types.Selection
	set := types.NewMethodSet(typ)
	for i := range set.Len() {
		if sel := set.At(i); sel.Obj().Exported() {
			found = append(found, sel)
		}
	}
	return found
}

// calls are the calls of methods of a package's types, and of its functions, by
// Type.Method, or the package's name and the function's. All files are read once for all packages.
func (in *loaded) calls(path string) map[string][]site {
	if in.sites == nil {
		in.sites = make(map[string]map[string][]site)
		for _, p := range in.pkgs {
			in.findSites(p)
		}
	}
	return in.sites[path]
}

func (in *loaded) findSites(p *packages.Package) {
	add := func(of *types.Package, owner, name string, one site) {
		known := in.sites[of.Path()]
		if known == nil {
			known = make(map[string][]site)
			in.sites[of.Path()] = known
		}
		key := owner + "." + name
		known[key] = append(known[key], one)
	}
	for _, file := range p.Syntax {
		isTest := inTests(p.Fset, file.Pos())
		uses := goroutinesOf(p, file)
		within := ""
		ast.Inspect(file, func(n ast.Node) bool {
			if fn, ok := n.(*ast.FuncDecl); ok {
				within = fn.Name.Name
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			one := site{p: p, file: file, call: call, within: within, isTest: isTest}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
				if selection := p.TypesInfo.Selections[sel]; selection != nil {
					named, ok := deref(selection.Recv()).(*types.Named)
					if selection.Kind() == types.MethodVal && ok && in.isLoaded(named.Obj().Pkg()) {
						one.receiver = selection.Recv()
						one.shared = uses.share(rootOf(p, sel.X), call)
						add(named.Obj().Pkg(), named.Obj().Name(), sel.Sel.Name, one)
					}
					return true
				}
			}
			if id := callee(call); id != nil {
				if fn, ok := p.TypesInfo.Uses[id].(*types.Func); ok && in.isLoaded(fn.Pkg()) && fn.Signature().Recv() == nil {
					one.shared = uses.share(nil, call)
					add(fn.Pkg(), fn.Pkg().Name(), fn.Name(), one)
				}
			}
			return true
		})
	}
}

// isLoaded reports whether a package is among those that are worked on; nil is none.
func (in *loaded) isLoaded(p *types.Package) bool {
	if p == nil {
		return false
	}
	if in.paths == nil {
		in.paths = make(map[string]bool)
		for _, one := range in.pkgs {
			in.paths[one.PkgPath] = true
		}
	}
	return in.paths[p.Path()]
}

// summaryOf joins the summaries of all methods of the package that a call may
// reach.
func (pr *prober) summaryOf(fn *types.Func) *summary {
	return pr.summarized(pr.summaries, pr.summary, fn)
}

func (pr *prober) summarized(s *summarizer, done map[string]*summary, fn *types.Func) *summary {
	key := fn.Origin().FullName()
	if known := done[key]; known != nil {
		return known
	}
	sum := newSummary()
	done[key] = sum
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		var names []string
		for full, source := range pr.in.sources() {
			if strings.HasSuffix(full, "."+fn.Name()) && strings.Contains(full, pr.p.PkgPath) && source.Signature.Recv() != nil {
				names = append(names, full)
			}
		}
		slices.Sort(names) // what is behind what depends on which comes first
		for _, full := range names {
			own := s.of(pr.in.sources()[full], nil, 0)
			s.join(sum, own, nil)
			sum.relocks = sum.relocks || own.relocks
		}
		return sum
	}
	if source := pr.in.sources()[key]; source != nil {
		own := s.of(source, nil, 0)
		s.join(sum, own, nil)
		sum.indexed, sum.replaces, sum.relocks = own.indexed, own.replaces, own.relocks // those of a function which it calls are of another parameter
		for _, one := range pr.returnedFields(fn) {
			sum.accesses[access{field: one.name + "[]", variable: one.variable}] = true // its caller reads them
			sum.returns = true
		}
	}
	return sum
}

// closuresOf is what the functions do that a function of the package makes: one
// that it returns is among them.
func (pr *prober) closuresOf(fn *types.Func) *summary {
	sum := newSummary()
	if source := pr.in.sources()[fn.Origin().FullName()]; source != nil {
		for _, inner := range source.AnonFuncs {
			sum.add(pr.summaries.of(inner, nil, 0))
		}
	}
	return sum
}

// home is where tests of the package's own clause stand, or nil.
func (pr *prober) home() *home {
	for _, h := range pr.homes {
		if !h.external {
			return h
		}
	}
	return nil
}

// sharesVariables reports whether a function changes variables of its package, or
// reads those that others change. A variable that is a struct without exported type is shared by
// the methods that are called on it.
func (pr *prober) sharesVariables(fn *types.Func) bool {
	if pr.usesVariable(fn) {
		return true
	}
	source := pr.in.sources()[fn.Origin().FullName()]
	if source == nil {
		return false
	}
	for instr := range instructions(source) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || len(call.Common().Args) == 0 || call.Common().StaticCallee() == nil {
			continue
		}
		variable, ok := call.Common().Args[0].(*ssa.Global)
		if !ok || call.Common().StaticCallee().Signature.Recv() == nil {
			continue
		}
		named, ok := deref(variable.Type()).(*types.Named)
		if ok && !named.Obj().Exported() && isStruct(named) && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pr.p.PkgPath {
			return true
		}
	}
	return false
}
