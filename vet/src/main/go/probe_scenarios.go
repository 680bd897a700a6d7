package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A site is a call of a method, in a test or elsewhere.
type site struct {
	p        *packages.Package
	file     *ast.File
	call     *ast.CallExpr
	receiver types.Type
	inGo     bool // in a go statement
	isTest   bool
}

// A method of a type that is probed, with ways to call it.
type probedMethod struct {
	fn    *types.Func
	sig   *types.Signature
	calls []methodCall
	sum   *summary
	place string
}

// A methodCall is arguments, and the statements that they need.
type methodCall struct {
	before []string
	args   string
	shown  string
}

var (
	closeWords = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Release|Dispose|Quit|Halt|Drain|Kill|Done|Finish|GracefulStop|StopAndWait|Flush)$`)
	endWords   = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Dispose|Quit|StopAndWait)$`)
	stateWords = regexp.MustCompile(`^(Len|Length|Size|Count|Keys|Values|String|IsEmpty|Empty|Cap|IsClosed|Closed|Running|Free|Waiting|Items|Total|Value|Load|Stats)$`)
)

// find fills in the types of the package, and their scenarios.
func (pr *prober) find() {
	pr.sites = make(map[string][]site)
	pr.summary = make(map[string]*summary)
	for _, p := range pr.in.pkgs {
		pr.findSites(p)
	}
	scope := pr.p.Types.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || !obj.Exported() || strings.HasSuffix(pr.p.Fset.Position(obj.Pos()).Filename, "_test.go") {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || len(exportedMethods(named)) == 0 || pr.want.types != nil && !pr.want.types.MatchString(name) {
			continue
		}
		pr.types = append(pr.types, &probed{named: named, place: line(pr.p.Fset, obj.Pos()), methods: len(exportedMethods(named))})
	}
	for _, h := range pr.homes {
		h.findSeeds(pr.nameOf)
	}
	for _, typ := range pr.types {
		pr.documents(typ)
		pr.scenarios(typ)
	}
}

// nameOf is the name of a type that is probed, or "". Variables are known by
// the type, or by a pointer to it.
func (pr *prober) nameOf(typ types.Type) string {
	named, ok := deref(typ).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != pr.p.PkgPath {
		return ""
	}
	for _, known := range pr.types {
		if known.named.Obj().Name() == named.Obj().Name() {
			return named.Obj().Name()
		}
	}
	return ""
}

func exportedMethods(typ types.Type) []*types.Selection {
	if !types.IsInterface(typ) {
		if _, pointer := types.Unalias(typ).(*types.Pointer); !pointer {
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

// findSites collects the calls of methods of the package's types.
func (pr *prober) findSites(p *packages.Package) {
	for _, file := range p.Syntax {
		isTest := strings.HasSuffix(p.Fset.Position(file.Pos()).Filename, "_test.go")
		var visit func(n ast.Node, inGo bool)
		visit = func(n ast.Node, inGo bool) {
			ast.Inspect(n, func(child ast.Node) bool {
				switch c := child.(type) {
				case *ast.GoStmt:
					if c != n {
						visit(c.Call, true)
						return false
					}
				case *ast.CallExpr:
					sel, ok := c.Fun.(*ast.SelectorExpr)
					if !ok {
						return true
					}
					if sel.Sel.Name == "Go" && len(c.Args) == 1 {
						if lit, ok := c.Args[0].(*ast.FuncLit); ok {
							visit(lit.Body, true)
							return false
						}
					}
					selection := p.TypesInfo.Selections[sel]
					if selection == nil || selection.Kind() != types.MethodVal {
						return true
					}
					named, ok := deref(selection.Recv()).(*types.Named)
					if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != pr.p.PkgPath {
						return true
					}
					key := named.Obj().Name() + "." + sel.Sel.Name
					pr.sites[key] = append(pr.sites[key], site{p, file, c, selection.Recv(), inGo, isTest})
				}
				return true
			})
		}
		visit(file, false)
	}
}

// scenarios writes those of a type.
func (pr *prober) scenarios(typ *probed) {
	name := typ.named.Obj().Name()
	if typ.omitted != "" {
		return
	}
	if len(typ.evidence) == 0 && !types.IsInterface(typ.named) {
		typ.omitted = "nothing says that several goroutines may use it"
		return
	}
	h, seeds := pr.seedsOf(typ)
	if len(seeds) == 0 {
		return
	}
	for at, one := range seeds {
		methods := pr.methodsOf(typ, h, one)
		pr.pairs(typ, h, one, at, methods)
	}
	typ.choose(pr.want.perType)
	for _, one := range typ.pieces {
		var names strings.Builder
		for _, calls := range one.Calls {
			for _, call := range calls {
				names.WriteString(strings.TrimPrefix(call[:strings.IndexByte(call, '(')], "x."))
			}
		}
		base := "TestProbe" + name + names.String()
		pr.names[base]++
		one.Test = base
		if n := pr.names[base]; n > 1 {
			one.Test = fmt.Sprintf("%s%d", base, n)
		}
		one.Sequential = strings.Replace(one.Test, "TestProbe", "TestOrders", 1)
	}
}

// repetition is what a scenario loses for each earlier one with a method of the
// same kind.
const repetition = 4

// choose keeps the scenarios that are worth most, of all kinds of methods.
func (typ *probed) choose(limit int) {
	used := make(map[string]int)
	worth := func(one *piece) int {
		worth := one.Rank
		for _, kind := range one.kinds {
			worth -= repetition * used[kind]
		}
		return worth
	}
	var chosen []*piece
	for len(chosen) < limit && len(typ.pieces) > 0 {
		best := 0
		for i, one := range typ.pieces {
			if worth(one) > worth(typ.pieces[best]) {
				best = i
			}
		}
		one := typ.pieces[best]
		one.Rank = worth(one)
		for _, kind := range one.kinds {
			used[kind]++
		}
		chosen = append(chosen, one)
		typ.pieces = slices.Delete(typ.pieces, best, best+1)
	}
	typ.pieces, typ.left = chosen, len(typ.pieces)
}

// mostSeeds of one type are used.
const mostSeeds = 3

// seedsOf are ways to make objects of a type: by its tests, or its constructors.
func (pr *prober) seedsOf(typ *probed) (*home, []*seed) {
	name := typ.named.Obj().Name()
	var best *home
	for _, h := range pr.homes {
		if best == nil || len(h.seeds[name]) > len(best.seeds[name]) || !h.external && len(h.seeds[name]) == len(best.seeds[name]) {
			best = h
		}
	}
	var kept []*seed
	seen := make(map[string]bool)
	for _, one := range best.seeds[name] {
		text := strings.Join(one.statements, "\n")
		if key := shape(text); !seen[key] && len(one.statements) < 20 {
			seen[key] = true
			kept = append(kept, one)
		}
	}
	slices.SortStableFunc(kept, func(a, b *seed) int { return len(a.statements) - len(b.statements) })
	kept = varied(kept)
	if len(kept) > 0 {
		return best, kept
	}
	for _, h := range pr.homes {
		if !h.external {
			return h, pr.constructed(h, typ)
		}
	}
	return best, nil
}

// varied are the plainest seed, the plainest whose object was used before, and
// the one that prepares most.
func varied(seeds []*seed) []*seed {
	if len(seeds) <= mostSeeds {
		return seeds
	}
	chosen := []*seed{seeds[0]}
	if i := slices.IndexFunc(seeds[1:], func(s *seed) bool { return s.prepared }); i >= 0 {
		chosen = append(chosen, seeds[i+1])
	}
	if last := seeds[len(seeds)-1]; !slices.Contains(chosen, last) {
		chosen = append(chosen, last)
	}
	return chosen
}

// shape is a text without its literals.
func shape(text string) string {
	return regexp.MustCompile(`"[^"]*"|\d+`).ReplaceAllString(text, "")
}

// constructed are objects that the package's constructors make of plain values.
func (pr *prober) constructed(h *home, typ *probed) []*seed {
	if typ.named.TypeParams().Len() > 0 || types.IsInterface(typ.named) {
		return nil
	}
	var seeds []*seed
	c := &caller{in: pr.in, p: h.p, imports: h.imports}
	c.before, c.used, c.locals = nil, nil, make(map[types.Object]string)
	pointer := types.NewPointer(typ.named)
	value, ok := c.value(pointer, 0)
	if !ok || pr.in.harm(c.used) != "" {
		return nil
	}
	statements := append(slices.Clone(c.before), "x := "+value)
	seeds = append(seeds, &seed{param: "t", statements: statements, result: "x", typ: pointer})
	return seeds
}

// methodsOf are the methods of a seed's type that can be called.
func (pr *prober) methodsOf(typ *probed, h *home, from *seed) []*probedMethod {
	var found []*probedMethod
	name := typ.named.Obj().Name()
	for _, sel := range exportedMethods(from.typ) {
		fn := sel.Obj().(*types.Func)
		if pr.want.funcs != nil && !pr.want.funcs.MatchString(fn.Name()) {
			continue
		}
		if doc := pr.docOf(fn); unsafeWords.MatchString(doc) {
			continue
		}
		m := &probedMethod{fn: fn, sig: sel.Type().(*types.Signature), place: line(pr.p.Fset, fn.Pos())}
		m.calls = pr.callsOf(name, h, from, m)
		if len(m.calls) == 0 {
			continue
		}
		m.sum = pr.summaryOf(fn)
		found = append(found, m)
	}
	return found
}

func (pr *prober) docOf(fn *types.Func) string {
	for _, file := range pr.p.Syntax {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Name.Pos() == fn.Pos() && d.Doc != nil {
				return d.Doc.Text()
			}
		}
	}
	return ""
}

// summaryOf joins the summaries of all methods of the package that a call may
// reach.
func (pr *prober) summaryOf(fn *types.Func) *summary {
	key := fn.Origin().FullName()
	if known := pr.summary[key]; known != nil {
		return known
	}
	sum := newSummary()
	pr.summary[key] = sum
	s := &summarizer{in: pr.in, done: make(map[summaryKey]*summary)}
	if types.IsInterface(fn.Signature().Recv().Type()) {
		for full, source := range pr.in.sources() {
			if strings.HasSuffix(full, "."+fn.Name()) && strings.Contains(full, pr.p.PkgPath) && source.Signature.Recv() != nil {
				sum.add(s.of(source, nil, 0))
			}
		}
		return sum
	}
	if source := pr.in.sources()[key]; source != nil {
		sum.add(s.of(source, nil, 0))
	}
	return sum
}

// mostCallsOf one method are tried, with different arguments.
const mostCallsOf = 2

// callsOf are calls of a method as tests make them, or with values that can be
// made.
func (pr *prober) callsOf(typ string, h *home, from *seed, m *probedMethod) []methodCall {
	var found []methodCall
	add := func(before []string, args string) {
		one := methodCall{before: before, args: args, shown: m.fn.Name() + "(" + args + ")"}
		if !slices.ContainsFunc(found, func(o methodCall) bool { return o.args == args && slices.Equal(o.before, before) }) {
			found = append(found, one)
		}
	}
	c := &caller{in: pr.in, p: h.p, fn: m.fn, imports: h.imports}
	for _, s := range pr.sites[typ+"."+m.fn.Name()] {
		if s.p != h.p || len(found) == mostCallsOf {
			continue
		}
		c.before, c.used, c.locals = nil, nil, make(map[types.Object]string)
		var args []string
		good := types.TypeString(deref(s.receiver), nil) == types.TypeString(deref(from.typ), nil)
		for i, arg := range s.call.Args {
			text, ok := c.argument(s.file, arg)
			if !ok && i < m.sig.Params().Len() && !(m.sig.Variadic() && i >= m.sig.Params().Len()-1) {
				text, ok = c.value(m.sig.Params().At(i).Type(), 0)
			}
			good = good && ok
			args = append(args, text)
		}
		if good {
			text := strings.Join(args, ", ")
			if s.call.Ellipsis.IsValid() {
				text += "..."
			}
			add(c.before, text)
		}
	}
	if len(found) > 0 {
		return found
	}
	tested := len(pr.sites[typ+"."+m.fn.Name()]) > 0
	if !tested && pr.in.harm([]*types.Func{m.fn}) != "" {
		return nil
	}
	for c.turn = range plain {
		c.before, c.used, c.locals = nil, nil, make(map[types.Object]string)
		args, ok := c.arguments(m.sig, 0)
		if !ok || !tested && pr.in.harm(c.used) != "" {
			break
		}
		add(c.before, args)
		if m.sig.Params().Len() == 0 {
			break
		}
	}
	return found
}

// argument is one of a call in a test, as another file of the package can have
// it. A nil function says nothing: another value is made for it.
func (c *caller) argument(file *ast.File, arg ast.Expr) (string, bool) {
	if value := c.p.TypesInfo.Types[arg]; value.IsNil() {
		return "", false
	}
	if literal, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
		s := slicer{h: &home{p: c.p}}
		for obj := range s.uses(literal) {
			if obj.Pos() < literal.Pos() || obj.Pos() > literal.End() {
				return "", false
			}
		}
		if concurrent(literal) {
			return "", false
		}
		names := (&home{p: c.p, imports: c.imports}).names(literal)
		return printed(c.p.Fset, literal, names), true
	}
	return c.closed(file, arg, 0)
}

// pairs writes the scenarios of one seed: any two methods that share something,
// each against itself, and methods that end an object against all others.
func (pr *prober) pairs(typ *probed, h *home, from *seed, number int, methods []*probedMethod) {
	maker := fmt.Sprintf("probe%s%d", typ.named.Obj().Name(), number+1)
	setup := from.source(h, maker)
	end := ender(methods)
	for i, a := range methods {
		for _, b := range methods[i:] {
			rank := conflict(a.sum, b.sum)
			if closeWords.MatchString(a.fn.Name()) || closeWords.MatchString(b.fn.Name()) {
				rank += 3
			}
			if rank == 0 {
				continue
			}
			first, second := a.calls[0], b.calls[0]
			shapes := [][][]boundCall{{{{a, first}}, {{b, second}}}}
			if rank > 1 && a != b {
				shapes = append(shapes, [][]boundCall{{{a, first}, {b, second}}, {{a, first}, {b, second}}})
			}
			if len(a.calls) > 1 && rank > 4 {
				shapes = append(shapes, [][]boundCall{{{a, a.calls[1]}}, {{b, b.calls[len(b.calls)-1]}}})
			}
			for s, shape := range shapes {
				one := &piece{home: h, setup: setup, maker: maker}
				one.Type, one.Seed, one.Setup, one.Evidence = typ.named.Obj().Name(), from.test, from.statements, typ.evidence
				one.Rank = 10*rank - 3*s - number
				for _, calls := range shape {
					var shown []string
					for _, call := range calls {
						shown = append(shown, call.with.shown)
						one.kinds = append(one.kinds, call.method.sum.kind())
						one.Places = append(one.Places, call.method.place)
					}
					one.Calls = append(one.Calls, shown)
				}
				slices.Sort(one.kinds)
				one.kinds = slices.Compact(one.kinds)
				one.bind(shape, methods, end)
				typ.pieces = append(typ.pieces, one)
			}
		}
	}
}

// mostStates are compared after the calls.
const mostStates = 4

// ender is the method that ends an object, if it has one that is called
// without arguments or with a context.
func ender(methods []*probedMethod) *probedMethod {
	for _, m := range methods {
		if endWords.MatchString(m.fn.Name()) && len(m.calls[0].before) == 0 {
			return m
		}
	}
	return nil
}

// bind says what the scenario calls, what shows the state after that, and what
// ends the object, unless that is among the calls.
func (one *piece) bind(shape [][]boundCall, methods []*probedMethod, end *probedMethod) {
	one.shape = shape
	for _, calls := range shape {
		for _, call := range calls {
			if end != nil && call.method == end {
				return // an object that has ended has no state
			}
		}
	}
	if end != nil {
		one.end = "x." + end.fn.Name() + "(" + end.calls[0].args + ")\n"
	}
	var states []string
	for _, m := range methods {
		if len(states) < mostStates && m.sig.Params().Len() == 0 && m.sig.Results().Len() == 1 && (stateWords.MatchString(m.fn.Name()) || m.sum.onlyReads()) {
			if shown := shownResult(m.sig.Results().At(0).Type(), "x."+m.fn.Name()+"()"); shown != "" {
				states = append(states, shown)
			}
		}
	}
	one.state = strings.Join(states, ", ")
}
