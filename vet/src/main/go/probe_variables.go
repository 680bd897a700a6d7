package main

import (
	"go/ast"
	"go/parser"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The evidence of calls that share no object: they meet in a variable of a package, or are of
// functions that are given nothing they could share. By Go's convention for documentation, several
// goroutines may call a function of a package; and the object of a goroutine is its own.
const (
	sharingVariable = "package variable"
	sharingNothing  = "package functions"
)

// apartPenalty is what calls of functions are worth less that are only seen to use a variable both.
const apartPenalty = 20

// meeting is a variable of a package, or a field of one, that two calls use without a common lock,
// of which one writes; "" if there is none.
func meeting(a, b *summary) string {
	found := ""
	ofB := b.byField()
	for field, ones := range a.byField() {
		for _, x := range ones {
			for _, y := range ofB[field] {
				if x.variable && y.variable && (x.write || y.write) && !common(x.locks, y.locks) && (found == "" || field < found) {
					found = field
				}
			}
		}
	}
	return strings.TrimSuffix(found, "[]")
}

// preparingWords begin names of functions that change what holds for a whole package.
var preparingWords = regexp.MustCompile(`^(Replace|Override|Seed|Define|Install|Load|Add|Remove|Delete|Append|Extend|Bind|Handle|Must(Register|Add))([A-Z]|$)`)

// isPrepared reports whether users make a call before there are several goroutines: it sets what
// holds for the whole package, or begins with it.
func (pr *prober) isPrepared(o *operation) bool {
	if o.fn == nil {
		return true
	}
	known, ok := pr.prepares[o.fn]
	if !ok {
		known = pr.prepared(o.fn)
		pr.prepares[o.fn] = known
	}
	return known
}

func (pr *prober) prepared(fn *types.Func) bool {
	name := fn.Name()
	if setWords.MatchString(name) || startWords.MatchString(name) || resetWords.MatchString(name) {
		return true
	}
	source := pr.in.sources()[fn.Origin().FullName()]
	return fn.Signature().Recv() == nil && (preparingWords.MatchString(name) || source != nil && keepsParameter(source, deepestSetter))
}

// deepestSetter is how far a parameter is followed into the functions that it is passed to.
const deepestSetter = 3

// keepsParameter reports whether a function puts one of its parameters into a variable of a package,
// or what that refers to: it sets, or registers, what other calls then use.
func keepsParameter(fn *ssa.Function, depth int) bool {
	isGiven := func(value ssa.Value) bool { return isParameter(value, fn) }
	for instr := range instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if isVariable(i.Addr) && isGiven(i.Val) {
				return true
			}
		case *ssa.MapUpdate:
			if isVariable(i.Map) && isGiven(i.Value) {
				return true
			}
		case ssa.CallInstruction:
			called := i.Common().StaticCallee()
			if called == nil || called.Pkg != fn.Pkg || depth == 0 {
				continue
			}
			if slices.ContainsFunc(i.Common().Args, isGiven) && keepsParameter(called, depth-1) {
				return true
			}
		}
	}
	return false
}

// isParameter reports whether a value is a parameter of a function, perhaps as an interface.
func isParameter(value ssa.Value, of *ssa.Function) bool {
	switch v := value.(type) {
	case *ssa.Parameter:
		return v.Parent() == of
	case *ssa.MakeInterface:
		return isParameter(v.X, of)
	case *ssa.ChangeType:
		return isParameter(v.X, of)
	case *ssa.ChangeInterface:
		return isParameter(v.X, of)
	}
	return false
}

// apart is why calls of two goroutines that share no object may be made at the same time, or nil.
func (pr *prober) apart(a, b *operation) *evidence {
	variable := meeting(a.sum, b.sum)
	if variable == "" || pr.isPrepared(a) || pr.isPrepared(b) || pr.isForTests() {
		return nil
	}
	one := &evidence{Kind: sharingVariable, Text: path.Base(variable)}
	if name, own := strings.CutPrefix(variable, pr.p.PkgPath+"."); own {
		one.Text = pr.p.Name + "." + name
		if obj := pr.p.Types.Scope().Lookup(name); obj != nil {
			one.Place = line(pr.p.Fset, obj.Pos())
		}
	}
	return one
}

// apartOf is that of calls of functions of the package. Objects that each goroutine makes for
// itself are its own.
func (w *seedWriter) apartOf(shape [][]boundCall) []evidence {
	var found []evidence
	if len(shape) != 2 || len(shape[0]) != 1 || len(shape[1]) != 1 {
		return nil
	}
	a, b := shape[0][0], shape[1][0]
	shared := func(o *operation) bool { return o.owner != "" && o.parent == nil }
	if one := w.pr.apart(a.operation, b.operation); one != nil && !shared(a.operation) && !shared(b.operation) {
		found = append(found, *one)
	}
	if w.isFresh(a) && w.isFresh(b) && w.pr.haveObjects(a.operation.sum, b.operation.sum) {
		found = append(found, evidence{Kind: sharingNothing, Text: a.operation.name, Place: a.operation.place})
	}
	return found
}

// haveObjects reports whether two calls change a field that both use, and use a variable of the
// package through which they may reach the same object.
func (pr *prober) haveObjects(a, b *summary) bool {
	if pr.isForTests() || overlap(a, b) == 0 {
		return false
	}
	ofB := b.byField()
	for field, ones := range a.byField() {
		name, own := strings.CutPrefix(strings.TrimSuffix(field, "[]"), pr.p.PkgPath+".")
		if !own || !ones[0].variable || len(ofB[field]) == 0 {
			continue
		}
		if obj, ok := pr.p.Types.Scope().Lookup(name).(*types.Var); ok && refersToObjects(obj.Type(), 0) {
			return true
		}
	}
	return false
}

// refersToObjects reports whether a value leads to objects that may change: through a pointer, an
// interface other than an error, a map in another value, or a sync.Map.
func refersToObjects(typ types.Type, depth int) bool {
	if text := types.TypeString(typ, nil); text == "error" || depth > 3 || strings.HasPrefix(text, "*regexp.") || strings.HasPrefix(text, "reflect.") {
		return false
	} else if text == "sync.Map" {
		return true
	}
	switch of := typ.Underlying().(type) {
	case *types.Pointer:
		return isStruct(of.Elem())
	case *types.Interface:
		return true
	case *types.Map:
		return depth > 0 || refersToObjects(of.Elem(), depth+1)
	case *types.Slice:
		return refersToObjects(of.Elem(), depth+1)
	case *types.Array:
		return refersToObjects(of.Elem(), depth+1)
	case *types.Struct:
		for f := range of.Fields() {
			if refersToObjects(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// isFresh reports whether a call of a function shares nothing with others that it is given: its
// arguments are values, or made for it.
func (w *seedWriter) isFresh(call boundCall) bool {
	if call.operation.owner != "" || w.pr.isPrepared(call.operation) || len(call.with.prelude) > 0 {
		return false
	}
	scope := w.home.p.Types.Scope()
	for _, arg := range call.with.args {
		expr, err := parser.ParseExpr(arg)
		if err != nil {
			return false
		}
		shared := false
		ast.Inspect(expr, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch obj := scope.Lookup(id.Name).(type) {
			case *types.Var:
				_, plain := obj.Type().Underlying().(*types.Basic)
				shared = shared || !plain
			case *types.Func:
				shared = shared || inTests(w.home.p.Fset, obj.Pos())
			}
			return true
		})
		if shared {
			return false
		}
	}
	return true
}

// mostApart seeds of a type make such objects: what the calls share is not theirs.
const mostApart = 2

// apart are calls of two objects of the type, each of one goroutine.
func (w *seedWriter) apart() {
	if w.typ.named == nil || w.number >= mostApart || types.IsInterface(w.typ.named) || w.maker == "" {
		return
	}
	for i, a := range w.ops {
		for _, b := range w.ops[i:] {
			if !a.isMethod() || !b.isMethod() || len(b.ways[0].prelude) > 0 {
				continue
			}
			if why := w.pr.apart(a, b); why != nil {
				w.found = append(w.found, candidate{rank: 10*unguarded + 5, shape: [][]boundCall{{w.labeled(a, a.ways[0])}, {w.ofPeer(b)}}, apart: why})
			}
		}
	}
}

// meets reports whether calls that share no object may meet in a variable of a package.
func (pr *prober) meets(typ *probed) bool {
	if pr.isForTests() {
		return false
	}
	all := slices.DeleteFunc(pr.functionsOf(typ), func(fn *types.Func) bool { return !pr.usesVariable(fn) })
	for i, a := range all {
		one := &operation{fn: a, sum: pr.summaryOf(a)}
		for _, b := range all[i:] {
			other := &operation{fn: b, sum: pr.summaryOf(b)}
			if pr.apart(one, other) != nil || typ.named == nil && !pr.isPrepared(one) && !pr.isPrepared(other) && pr.haveObjects(one.sum, other.sum) {
				return true
			}
		}
	}
	return false
}

// usesVariable reports whether a function is seen to use a variable of a package.
func (pr *prober) usesVariable(fn *types.Func) bool {
	for a := range pr.summaryOf(fn).accesses {
		if a.variable {
			return true
		}
	}
	return false
}

// variablePlaces are the accesses of variables of packages, as FILE:LINE, if a scenario needs them.
func (pr *prober) variablePlaces() []string {
	needed := slices.ContainsFunc(pr.types, func(typ *probed) bool {
		return slices.ContainsFunc(typ.pieces, func(one *piece) bool {
			return slices.ContainsFunc(one.Evidence, func(e evidence) bool { return e.Kind == sharingVariable })
		})
	})
	found := []string{}
	if !needed {
		return found
	}
	s := pr.noting()
	s.variables = true
	for _, root := range pr.entries() {
		s.of(root, nil, 0)
	}
	for _, fn := range pr.userFunctions() {
		if root := pr.in.sources()[fn.FullName()]; root != nil {
			s.of(root, nil, 0)
		}
	}
	for _, accesses := range pr.byField(s) {
		for _, where := range accesses {
			found = append(found, line(pr.p.Fset, where.at))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
