package main

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// An evidence is a reason to think that a type may be used by several
// goroutines at once.
type evidence struct {
	Kind  string `json:"kind"` // documented, tested, starts, guarded
	Text  string `json:"text"`
	Place string `json:"place"`
}

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
	safeWords   = regexp.MustCompile(`(?i)(goroutine|thread|concurren\w*|race)[- ]?safe|safe\s+(for|to|from|with|under)\b[^.]*\b(concurren|goroutines|threads|parallel|simultaneous)|(may|can)\s+be\s+(called|used|accessed|invoked)\s+(concurrently|simultaneously|in parallel|from (multiple|several|different|any)|by (multiple|several))|multiple goroutines may|concurrent(ly)?\s+(use|access|calls?)\b|synchronized access|mutex[- ]protected`)
	unsafeWords = regexp.MustCompile(`(?i)\b(not|isn't|never|non|un)[-\s]*(be\s+)?(a\s+)?(goroutine|thread|concurren\w*)[- ]?safe|not\s+safe|unsafe\s+for|(must|should|may|can)\s*(not|n't)\s+be\s+(called|used|accessed|copied|invoked|modified)\s+(concurrently|simultaneously|in parallel|from|by|while|after|during)|no\s+concurrent|(from|by|to)\s+(a|one)\s+(single\s+)?goroutine\b|only one goroutine|(must|should)\s+(only\s+)?be\s+called\s+(before|only|once|from the same)|caller\s+(must|should)\s+(hold|lock|synchroni)`)
	closeWords  = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Release|Dispose|Quit|Halt|Drain|Kill|Done|Finish|GracefulStop|StopAndWait|Flush)$`)
	endWords    = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Dispose|Quit|StopAndWait|Release)$`)
	stateWords  = regexp.MustCompile(`^(Len|Length|Size|Count|Keys|Values|String|IsEmpty|Empty|Cap|IsClosed|Closed|Running|Free|Waiting|Items|Total|Value|Load|Stats)$`)
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

// documents reads what speaks for and against using a type from several
// goroutines.
func (pr *prober) documents(typ *probed) {
	name := typ.named.Obj().Name()
	add := func(kind, text, place string) {
		typ.evidence = append(typ.evidence, evidence{kind, text, place})
	}
	for _, file := range pr.p.Syntax {
		if strings.HasSuffix(pr.p.Fset.Position(file.Pos()).Filename, "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if ts, ok := spec.(*ast.TypeSpec); ok && ts.Name.Name == name {
						doc := ts.Doc
						if doc == nil {
							doc = decl.Doc
						}
						pr.read(doc, typ, add)
					}
				}
			case *ast.FuncDecl:
				if decl.Recv == nil && strings.HasPrefix(decl.Name.Name, "New") && makes(pr.p, decl, typ.named) {
					pr.read(decl.Doc, typ, add)
				}
			}
		}
		if file.Doc != nil && safeWords.MatchString(file.Doc.Text()) && !unsafeWords.MatchString(file.Doc.Text()) {
			add("package documented", sentence(safeWords, file.Doc.Text()), line(pr.p.Fset, file.Doc.Pos()))
		}
	}
	for _, sel := range exportedMethods(typ.named) {
		for _, s := range pr.sites[name+"."+sel.Obj().Name()] {
			if s.inGo && s.isTest {
				add("tested", printed(s.p.Fset, s.call.Fun, nil)+" is called in a goroutine of a test", line(s.p.Fset, s.call.Pos()))
				break
			}
		}
	}
	if guard, place := pr.guard(typ.named); guard != "" {
		add("guarded", guard, place)
	}
}

// read takes what a comment says of a type.
func (pr *prober) read(doc *ast.CommentGroup, typ *probed, add func(kind, text, place string)) {
	if doc == nil {
		return
	}
	text := doc.Text()
	switch {
	case unsafeWords.MatchString(text):
		typ.omitted = "its documentation says: " + sentence(unsafeWords, text)
	case safeWords.MatchString(text):
		add("documented", sentence(safeWords, text), line(pr.p.Fset, doc.Pos()))
	}
}

// sentence is the one that a pattern matches.
func sentence(words *regexp.Regexp, text string) string {
	at := words.FindStringIndex(text)
	start := strings.LastIndexAny(text[:at[0]], ".\n") + 1
	if dot := strings.LastIndex(text[:at[0]], ". "); dot >= 0 {
		start = dot + 2
	} else {
		start = 0
	}
	end := strings.Index(text[at[1]:], ".")
	if end < 0 {
		end = len(text)
	} else {
		end += at[1] + 1
	}
	return strings.Join(strings.Fields(text[start:end]), " ")
}

func makes(p *packages.Package, fn *ast.FuncDecl, named *types.Named) bool {
	if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
		return false
	}
	result, ok := deref(p.TypesInfo.TypeOf(fn.Type.Results.List[0].Type)).(*types.Named)
	return ok && result.Obj() == named.Obj()
}

// guard is a field that orders goroutines, in the type or in what it consists of.
func (pr *prober) guard(named *types.Named) (string, string) {
	seen := make(map[types.Type]bool)
	var look func(typ types.Type, depth int) (string, string)
	look = func(typ types.Type, depth int) (string, string) {
		typ = types.Unalias(typ)
		if seen[typ] || depth > 3 {
			return "", ""
		}
		seen[typ] = true
		structure, ok := deref(typ).Underlying().(*types.Struct)
		if !ok {
			return "", ""
		}
		for f := range structure.Fields() {
			text := types.TypeString(deref(f.Type()), nil)
			_, channel := f.Type().Underlying().(*types.Chan)
			if channel || slices.Contains([]string{"sync.Mutex", "sync.RWMutex", "sync.Map", "sync.Cond", "sync.WaitGroup", "sync.Once"}, text) || strings.HasPrefix(text, "sync/atomic.") {
				return fmt.Sprintf("field %s is a %s", f.Name(), pathless(f.Type())), line(pr.p.Fset, f.Pos())
			}
		}
		for f := range structure.Fields() {
			if inner, ok := deref(f.Type()).(*types.Named); ok && inner.Obj().Pkg() == named.Obj().Pkg() {
				if text, place := look(inner, depth+1); text != "" {
					return text, place
				}
			}
		}
		return "", ""
	}
	return look(named, 0)
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
				one.body = pr.body(h, from, shape, methods, end)
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

// A boundCall is a method with arguments.
type boundCall struct {
	method *probedMethod
	with   methodCall
}

// source is the function that makes the object of a seed.
func (s *seed) source(h *home, maker string) string {
	c := &caller{p: h.p, imports: h.imports}
	result := types.TypeString(s.typ, c.qualified)
	if strings.HasPrefix(s.result, "&") {
		result = "*" + result
	}
	var text strings.Builder
	fmt.Fprintf(&text, "func %s(%s *testing.T) %s {\n", maker, s.param, result)
	for _, statement := range s.statements {
		text.WriteString(statement + "\n")
	}
	fmt.Fprintf(&text, "return %s\n}\n", s.result)
	return text.String()
}

// body is the function that both tests of a scenario call: it binds the calls
// of each goroutine to one object, with what shows its state and what ends it.
func (pr *prober) body(h *home, from *seed, shape [][]boundCall, methods []*probedMethod, end *probedMethod) string {
	var text strings.Builder
	closes := false
	for g, calls := range shape {
		for i, call := range calls {
			closes = closes || end != nil && call.method == end
			fmt.Fprintf(&text, "@call %d %d\n", g, i)
			for _, statement := range call.with.before {
				text.WriteString(statement + "\n")
			}
			text.WriteString(call.source())
		}
	}
	fmt.Fprintf(&text, "@state\n")
	var states []string
	if !closes {
		for _, m := range methods {
			if len(states) < mostStates && (stateWords.MatchString(m.fn.Name()) || m.sum.onlyReads()) && m.sig.Params().Len() == 0 && m.sig.Results().Len() == 1 {
				if shown := shownResult(m.sig.Results().At(0).Type(), "x."+m.fn.Name()+"()"); shown != "" {
					states = append(states, shown)
				}
			}
		}
	}
	text.WriteString(strings.Join(states, ", ") + "\n@end\n")
	if end != nil && !closes {
		fmt.Fprintf(&text, "x.%s(%s)\n", end.fn.Name(), end.calls[0].args)
	}
	return text.String()
}

// source is the call, and the expression of its results.
func (call boundCall) source() string {
	name := "x." + call.method.fn.Name() + "(" + call.with.args + ")"
	results := call.method.sig.Results()
	var names, shown []string
	for i := range results.Len() {
		variable := fmt.Sprintf("r%d", i+1)
		if text := shownResult(results.At(i).Type(), variable); text != "" {
			names, shown = append(names, variable), append(shown, text)
		} else {
			names = append(names, "_")
		}
	}
	if len(shown) == 0 {
		return name + "\n@result " + fmt.Sprintf("%q", call.method.fn.Name()) + "\n"
	}
	return strings.Join(names, ", ") + " := " + name + "\n@result fmt.Sprint(" + fmt.Sprintf("%q", call.method.fn.Name()+": ") + ", " + strings.Join(shown, `, " ", `) + ")\n"
}

// shownResult is an expression whose text is the same for equal results of a
// type: no addresses and no times; "" if there is none.
func shownResult(typ types.Type, expression string) string {
	switch text := types.TypeString(typ, nil); text {
	case "error":
		return expression
	case "time.Time", "time.Duration":
		return ""
	}
	switch under := typ.Underlying().(type) {
	case *types.Basic:
		if under.Kind() == types.UnsafePointer || under.Kind() == types.Uintptr {
			return ""
		}
		return expression
	case *types.Slice:
		if plainElement(under.Elem()) {
			return expression
		}
		return "len(" + expression + ")"
	case *types.Map:
		if plainElement(under.Key()) && plainElement(under.Elem()) {
			return expression
		}
		return "len(" + expression + ")"
	case *types.Pointer, *types.Chan, *types.Signature:
		return expression + " != nil"
	case *types.Interface:
		return expression + " != nil"
	}
	return ""
}

func plainElement(typ types.Type) bool {
	basic, ok := typ.Underlying().(*types.Basic)
	return ok && basic.Kind() != types.UnsafePointer && basic.Kind() != types.Uintptr
}

// concurrent is the test that calls from all goroutines at once.
func (one *piece) concurrent() string {
	var text strings.Builder
	fmt.Fprintf(&text, "// %s calls methods of one %s from %d goroutines.\nfunc %s(t *testing.T) {\nx := %s(t)\nvar results [%d]string\nvar calls sync.WaitGroup\ncalls.Add(%d)\n",
		one.Test, one.Type, len(one.Calls), one.Test, one.maker, one.count(), len(one.Calls))
	at := 0
	for g := range one.Calls {
		text.WriteString("go func() {\ndefer calls.Done()\n")
		for i := range one.Calls[g] {
			call, result := one.callText(g, i)
			if len(one.Calls[g]) > 1 && strings.Contains(call, ":=") {
				fmt.Fprintf(&text, "{\n%sresults[%d] = %s\n}\n", call, at, result)
			} else {
				fmt.Fprintf(&text, "%sresults[%d] = %s\n", call, at, result)
			}
			at++
		}
		text.WriteString("}()\n")
	}
	text.WriteString("calls.Wait()\n")
	fmt.Fprintf(&text, "got := fmt.Sprint(results%s)\n//harrier:orders %s\n_ = got\n%s}\n", one.state(), one.Test, one.section("@end\n"))
	return formatted(text.String())
}

// sequential is the test that makes the calls in all orders.
func (one *piece) sequential() string {
	var text strings.Builder
	fmt.Fprintf(&text, "func %s(t *testing.T) {\nharrierOrders(t, %q, func(t *testing.T) ([][]func() string, func() string, func()) {\nx := %s(t)\nreturn [][]func() string{\n", one.Sequential, one.Test, one.maker)
	for g := range one.Calls {
		text.WriteString("{\n")
		for i := range one.Calls[g] {
			call, result := one.callText(g, i)
			fmt.Fprintf(&text, "func() string {\n%sreturn %s\n},\n", call, result)
		}
		text.WriteString("},\n")
	}
	fmt.Fprintf(&text, "}, func() string { return fmt.Sprint(%s) }, func() {\n%s}\n})\n}\n", strings.TrimPrefix(one.state(), `, " then ", `), one.section("@end\n"))
	return formatted(text.String())
}

func (one *piece) count() int {
	n := 0
	for _, calls := range one.Calls {
		n += len(calls)
	}
	return n
}

func (one *piece) state() string {
	state := strings.TrimSpace(strings.SplitN(one.section("@state\n"), "@", 2)[0])
	if state == "" {
		return ""
	}
	return `, " then ", ` + state
}

func (one *piece) section(mark string) string {
	_, text, _ := strings.Cut(one.body, mark)
	return text
}

func (one *piece) callText(g, i int) (string, string) {
	text := one.section(fmt.Sprintf("@call %d %d\n", g, i))
	call, rest, _ := strings.Cut(text, "@result ")
	result, _, _ := strings.Cut(rest, "\n@")
	return call, strings.TrimSpace(result)
}

func formatted(text string) string {
	if out, err := format.Source([]byte(text)); err == nil {
		return string(out)
	}
	return text
}

func splitWords(text string) []string { return strings.Fields(text) }

// ordersSource is what makes calls in all orders: each order on an object of its
// own, each call until it returns or blocks. It writes what it saw as a line of
// JSON.
func ordersSource(results string) string {
	return fmt.Sprintf(`
func harrierOrders(t *testing.T, test string, bind func(*testing.T) ([][]func() string, func() string, func())) {
	type outcome struct {
		Test    string
		Orders  int
		Order   string
		Got     string
		Blocked bool
		Pending bool
		Panic   string
	}
	file, err := os.OpenFile(%q, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	shape, _, done := bind(t)
	done()
	next := make([]int, len(shape))
	var order []int
	var all [][]int
	var walk func()
	walk = func() {
		last := true
		for g := range shape {
			if next[g] < len(shape[g]) {
				last = false
				next[g]++
				order = append(order, g)
				walk()
				order = order[:len(order)-1]
				next[g]--
			}
		}
		if last {
			all = append(all, append([]int(nil), order...))
		}
	}
	walk()
	for _, order := range all {
		calls, state, end := bind(t)
		seen := outcome{Test: test, Orders: len(all), Order: fmt.Sprint(order)}
		results := make([]string, 0, len(order))
		first := make([]int, len(calls))
		for g := range calls {
			first[g] = len(results)
			for range calls[g] {
				results = append(results, "")
			}
		}
		at := make([]int, len(calls))
		type call struct{ panicked string }
		pending := make([]chan call, len(calls))
		wait := func(g int) {
			if pending[g] == nil {
				return
			}
			select {
			case one := <-pending[g]:
				pending[g] = nil
				if one.panicked != "" && seen.Panic == "" {
					seen.Panic = one.panicked
				}
			case <-time.After(5 * time.Second): // of the virtual clock: nothing else can run
				seen.Blocked = true
			}
		}
		for _, g := range order {
			if wait(g); pending[g] != nil {
				seen.Pending = true
				break
			}
			i := at[g]
			at[g]++
			done := make(chan call, 1)
			pending[g] = done
			go func() {
				var one call
				defer func() { done <- one }()
				defer func() {
					if p := recover(); p != nil {
						one.panicked = fmt.Sprint(p)
					}
				}()
				results[first[g]+i] = calls[g][i]()
			}()
			wait(g)
		}
		for g := range calls {
			wait(g)
			seen.Pending = seen.Pending || pending[g] != nil
		}
		if !seen.Pending && seen.Panic == "" {
			if text := state(); text != "" {
				seen.Got = fmt.Sprint(results, " then ", text)
			} else {
				seen.Got = fmt.Sprint(results)
			}
			end()
		}
		line, _ := json.Marshal(seen)
		file.Write(append(line, '\n'))
	}
}
`, results)
}
