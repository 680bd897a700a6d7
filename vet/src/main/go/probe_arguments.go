package main

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// mostWays of one operation are tried, with different arguments.
const mostWays = 2

// waysOf are calls of a method as tests make them, or with values that can be
// made; without any, it says why.
func (pr *prober) waysOf(owner string, h *home, receiver types.Type, fn *types.Func, sig *types.Signature) ([]way, string) {
	var found []way
	add := func(one way) {
		if !slices.ContainsFunc(found, func(o way) bool { return slices.Equal(o.args, one.args) && slices.Equal(o.before, one.before) }) {
			found = append(found, one)
		}
	}
	c := &caller{in: pr.in, p: h.p, fn: fn, imports: h.imports, tests: true}
	sites := pr.in.throughHelpers(pr.sites[owner+"."+fn.Name()])
	last := sig.Params().Len() - 1
	isIdle := func(s site) int { return rankOf(sig.Variadic() && len(s.call.Args) <= last) } // without elements it may do nothing
	slices.SortStableFunc(sites, func(a, b site) int {
		return cmp.Or(isIdle(a)-isIdle(b), rankOf(b.within == pr.near)-rankOf(a.within == pr.near), cmp.Compare(a.largest(), b.largest()))
	})
	for _, s := range sites {
		if len(found) == 1 && s.within != pr.near {
			if more, ok := pr.elsewhere(owner, h, sig, found[0]); ok {
				add(more) // of the object's own test, which has put it there
			}
		}
		if s.p != h.p || len(found) == mostWays {
			continue
		}
		c.before, c.used, c.locals, c.by = nil, nil, make(map[types.Object]string), s.by
		one := way{method: fn.Name(), spread: s.call.Ellipsis.IsValid()}
		good := receiver == nil || types.TypeString(deref(s.receiver), nil) == types.TypeString(deref(receiver), nil)
		for i, arg := range s.call.Args {
			text, ok := c.argument(s.file, arg)
			if sig.Variadic() && i >= last {
				if elements, isSlice := sig.Params().At(last).Type().Underlying().(*types.Slice); !ok && isSlice && !one.spread {
					text, ok = c.value(elements.Elem(), 0)
				}
			} else if i < sig.Params().Len() {
				param := sig.Params().At(i)
				if !ok || len(found) == 0 && s.within != pr.near && isConstant(s.p, arg) {
					if usual := pr.usual(owner, h, param, !ok); usual != "" {
						text, ok = usual, true
					}
				}
				if !ok {
					text, ok = c.value(param.Type(), 0)
				}
				if !ok && s.p.TypesInfo.Types[arg].IsNil() {
					text, ok = "nil", true
				}
			}
			good = good && ok
			one.args = append(one.args, text)
		}
		if good {
			one.before = defining(c.before, one.args)
			add(one)
		}
	}
	if len(found) == 1 {
		if more, ok := found[0].changed(); ok {
			add(more)
		} else if more, ok := pr.elsewhere(owner, h, sig, found[0]); ok {
			add(more)
		}
	}
	if len(found) == mostWays {
		if more, ok := pr.elsewhere(owner, h, sig, found[0]); ok && pr.isNew(more, found[1]) {
			found[1] = more
		}
	}
	if len(found) > 0 {
		return found, ""
	}
	if why := pr.in.harm([]*types.Func{fn}); len(sites) == 0 && why != "" {
		return nil, why
	}
	c.by = nil
	for c.turn = range plain {
		c.before, c.used, c.locals = nil, nil, make(map[types.Object]string)
		args, ok := c.values(sig, 0)
		if !ok {
			break
		}
		if why := pr.in.harm(c.used); len(sites) == 0 && why != "" {
			return found, why
		}
		if c.turn == 0 {
			for i := range args {
				if usual := pr.usual(owner, h, sig.Params().At(i), true); usual != "" {
					args[i] = usual
				}
			}
		}
		add(way{method: fn.Name(), before: c.before, args: args})
		if sig.Params().Len() == 0 {
			break
		}
	}
	return found, c.lacking
}

func isConstant(p *packages.Package, arg ast.Expr) bool { return p.TypesInfo.Types[arg].Value != nil }

// usual is the string or number that tests pass to methods of a type for a
// parameter: calls with different ones may not meet. It is of the test that the
// object is from; any test will do where there is nothing better. Those of a
// parameter with the same name come first.
func (pr *prober) usual(owner string, h *home, param *types.Var, any bool) string {
	best, most, least := "", 0, int64(0)
	for one := range pr.passed(owner, h, param) {
		rank := 1 + rankOf(one.named) + 2*rankOf(one.near)
		if rank < most || rank == most && one.largest >= least || !one.near && !any {
			continue
		}
		if text, ok := one.text(); ok {
			best, most, least = text, rank, one.largest
		}
	}
	return best
}

// another is a second string that the test of an object passes for a parameter of one
// name: a cache treats the key that was used last in another way than the others, and one
// that is new to it in another way than those that the setup has put there.
func (pr *prober) another(owner string, h *home, param *types.Var, than string) string {
	known := ""
	for one := range pr.passed(owner, h, param) {
		if one.named && one.near && one.isString {
			text, ok := one.text()
			if !ok || text == than {
				continue
			}
			if !strings.Contains(pr.setup, text) {
				return text
			}
			known = cmp.Or(known, text)
		}
	}
	return known
}

// isNew reports whether a way passes a string that the setup of the object has not, where
// another way passes one that it has.
func (pr *prober) isNew(one, other way) bool {
	for i, arg := range one.args {
		if i < len(other.args) && arg != other.args[i] && strings.HasPrefix(arg, `"`) {
			return !strings.Contains(pr.setup, arg) && strings.Contains(pr.setup, other.args[i])
		}
	}
	return false
}

// A constantArgument is one that a test passes to a method.
type constantArgument struct {
	named, near bool // for a parameter of the same name, in the test that the object is from
	isString    bool
	largest     int64 // number of that call
	text        func() (string, bool)
}

// A constantSite is where a call passes a constant for a parameter.
type constantSite struct {
	by    site
	param *types.Var
	arg   ast.Expr
}

// A constantsKey is the type whose methods are called, in the tests of one home.
type constantsKey struct {
	owner string
	home  *home
}

// constantsOf are the constants that tests pass to methods of a type.
func (pr *prober) constantsOf(owner string, h *home) []constantSite {
	key := constantsKey{owner, h}
	if known, ok := pr.constants[key]; ok {
		return known
	}
	var found []constantSite
	for _, name := range slices.Sorted(maps.Keys(pr.sites)) {
		if !strings.HasPrefix(name, owner+".") {
			continue
		}
		for _, s := range pr.sites[name] {
			sig, ok := s.p.TypesInfo.TypeOf(s.call.Fun).(*types.Signature)
			if !ok || s.p != h.p {
				continue
			}
			for i := range min(sig.Params().Len(), len(s.call.Args)) {
				if arg := s.call.Args[i]; isConstant(s.p, arg) {
					found = append(found, constantSite{s, sig.Params().At(i), arg})
				}
			}
		}
	}
	pr.constants[key] = found
	return found
}

// passed are the strings and numbers that tests pass to methods of a type for
// parameters of one type.
func (pr *prober) passed(owner string, h *home, param *types.Var) iter.Seq[constantArgument] {
	return func(yield func(constantArgument) bool) {
		basic, ok := param.Type().Underlying().(*types.Basic)
		if !ok || basic.Info()&(types.IsString|types.IsNumeric) == 0 {
			return
		}
		c := &caller{in: pr.in, p: h.p, imports: h.imports}
		for _, at := range pr.constantsOf(owner, h) {
			one := constantArgument{
				named: at.param.Name() == param.Name() && param.Name() != "", near: at.by.within == pr.near,
				isString: basic.Info()&types.IsString != 0,
				text:     func() (string, bool) { return c.closed(at.by.file, at.arg, 0) },
			}
			if !types.Identical(at.param.Type(), param.Type()) || !one.isString && !one.named {
				continue // a number may be of anything
			}
			one.largest = at.by.largest()
			if !yield(one) {
				return
			}
		}
	}
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
				return c.closed(file, arg, 0)
			}
		}
		if concurrent(c.p.TypesInfo, literal) {
			return "", false
		}
		names := (&home{p: c.p, imports: c.imports}).names(literal)
		return printed(c.p.Fset, literal, names), true
	}
	return c.closed(file, arg, 0)
}

// defining are the statements that define what arguments use: others would not
// compile.
func defining(statements, args []string) []string {
	uses := strings.Join(args, " ")
	var found []string
	for _, statement := range slices.Backward(statements) {
		left, _, _ := strings.Cut(statement, " :=")
		if slices.ContainsFunc(strings.Split(left, ", "), func(name string) bool { return mentions(uses, name) }) {
			found, uses = append(found, statement), uses+" "+statement
		}
	}
	slices.Reverse(found)
	return found
}

var integer = regexp.MustCompile(`^\d{1,9}$`)

// changed is the way with 1 in the place of the last of its numbers, or with 2 for
// a 1: what is too much does nothing, and two calls that want the same amount hide
// what two amounts show.
func (w way) changed() (way, bool) {
	for i, arg := range slices.Backward(w.args) {
		if integer.MatchString(arg) {
			more := w
			more.args = slices.Clone(w.args)
			more.args[i] = "1"
			if arg == "1" {
				more.args[i] = "2"
			}
			return more, true
		}
	}
	return w, false
}

// elsewhere is the way with another string that the same test passes.
func (pr *prober) elsewhere(owner string, h *home, sig *types.Signature, w way) (way, bool) {
	for i := range min(sig.Params().Len(), len(w.args)) {
		if !strings.HasPrefix(w.args[i], `"`) {
			continue
		}
		if text := pr.another(owner, h, sig.Params().At(i), w.args[i]); text != "" {
			more := w
			more.args = slices.Clone(w.args)
			more.args[i] = text
			return more, true
		}
	}
	return w, false
}

// largest is the largest of the numbers that a call passes; 0 for none. A test of
// errors passes large ones.
func (s site) largest() int64 {
	most := int64(0)
	for _, arg := range s.call.Args {
		if value := s.p.TypesInfo.Types[arg].Value; value != nil && value.Kind() == constant.Int {
			if n, exact := constant.Int64Val(value); exact {
				most = max(most, n)
			}
		}
	}
	return most
}

// withoutValues is the way with nil for each function, slice, map and pointer of
// the arguments; false if there is none. For a nil channel or context a call
// would wait for good, or panic.
func (w way) withoutValues(sig *types.Signature) (way, bool) {
	for i, arg := range w.args {
		if i >= sig.Params().Len() || sig.Variadic() && i >= sig.Params().Len()-1 || arg == "nil" || arg == "t" {
			continue
		}
		switch sig.Params().At(i).Type().Underlying().(type) {
		case *types.Signature, *types.Slice, *types.Map, *types.Pointer:
			w = w.with(i, "nil")
			w.none = true
		}
	}
	return w, w.none
}
