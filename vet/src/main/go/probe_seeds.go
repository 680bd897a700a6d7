package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A seed is statements that make an object, as a test makes it.
type seed struct {
	test       string // where they are from; "" if a constructor was called
	param      string // the name of its *testing.T
	statements []string
	result     string // the expression of the object
	typ        types.Type
	prepared   bool // methods of the object are called before others call it
	fills      int  // how often one that adds something to it is; 0 if others are called as well
	loops      bool // its statements take long, perhaps
	empty      bool // a test makes it with room, and this one has none
	hollow     bool // no test makes it: it is an empty value, or made of some
	helped     bool // a function of the tests, or of another package, has it, and may begin with it
	endless    bool // its loops may be long
	zero       bool // it is an empty value, as a test makes it

	sibling  *types.Var  // another object that the same statement makes; nil for none
	reserved reservation // what may have to release goroutines of the object

	sets   map[premise]bool   // what its statements set
	better map[[2]string]bool // pairs of methods that it is for; nil for all
}

// preparing calls follow the statements that make the object, at most so many.
const mostPreparing = 3

// findSeeds looks in tests, benchmarks and examples for objects of the package's types.
func (h *home) findSeeds(pr *prober) {
	for _, file := range h.p.Syntax {
		if !inTests(h.p.Fset, file.Pos()) {
			continue
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			s := slicer{h: h, test: fn.Name.Name, param: "t", pr: pr}
			if fn.Recv != nil {
				if !s.ofSuite(fn) {
					continue
				}
			} else if s.param, ok = testParameter(h.p, fn); !ok {
				continue
			}
			s.block(nil, fn.Body.List)
			s.changes(fn.Body.List)
		}
	}
}

// testParameter is the name of a test's parameter, and whether it is a test, a
// benchmark or an example. What a benchmark does with its parameter does not
// compile as part of a test, and is dropped.
func testParameter(p *packages.Package, fn *ast.FuncDecl) (string, bool) {
	params := fn.Type.Params.List
	if strings.HasPrefix(fn.Name.Name, "Example") && len(params) == 0 {
		return "t", true
	}
	if len(params) != 1 || len(params[0].Names) != 1 {
		return "", false
	}
	typ := p.TypesInfo.TypeOf(params[0].Type).String()
	return params[0].Names[0].Name, strings.HasPrefix(fn.Name.Name, "Test") && typ == "*testing.T" || strings.HasPrefix(fn.Name.Name, "Benchmark") && typ == "*testing.B"
}

// A slicer takes statements out of a test.
type slicer struct {
	h     *home
	test  string
	param string
	pr    *prober

	suite  *types.Var // whose method the test is; nil if it is a function
	making []string   // the statements that make the suite
}

// ofSuite reports whether a method is a test of a suite, such as testify's, and notes how the suite
// is made for one test.
func (s *slicer) ofSuite(fn *ast.FuncDecl) bool {
	recv := fn.Recv.List[0]
	if len(recv.Names) == 0 || !strings.HasPrefix(fn.Name.Name, "Test") || fn.Type.Params.NumFields() > 0 {
		return false
	}
	s.suite, _ = s.h.p.TypesInfo.Defs[recv.Names[0]].(*types.Var)
	if s.suite == nil {
		return false
	}
	methods := types.NewMethodSet(types.NewPointer(deref(s.suite.Type())))
	known := func(name, params string) bool {
		method := methods.Lookup(nil, name)
		return method != nil && method.Type().(*types.Signature).Params().String() == params
	}
	if !known("SetT", "(t *testing.T)") {
		return false
	}
	name := s.suite.Name()
	s.making = []string{name + " := new(" + pathless(deref(s.suite.Type())) + ")", name + ".SetT(t)"}
	for _, setup := range []string{"SetupSuite", "SetupTest"} {
		if known(setup, "()") {
			s.making = append(s.making, name+"."+setup+"()")
		}
	}
	return true
}

// typeOf is the name of the type of an object that a statement defines, if that is
// probed, or "".
func (s *slicer) typeOf(st ast.Stmt, object *types.Var) string {
	if name := s.pr.nameOf(object.Type()); name != "" {
		return name
	}
	if types.IsInterface(object.Type()) {
		return s.pr.madeBy(s.h.p.TypesInfo, st, object)
	}
	if wrapper := s.wrapper(object.Type()); wrapper != nil {
		return wrapper.name
	}
	return ""
}

// wrapper is the probed type whose only field is an embedded pointer of some type, if the
// file can make its objects; nil if there is none.
func (s *slicer) wrapper(typ types.Type) *probed {
	if s.h.external || s.pr.nameOf(typ) != "" {
		return nil
	}
	for _, known := range s.pr.types {
		if field := wrapped(known.named); field != nil && types.TypeString(field.Type(), nil) == types.TypeString(typ, nil) {
			return known
		}
	}
	return nil
}

// wrapped is the only field of a type, if it is an embedded pointer: the object behind it
// does all that the methods do.
func wrapped(named *types.Named) *types.Var {
	if named == nil {
		return nil
	}
	structure, ok := named.Underlying().(*types.Struct)
	if !ok || structure.NumFields() != 1 || !structure.Field(0).Embedded() {
		return nil
	}
	if !isPointer(structure.Field(0).Type()) {
		return nil
	}
	return structure.Field(0)
}

// block looks for objects among statements that run after others.
func (s *slicer) block(before, list []ast.Stmt) {
	for i, st := range list {
		if sub := s.h.subtest(st); sub != nil {
			outer := slices.Concat(before, list[:i])
			s.block(outer, sub.List)
			continue
		}
		objects := s.defined(st)
		if len(objects) == 0 || s.fillsIn(st) {
			continue
		}
		earlier := slices.Concat(before, list[:i])
		if made, ok := s.slice(earlier, st); ok {
			for at, one := range objects {
				s.seed(st, one, at == 0, made, earlier, list[i+1:])
			}
		}
	}
}

// seed adds the seeds of an object that a statement defines: the statements that make it, and those
// that prepare it as well. Only the first object of a statement has the other one for a sibling, or
// their calls would meet twice.
func (s *slicer) seed(st ast.Stmt, object definedObject, first bool, made, earlier, later []ast.Stmt) {
	name := object.name
	variable := s.h.p.TypesInfo.Defs[object.id].(*types.Var)
	made = append(slices.Clone(made), s.deferred(variable, made, slices.Concat(earlier, later))...)
	result := object.id.Name
	if !isPointer(variable.Type()) && !types.IsInterface(variable.Type()) {
		result = "&" + result
	}
	one := &seed{test: s.test, param: s.param, result: result, typ: variable.Type()}
	if first {
		one.sibling = s.siblingOf(st, variable)
	}
	if wrapper := s.wrapper(variable.Type()); wrapper != nil {
		one.result, one.typ = "&"+name+"{"+result+"}", wrapper.named
	}
	one.statements = s.text(made, nil)
	if s.suite != nil && s.isNeededBy(made, s.suite) {
		one.statements = append(slices.Clone(s.making), one.statements...)
	}
	one.zero = isZeroValue(st)
	one.loops, one.endless, one.sets = loops(made), endless(made), s.settings(made)
	one.helped = s.isHelped(made, variable)
	one.reserved = s.reserved(variable, made)
	s.h.seeds[name] = append(s.h.seeds[name], one)
	for _, prepared := range s.preparing(variable, made, later) {
		more := *one
		more.prepared, more.fills = true, s.fills(variable, prepared)
		more.statements = append(slices.Clone(one.statements), s.text(nil, prepared)...)
		more.loops, more.endless = one.loops || loops(prepared), one.endless || endless(prepared)
		more.sets = s.settings(slices.Concat(made, prepared))
		more.helped = one.helped || s.isHelped(prepared, variable)
		more.reserved = s.reserved(variable, slices.Concat(made, prepared))
		s.h.seeds[name] = append(s.h.seeds[name], &more)
	}
}

// isHelped reports whether statements have a function make an object, or give it to one,
// that may begin with it: one of the tests, or of another package.
func (s *slicer) isHelped(list []ast.Stmt, object *types.Var) bool {
	info := s.h.p.TypesInfo
	isObject := func(typ types.Type) bool {
		return typ != nil && types.Identical(deref(typ), deref(object.Type()))
	}
	found := false
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return !found
			}
			id := callee(call)
			if id == nil {
				return !found
			}
			fn, ok := info.Uses[id].(*types.Func)
			if !ok || fn.Signature().Recv() != nil || fn.Pkg() == nil || fn.Pkg().Path() == s.pr.p.PkgPath && !inTests(s.h.p.Fset, fn.Pos()) {
				return !found
			}
			for result := range fn.Signature().Results().Variables() {
				found = found || isObject(result.Type())
			}
			for _, given := range call.Args {
				found = found || isObject(info.TypeOf(given))
			}
			return !found
		})
	}
	return found
}

// loops reports whether statements have a loop.
func loops(list []ast.Stmt) bool {
	found := false
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				found = true
			}
			return !found
		})
	}
	return found
}

// fillsIn reports whether a statement makes a probed object by a literal that sets
// unexported fields: no user can, and what its methods rely on may be missing.
func (s *slicer) fillsIn(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || len(literal.Elts) == 0 {
			return !found
		}
		typ := s.h.p.TypesInfo.TypeOf(literal)
		structure, ok := typ.Underlying().(*types.Struct)
		if !ok || s.pr.nameOf(typ) == "" && s.wrapper(types.NewPointer(typ)) == nil {
			return !found
		}
		for i, element := range literal.Elts {
			if field, ok := element.(*ast.KeyValueExpr); ok {
				key, ok := field.Key.(*ast.Ident)
				found = found || ok && !key.IsExported()
			} else if i < structure.NumFields() {
				found = found || !structure.Field(i).Exported()
			}
		}
		return !found
	})
	return found
}

// callIn is the call that a statement is, or nil.
func callIn(st ast.Stmt) *ast.CallExpr {
	if expr, ok := st.(*ast.ExprStmt); ok {
		call, _ := expr.X.(*ast.CallExpr)
		return call
	}
	return nil
}

// subtest are the statements of t.Run(name, func(t *testing.T) {...}), those of a bubble that
// synctest.Test(t, func(t *testing.T) {...}) makes, or a block; nil for others.
func (h *home) subtest(st ast.Stmt) *ast.BlockStmt {
	if block, ok := st.(*ast.BlockStmt); ok {
		return block
	}
	call := callIn(st)
	if call == nil || len(call.Args) != 2 {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Run" && !(sel.Sel.Name == "Test" && isOfBubble(h.p.TypesInfo.Uses[sel.Sel])) {
		return nil
	}
	if fn, ok := call.Args[1].(*ast.FuncLit); ok {
		return fn.Body
	}
	return nil
}

// isOfBubble reports whether a function is of package synctest.
func isOfBubble(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "testing/synctest"
}

// A definedObject is a variable of a probed type that a statement defines, and the name of that type.
type definedObject struct {
	id   *ast.Ident
	name string
}

// defined are the objects that a statement defines, each of another type.
func (s *slicer) defined(st ast.Stmt) []definedObject {
	var ids []*ast.Ident
	switch st := st.(type) {
	case *ast.AssignStmt:
		if st.Tok == token.DEFINE {
			for _, lhs := range st.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					ids = append(ids, id)
				}
			}
		}
	case *ast.DeclStmt:
		if decl, ok := st.Decl.(*ast.GenDecl); ok && decl.Tok == token.VAR {
			for _, spec := range decl.Specs {
				one := spec.(*ast.ValueSpec)
				if len(one.Values) == 0 && isNillable(s.h.p.TypesInfo.TypeOf(one.Type)) {
					continue // its value comes later
				}
				ids = append(ids, one.Names...)
			}
		}
	}
	var found []definedObject
	for _, id := range ids {
		if id.Name == "_" {
			continue
		}
		if v, ok := s.h.p.TypesInfo.Defs[id].(*types.Var); ok {
			name := s.typeOf(st, v)
			if name != "" && !slices.ContainsFunc(found, func(one definedObject) bool { return one.name == name }) {
				found = append(found, definedObject{id, name})
			}
		}
	}
	return found
}

// slice takes those of the statements before one that it needs.
func (s *slicer) slice(before []ast.Stmt, st ast.Stmt) ([]ast.Stmt, bool) {
	needed := s.uses(st)
	made := []ast.Stmt{st}
	for _, earlier := range slices.Backward(before) {
		if !s.isNeeded(earlier, needed) {
			continue
		}
		if leaves(earlier) {
			return nil, false
		}
		made = append(made, earlier)
		for obj := range s.uses(earlier) {
			needed[obj] = true
		}
	}
	made = append(made, s.between(before, made)...)
	slices.SortFunc(made, func(a, b ast.Stmt) int { return int(a.Pos() - b.Pos()) })
	return made, !leaves(st)
}

// between are the calls among some statements that use only what others define: a
// span that is finished is what its tracer knows later.
func (s *slicer) between(before, made []ast.Stmt) []ast.Stmt {
	known := make(map[types.Object]bool)
	for _, st := range made {
		maps.Copy(known, s.uses(st))
	}
	var found []ast.Stmt
	for _, st := range before {
		if _, ok := st.(*ast.ExprStmt); !ok || slices.Contains(made, st) || leaves(st) || concurrent(s.h.p.TypesInfo, st) || s.h.subtest(st) != nil {
			continue
		}
		uses := slices.Collect(maps.Keys(s.uses(st)))
		if len(uses) > 0 && !slices.ContainsFunc(uses, func(obj types.Object) bool { return !known[obj] }) {
			found = append(found, st)
		}
	}
	return found
}

// deferred are what the test defers to end what its statements made, other than
// the object: a context that is not canceled keeps goroutines.
func (s *slicer) deferred(object *types.Var, made, list []ast.Stmt) []ast.Stmt {
	known := make(map[types.Object]bool)
	for _, st := range made {
		for obj := range s.uses(st) {
			known[obj] = obj != object
		}
	}
	var found []ast.Stmt
	for _, st := range list {
		if _, ok := st.(*ast.DeferStmt); !ok || slices.Contains(made, st) {
			continue
		}
		uses := slices.Collect(maps.Keys(s.uses(st)))
		if len(uses) > 0 && !slices.ContainsFunc(uses, func(obj types.Object) bool { return !known[obj] }) {
			found = append(found, st)
		}
	}
	return found
}

// uses are the local variables that a node mentions, with those it defines.
func (s *slicer) uses(n ast.Node) map[types.Object]bool {
	found := make(map[types.Object]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			for _, obj := range []types.Object{s.h.p.TypesInfo.Uses[id], s.h.p.TypesInfo.Defs[id]} {
				if v, ok := obj.(*types.Var); ok && !v.IsField() && v.Parent() != s.h.p.Types.Scope() && v.Pkg() == s.h.p.Types && id.Name != s.param {
					found[v] = true
				}
			}
		}
		return true
	})
	return found
}

func (s *slicer) isNeededBy(list []ast.Stmt, object types.Object) bool {
	return slices.ContainsFunc(list, func(st ast.Stmt) bool { return s.uses(st)[object] })
}

func (s *slicer) isNeeded(st ast.Stmt, needed map[types.Object]bool) bool {
	for obj := range s.uses(st) {
		if needed[obj] {
			return true
		}
	}
	return false
}

// leaves reports whether a statement may end the function that it is in, or be
// part of something that is longer.
func leaves(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.LabeledStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

// preparing are the calls on the new object that follow at once: the first, the
// first two, and so on.
func (s *slicer) preparing(object *types.Var, made, list []ast.Stmt) [][]ast.Stmt {
	known := make(map[types.Object]bool)
	for _, st := range made {
		for obj := range s.uses(st) {
			known[obj] = true
		}
	}
	var all [][]ast.Stmt
	var prepared []ast.Stmt
	filling := make(map[types.Object]bool) // functions that use the object, which loops call
	for _, st := range list {
		if len(all) == mostPreparing || leaves(st) || concurrent(s.h.p.TypesInfo, st) || s.h.subtest(st) != nil {
			return all
		}
		uses := s.uses(st)
		defines := false
		switch st := st.(type) {
		case *ast.DeferStmt:
			continue
		case *ast.AssignStmt:
			defines = st.Tok == token.DEFINE
		case *ast.DeclStmt:
			defines = true
		case *ast.ExprStmt, *ast.IfStmt:
		case *ast.ForStmt, *ast.RangeStmt:
			if endless([]ast.Stmt{st}) {
				return all
			}
		default:
			return all
		}
		for obj := range uses {
			if defines && obj.Pos() >= st.Pos() {
				known[obj] = true
			}
		}
		for obj := range uses {
			if !known[obj] && (obj.Pos() < st.Pos() || obj.Pos() > st.End()) {
				return all
			}
		}
		prepared = append(prepared, st)
		if uses[object] || s.isNeeded(st, filling) && loops([]ast.Stmt{st}) {
			all = append(all, slices.Clone(prepared))
		}
		if uses[object] {
			for _, literal := range s.literals(st) {
				filling[literal] = true
			}
		}
	}
	return all
}

// fills is how often statements call a method that adds something to an object, if they call no
// other method of it.
func (s *slicer) fills(object *types.Var, list []ast.Stmt) int {
	n, other := 0, false
	for _, st := range list {
		ast.Inspect(st, func(node ast.Node) bool {
			sel, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if id, ok := sel.X.(*ast.Ident); ok && s.h.p.TypesInfo.Uses[id] == object {
				if fillWords.MatchString(sel.Sel.Name) {
					n++
				} else {
					other = true
				}
			}
			return true
		})
	}
	if other {
		return 0
	}
	return n
}

// literals are the variables that a statement defines as functions.
func (s *slicer) literals(st ast.Stmt) []types.Object {
	assigned, ok := st.(*ast.AssignStmt)
	if !ok || len(assigned.Lhs) != len(assigned.Rhs) {
		return nil
	}
	var found []types.Object
	for i, value := range assigned.Rhs {
		id, named := assigned.Lhs[i].(*ast.Ident)
		if _, literal := value.(*ast.FuncLit); literal && named && s.h.p.TypesInfo.Defs[id] != nil {
			found = append(found, s.h.p.TypesInfo.Defs[id])
		}
	}
	return found
}

// concurrent reports whether code starts a goroutine, also in a group, or waits for a channel.
func concurrent(info *types.Info, code ast.Node) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.RangeStmt:
			if typ := info.TypeOf(n.X); typ != nil {
				_, channel := typ.Underlying().(*types.Chan)
				found = found || channel
			}
		case *ast.CallExpr:
			if id := callee(n); id != nil {
				found = found || isOfBubble(info.Uses[id]) || startsInGroup(info.Uses[id])
			}
		}
		return !found
	})
	return found
}

// startsInGroup reports whether a function is a method that starts a goroutine in a group.
func startsInGroup(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && slices.Contains([]string{"Go", "TryGo"}, obj.Name()) && slices.Contains([]string{"sync", "golang.org/x/sync/errgroup"}, obj.Pkg().Path())
}

// text is statements as another file of the package has them: what a test
// defers is done when the generated test ends.
func (s *slicer) text(made, prepared []ast.Stmt) []string {
	var lines []string
	for _, st := range slices.Concat(made, prepared) {
		if expr, ok := st.(*ast.ExprStmt); ok && strings.HasSuffix(printed(s.h.p.Fset, expr.X, nil), ".Parallel()") {
			continue
		}
		names := s.h.names(st)
		if deferred, ok := st.(*ast.DeferStmt); ok {
			lines = append(lines, s.param+".Cleanup(func() { "+printed(s.h.p.Fset, deferred.Call, names)+" })")
			continue
		}
		lines = append(lines, printed(s.h.p.Fset, st, names))
		for _, name := range s.unused(st) {
			lines = append(lines, "_ = "+name)
		}
	}
	return lines
}

// unused are the names that a statement defines: the slice may lack their uses.
func (s *slicer) unused(st ast.Stmt) []string {
	var names []string
	switch st := st.(type) {
	case *ast.AssignStmt:
		if st.Tok == token.DEFINE {
			for _, lhs := range st.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" && s.h.p.TypesInfo.Defs[id] != nil {
					names = append(names, id.Name)
				}
			}
		}
	case *ast.DeclStmt:
		if decl, ok := st.Decl.(*ast.GenDecl); ok && decl.Tok == token.VAR {
			for _, spec := range decl.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// names are those of packages that the generated file has other names for, and
// those that a dot import makes known.
func (h *home) names(n ast.Node) map[*ast.Ident]string {
	names := make(map[*ast.Ident]string)
	c := &caller{p: h.p, imports: h.imports}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			names[n.Sel] = n.Sel.Name
		case *ast.Ident:
			if _, known := names[n]; known {
				return true
			}
			if pkg, ok := h.p.TypesInfo.Uses[n].(*types.PkgName); ok {
				names[n] = c.imported(pkg.Imported())
			} else {
				names[n] = c.dotted(n)
			}
		}
		return true
	})
	return names
}

// dotted is an identifier, with the package that a dot import has it from.
func (c *caller) dotted(id *ast.Ident) string {
	obj := c.p.TypesInfo.Uses[id]
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == c.p.Types || obj.Parent() != obj.Pkg().Scope() {
		return id.Name
	}
	return c.imported(obj.Pkg()) + "." + id.Name
}
