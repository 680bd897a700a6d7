package main

import (
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The evidence of calls that share no object: they meet in a variable of a package, or are of
// functions that are given nothing which they could share. By Go's convention for documentation, several
// goroutines may call a function of a package; and the object of a goroutine is its own.
const (
	sharingVariable = "package variable"
	sharingNothing  = "package functions"
)

// apartPenalty is how much less calls of functions are worth that only both use a variable.
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
func (pr *prober) isPrepared(fn *types.Func) bool {
	if fn == nil {
		return true
	}
	known, ok := pr.prepares[fn]
	if !ok {
		known = pr.prepared(fn)
		pr.prepares[fn] = known
	}
	return known
}

func (pr *prober) prepared(fn *types.Func) bool {
	name := fn.Name()
	if fn.Signature().Recv() == nil && !pr.changesVariable(fn) {
		return false
	}
	if setWords.MatchString(name) || startWords.MatchString(name) || resetWords.MatchString(name) {
		return true
	}
	source := pr.in.sources()[fn.Origin().FullName()]
	return fn.Signature().Recv() == nil && (preparingWords.MatchString(name) || source != nil && keepsParameter(source))
}

// deepestSetter is how far a parameter is followed into the functions that it is passed to.
const deepestSetter = 3

// keepsParameter reports whether a function puts one of its parameters into a variable of a package,
// or into what the variable refers to: it sets, or registers, what other calls then use. One that keeps
// a string or number and returns something remembers results.
func keepsParameter(fn *ssa.Function) bool {
	remembers := fn.Signature.Results().Len() > 0
	given := make(map[ssa.Value]bool)
	for _, param := range fn.Params {
		if _, basic := param.Type().Underlying().(*types.Basic); !basic || !remembers {
			given[param] = true
		}
	}
	return keepsAny(fn, given, deepestSetter)
}

func keepsAny(fn *ssa.Function, given map[ssa.Value]bool, depth int) bool {
	if len(given) == 0 {
		return false
	}
	for instr := range instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if isVariable(i.Addr) && has(i.Val, given, deepestValue) {
				return true
			}
		case *ssa.MapUpdate:
			if isVariable(i.Map) && has(i.Value, given, deepestValue) {
				return true
			}
		case ssa.CallInstruction:
			called := i.Common().StaticCallee()
			if called == nil || depth == 0 || packageOf(called) != packageOf(fn) {
				continue
			}
			passed := make(map[ssa.Value]bool)
			for at, arg := range i.Common().Args {
				if at < len(called.Params) && has(arg, given, deepestValue) {
					passed[called.Params[at]] = true
				}
			}
			if keepsAny(called, passed, depth-1) {
				return true
			}
		}
	}
	return false
}

// deepestValue is how far a value is taken apart.
const deepestValue = 6

// has reports whether a value is one of some others, or a slice or struct that was made with one. A
// string or number in a struct does not count: a cache has those of what it knows.
func has(value ssa.Value, given map[ssa.Value]bool, depth int) bool {
	if depth == 0 {
		return false
	}
	switch v := value.(type) {
	case *ssa.Parameter:
		return given[v]
	case *ssa.MakeInterface:
		return has(v.X, given, depth-1)
	case *ssa.ChangeType:
		return has(v.X, given, depth-1)
	case *ssa.ChangeInterface:
		return has(v.X, given, depth-1)
	case *ssa.Slice:
		return has(v.X, given, depth-1)
	case *ssa.UnOp:
		return has(v.X, given, depth-1)
	case *ssa.Call:
		builtin, ok := v.Call.Value.(*ssa.Builtin)
		return ok && builtin.Name() == "append" && slices.ContainsFunc(v.Call.Args, func(arg ssa.Value) bool { return has(arg, given, depth-1) })
	case *ssa.Alloc:
		for _, use := range *v.Referrers() {
			part, ok := use.(ssa.Value)
			if store, direct := use.(*ssa.Store); direct && store.Addr == v && has(store.Val, given, depth-1) {
				return true
			} else if !ok || part.Referrers() == nil {
				continue
			}
			switch part.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				for _, inner := range *part.Referrers() {
					store, ok := inner.(*ssa.Store)
					if !ok || store.Addr != part {
						continue
					}
					if _, basic := store.Val.Type().Underlying().(*types.Basic); !basic && has(store.Val, given, depth-1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// apart is why calls of two goroutines that share no object may be made at the same time, or nil.
func (pr *prober) apart(a, b *operation) *evidence {
	variable := meeting(a.sum, b.sum)
	if variable == "" || pr.isPrepared(a.fn) || pr.isPrepared(b.fn) || pr.isForTests() {
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

// apartOf is what says so of calls of the package's functions. Objects that each goroutine makes for
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
		isOf := func(a access) bool { return a.variable }
		if !own || !slices.ContainsFunc(ones, isOf) || len(ofB[field]) == 0 {
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
	if call.operation.owner != "" || w.pr.isPrepared(call.operation.fn) || len(call.with.prelude) > 0 {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(call.with.before, call.with.args), w.mentionsObject)
}

// quoted are the strings in a piece of code, words its names, with that of the package before them.
var (
	quoted = regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`")
	words  = regexp.MustCompile(`(?:\b(\w+)\.)?\b([A-Za-z_]\w*)\b`)
)

// mentionsObject reports whether code names a variable of the tests or the module that has an object,
// or a function of the tests, which may return one.
func (w *seedWriter) mentionsObject(code string) bool {
	for _, word := range words.FindAllStringSubmatch(quoted.ReplaceAllString(code, ""), -1) {
		scope := w.home.p.Types.Scope()
		if word[1] != "" {
			for _, imported := range w.home.p.Imports {
				if imported.Name == word[1] && w.pr.isOfModule(imported.Types) {
					scope = imported.Types.Scope()
				}
			}
		}
		switch obj := scope.Lookup(word[2]).(type) {
		case *types.Var:
			if _, plain := obj.Type().Underlying().(*types.Basic); !plain {
				return true
			}
		case *types.Func:
			if inTests(w.home.p.Fset, obj.Pos()) {
				return true
			}
		}
	}
	return false
}

// mostApart seeds of a type make such objects: what the calls share is not theirs.
const mostApart = 2

// mostOfVariable pairs of calls that meet in one variable are made of two objects.
const mostOfVariable = 6

// apart are calls of two objects of the type, each of one goroutine.
func (w *seedWriter) apart() {
	if w.typ.named == nil || w.number >= mostApart || types.IsInterface(w.typ.named) || w.maker == "" {
		return
	}
	made := make(map[string]int)
	for i, a := range w.ops {
		for _, b := range w.ops[i:] {
			if !a.isMethod() || !b.isMethod() || len(b.ways[0].prelude) > 0 {
				continue
			}
			if why := w.pr.apart(a, b); why != nil && made[why.Text] < mostOfVariable {
				made[why.Text]++
				w.found = append(w.found, candidate{rank: 10*unguarded - 1, shape: [][]boundCall{{w.labeled(a, a.ways[0])}, {w.ofPeer(b)}}, apart: why})
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
			if pr.apart(one, other) != nil || typ.named == nil && !pr.isPrepared(a) && !pr.isPrepared(b) && pr.haveObjects(one.sum, other.sum) {
				return true
			}
		}
	}
	return false
}

// changesVariable reports whether a function is seen to change a variable of a package.
func (pr *prober) changesVariable(fn *types.Func) bool {
	return pr.summaryOf(fn).anyAccess(func(a access) bool { return a.variable && a.write })
}

// usesVariable reports whether a function is seen to use a variable of a package.
func (pr *prober) usesVariable(fn *types.Func) bool {
	return pr.summaryOf(fn).anyAccess(func(a access) bool { return a.variable })
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
	pr.noteFunctions(s)
	for _, accesses := range pr.byField(s) {
		for _, where := range accesses {
			found = append(found, line(pr.p.Fset, where.at))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
