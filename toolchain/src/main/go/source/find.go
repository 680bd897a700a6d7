package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// usage is one use of concurrency. Lines are those that the compiler gives to
// the operation, so that they match the lines of a trace.
type usage struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Kind  string `json:"kind"`
	Cases []comm `json:"cases,omitempty"`
	// Default reports whether a select has a default case.
	Default bool `json:"default,omitempty"`
	// Deferred holds the first and the last line of the function that defers
	// the call. Stack traces leave out the wrapper in which a deferred call
	// runs, and with it the line of the call: they show where the function
	// ends instead.
	Deferred []int `json:"deferred,omitempty"`
}

// comm is one case of a select, at the place where the compiler hands it to
// the runtime: sends in the order of the source, then receives in reverse.
type comm struct {
	Send bool `json:"send"`
	Line int  `json:"line"`
}

type finder struct {
	byPlace map[place]usage
	fset    *token.FileSet
	info    *types.Info
	// inSelect holds the operations that are cases of a select.
	inSelect map[ast.Node]bool
	// deferred holds deferred calls, with the body that defers each.
	deferred deferredCalls
}

type place struct {
	file string
	line int
	kind string
	// A line may hold several selects; they differ in their cases.
	cases, sends int
}

func newFinder() *finder {
	return &finder{byPlace: make(map[place]usage)}
}

func (f *finder) sorted() []usage {
	all := make([]usage, 0, len(f.byPlace))
	for _, u := range f.byPlace {
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b usage) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(len(a.Cases), len(b.Cases)))
	})
	return all
}

func (f *finder) visit(p checked) {
	f.fset, f.info = p.fset, p.info
	f.inSelect = make(map[ast.Node]bool)
	f.deferred = make(deferredCalls)
	for _, file := range p.files {
		ast.Inspect(file, func(n ast.Node) bool {
			f.node(n)
			return true
		})
	}
}

func (f *finder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt:
		f.add(n.Go, "go")
	case *ast.SendStmt:
		if !f.inSelect[n] {
			f.add(n.Arrow, "send")
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW && !f.inSelect[n] {
			f.add(n.OpPos, "receive")
		}
	case *ast.RangeStmt:
		if isChannel(f.info.TypeOf(n.X)) {
			f.add(n.For, "range")
		}
	case *ast.SelectStmt:
		f.choice(n)
	case *ast.FuncDecl:
		f.deferred.of(n.Body)
	case *ast.FuncLit:
		f.deferred.of(n.Body)
	case *ast.CallExpr:
		f.call(n)
	}
}

func (f *finder) add(pos token.Pos, kind string) {
	f.put(usage{Kind: kind}, pos)
}

// addCall takes a call, which may be deferred.
func (f *finder) addCall(call *ast.CallExpr, pos token.Pos, kind string) {
	u := usage{Kind: kind}
	if body := f.deferred[call]; body != nil {
		u.Deferred = []int{f.fset.Position(body.Lbrace).Line, f.fset.Position(body.Rbrace).Line}
	}
	f.put(u, pos)
}

// deferredCalls has the calls that function bodies defer, with these bodies.
type deferredCalls map[*ast.CallExpr]*ast.BlockStmt

// of notes the calls that a function body defers, without those of the
// functions inside it.
func (d deferredCalls) of(body *ast.BlockStmt) {
	if body == nil {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			d[n.Call] = body
		}
		return true
	})
}

func (f *finder) put(u usage, pos token.Pos) {
	at := f.fset.Position(pos)
	u.File, u.Line = at.Filename, at.Line
	sends := 0
	for _, c := range u.Cases {
		if c.Send {
			sends++
		}
	}
	f.byPlace[place{u.File, u.Line, u.Kind, len(u.Cases), sends}] = u
}

// choice takes a select. The compiler makes a plain operation of one with a
// single case and no default, and gives one with a single case and a default
// the line of its case.
func (f *finder) choice(s *ast.SelectStmt) {
	var sends, receives []comm
	var only token.Pos
	hasDefault := false
	for _, clause := range s.Body.List {
		c := clause.(*ast.CommClause)
		if c.Comm == nil {
			hasDefault = true
			continue
		}
		op, pos, send := operation(c.Comm)
		if op == nil {
			continue
		}
		only = pos
		if len(s.Body.List) == 1 {
			return
		}
		f.inSelect[op] = true
		line := f.fset.Position(pos).Line
		if send {
			sends = append(sends, comm{true, line})
		} else {
			receives = append(receives, comm{false, line})
		}
	}
	slices.Reverse(receives)
	cases := append(sends, receives...)
	pos := s.Select
	if len(cases) == 1 {
		pos = only
	}
	if len(cases) > 0 {
		f.put(usage{Kind: "select", Cases: cases, Default: hasDefault}, pos)
	}
}

// operation gives the send or receive of a case, and where it stands.
func operation(comm ast.Stmt) (ast.Node, token.Pos, bool) {
	var received ast.Expr
	switch s := comm.(type) {
	case *ast.SendStmt:
		return s, s.Arrow, true
	case *ast.ExprStmt:
		received = s.X
	case *ast.AssignStmt:
		received = s.Rhs[0]
	}
	if e, ok := ast.Unparen(received).(*ast.UnaryExpr); ok {
		return e, e.OpPos, false
	}
	return nil, token.NoPos, false
}

// Methods of package sync, by type and name.
var methods = map[string]map[string]string{
	"Mutex":     {"Lock": "lock", "TryLock": "trylock", "Unlock": "unlock"},
	"Locker":    {"Lock": "lock", "Unlock": "unlock"},
	"WaitGroup": {"Add": "add", "Done": "done", "Wait": "wait", "Go": "go"},
	"Cond":      {"Wait": "condwait", "Signal": "signal", "Broadcast": "broadcast"},
	"Once":      {"Do": "once"},
	"RWMutex": {
		"Lock": "lock", "TryLock": "trylock", "Unlock": "unlock",
		"RLock": "rlock", "TryRLock": "tryrlock", "RUnlock": "runlock",
	},
}

func (f *finder) call(call *ast.CallExpr) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if builtin, ok := f.info.Uses[fun].(*types.Builtin); ok {
			f.builtin(builtin.Name(), fun.Pos(), call)
		}
	case *ast.SelectorExpr:
		if method, ok := f.info.Uses[fun.Sel].(*types.Func); ok {
			if kind := synchronizes(method); kind != "" {
				f.addCall(call, fun.Sel.Pos(), kind)
			}
		}
	}
}

func (f *finder) builtin(name string, pos token.Pos, call *ast.CallExpr) {
	switch name {
	case "close":
		f.addCall(call, pos, "close")
	case "make":
		if len(call.Args) > 0 && isChannel(f.info.TypeOf(call.Args[0])) {
			f.add(pos, "make")
		}
	}
}

func synchronizes(method *types.Func) string {
	receiver := method.Signature().Recv()
	if receiver == nil || method.Pkg() == nil || method.Pkg().Path() != "sync" {
		return ""
	}
	t := types.Unalias(receiver.Type())
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return methods[named.Obj().Name()][method.Name()]
	}
	return ""
}

// isChannel also knows a type parameter whose every type is a channel.
func isChannel(t types.Type) bool {
	if t == nil {
		return false
	}
	if parameter, ok := types.Unalias(t).(*types.TypeParam); ok {
		constraint, ok := parameter.Constraint().Underlying().(*types.Interface)
		if !ok || constraint.NumEmbeddeds() == 0 {
			return false
		}
		for i := range constraint.NumEmbeddeds() {
			if !allChannels(constraint.EmbeddedType(i)) {
				return false
			}
		}
		return true
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

func allChannels(t types.Type) bool {
	union, ok := t.(*types.Union)
	if !ok {
		return isChannel(t)
	}
	for i := range union.Len() {
		if !isChannel(union.Term(i).Type()) {
			return false
		}
	}
	return true
}
