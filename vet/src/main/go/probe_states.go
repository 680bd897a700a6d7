package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// deepOf is the summary of a method with what its accesses are behind.
func (pr *prober) deepOf(fn *types.Func) *summary { return pr.summarized(pr.deep, pr.deeper, fn) }

// premises are what has to be set, or not, so that two methods do what may go wrong: access
// something without a common lock, or take locks in an order that another one waits for.
func premises(a, b *summary) map[premise]bool {
	found := make(map[premise]bool)
	add := func(all []premise) {
		for _, one := range all {
			found[one] = true
		}
	}
	ofA, ofB := a.byField(), b.byField()
	for field, ones := range ofA {
		for _, x := range ones {
			for _, y := range ofB[field] {
				if (x.write || y.write) && !common(x.locks, y.locks) {
					add(a.behind[x])
					add(b.behind[y])
				}
			}
		}
	}
	for _, pair := range [][2]*summary{{a, b}, {b, a}} {
		for order, behind := range pair[0].ordering {
			back := [2]string{order[1], order[0]}
			if order[0] == order[1] && pair[1].writing[order[0]] {
				add(behind)
			} else if order[0] != order[1] && pair[1].orders[back] {
				add(behind)
				add(pair[1].ordering[back])
			}
		}
	}
	return found
}

// needs are the premises of two functions or methods, and the numbers and switches of the package
// that they read and do not change: how large a file may be decides when there is a new one.
func (pr *prober) needs(a, b *types.Func) map[premise]bool {
	ofA, ofB := pr.deepOf(a), pr.deepOf(b)
	found := premises(ofA, ofB)
	if len(found) == 0 {
		return found
	}
	for _, of := range []*summary{ofA, ofB} {
		for one := range of.accesses {
			name, ok := strings.CutPrefix(one.field, pr.p.PkgPath+".")
			if !ok || one.write || ofA.writesTo(one.field) || ofB.writesTo(one.field) {
				continue
			}
			if variable, ok := pr.p.Types.Scope().Lookup(name).(*types.Var); ok && variable.Exported() {
				if _, basic := variable.Type().Underlying().(*types.Basic); basic {
					found[premise(one.field)] = true
				}
			}
		}
	}
	return found
}

func (s *summary) writesTo(field string) bool {
	return slices.ContainsFunc(s.byField()[field], func(a access) bool { return a.write })
}

// fits is how many of the premises hold after statements that set something, less those that they
// undo.
func fits(premises, sets map[premise]bool) int {
	n := 0
	for one := range premises {
		if sets[one] {
			n++
		} else if sets[one.opposite()] {
			n--
		}
	}
	return n
}

// mostStateSeeds of one type are tried for calls that go wrong only there, and so many more for calls
// of one goroutine.
const (
	mostStateSeeds       = 2
	mostSingleStateSeeds = 1
)

// A stateNeed is calls that do something only in a state, and how much of it the objects have that are
// known so far.
type stateNeed struct {
	names [2]string
	needs map[premise]bool
	best  int
}

// states are seeds in which two methods can do what they cannot do after the others: an access
// that is behind an option needs an object with that option. Where no test makes such an object,
// it is the plainest one after a call that sets it. Only the pairs that need them have them, and the
// calls of one goroutine that do.
func (pr *prober) states(owner string, candidates, seeds []*seed, ops []*operation, singleNeeds map[*operation]map[premise]bool) []*seed {
	var pairs, singles []*stateNeed
	made := func(names [2]string, needs map[premise]bool) *stateNeed {
		one := &stateNeed{names: names, needs: needs, best: fits(needs, seeds[0].sets)}
		for _, known := range seeds[1:] {
			one.best = max(one.best, fits(needs, known.sets))
		}
		return one
	}
	for i, a := range ops {
		if needs := singleNeeds[a]; len(needs) > 0 {
			singles = append(singles, made(byItself(a), needs))
		}
		for _, b := range ops[i:] {
			if a.fn == nil || b.fn == nil {
				continue
			}
			if needs := pr.needs(a.fn, b.fn); len(needs) > 0 {
				pairs = append(pairs, made([2]string{a.name, b.name}, needs))
			}
		}
	}
	var found []*seed
	take := func(of []*stateNeed, most int) {
		for range most {
			best := pr.bestState(owner, of, candidates, pr.setting(seeds[0], ops))
			if best == nil {
				return
			}
			one := *best.used(candidates)
			one.better = make(map[[2]string]bool)
			for _, other := range slices.Concat(pairs, singles) {
				if fit := fits(other.needs, best.sets); fit > other.best {
					one.better[other.names], other.best = true, fit
				}
			}
			found = append(found, &one)
		}
	}
	take(pairs, mostStateSeeds)
	take(singles, mostSingleStateSeeds)
	return found
}

// bestState is the seed in which calls have most of what they need and no known object has; nil if
// there is none.
func (pr *prober) bestState(owner string, of []*stateNeed, candidates, setting []*seed) *seed {
	var best *seed
	var most []int
	for i, one := range slices.Concat(candidates, setting) {
		gain := 0
		called := make(map[string]bool)
		for _, calls := range of {
			if more := fits(calls.needs, one.sets) - calls.best; more > 0 {
				gain += more
				for _, name := range calls.names {
					called[name] = called[name] || pr.calledIn(owner, name, one.test)
				}
			}
		}
		calls := 0
		for _, is := range called {
			calls += rankOf(is)
		}
		if worth := []int{gain, rankOf(i < len(candidates)), calls, -len(one.statements)}; gain > 0 && slices.Compare(worth, most) > 0 {
			best, most = one, worth
		}
	}
	return best
}

// used is a seed of functions with the first call of one, if its test makes that next: what it
// leaves behind, such as an open file, is not seen in variables alone.
func (s *seed) used(candidates []*seed) *seed {
	if s.typ != nil || s.prepared {
		return s
	}
	for _, other := range candidates {
		if other.test == s.test && other.prepared && strings.HasPrefix(other.text(), s.text()) {
			return other
		}
	}
	return s
}

// calledIn reports whether a test calls a method or function itself.
func (pr *prober) calledIn(owner, name, test string) bool {
	return slices.ContainsFunc(pr.sites[owner+"."+name], func(s site) bool { return s.within == test })
}

// stateful are the seeds that may be states.
func (h *home) stateful(name string) []*seed {
	return slices.DeleteFunc(slices.Clone(h.seeds[name]), func(s *seed) bool { return s.endless || len(s.statements) >= mostStatements })
}

var settingWords = regexp.MustCompile(`^(Set|With|Enable|Use|Register|Add|Configure|Allow|Put|Push|Insert|Append|Store)`)

// setting are the plainest seed with one more call, of a method that sets something.
func (pr *prober) setting(from *seed, ops []*operation) []*seed {
	var found []*seed
	for _, m := range ops {
		w := m.ways[0]
		if from.hollow || !m.isMethod() || len(w.args) == 0 || len(w.prelude) > 0 || !settingWords.MatchString(m.name) || emptyValue.MatchString(w.text) || slices.Contains(w.args, "nil") {
			continue
		}
		one := *from
		one.sets = maps.Clone(from.sets)
		if one.sets == nil {
			one.sets = make(map[premise]bool)
		}
		shift, sources := pr.calledBy(m.fn)
		var all []premise
		for _, source := range sources {
			for _, effect := range pr.effects.of(source, 0) {
				if at := effect.param - shift; effect.from == "" && (effect.param < 0 || at >= 0 && at < len(w.args) && !isZeroText(w.args[at])) {
					all = append(all, effect.sets)
				}
			}
		}
		replace(one.sets, all)
		one.prepared = true
		call := w.text
		if from.result != "" {
			call = strings.TrimPrefix(from.result, "&") + "." + w.shown()
		}
		one.statements = slices.Concat(from.statements, w.before, []string{call})
		found = append(found, &one)
	}
	return found
}

func isZeroText(arg string) bool {
	return slices.Contains([]string{"false", "0", `""`, "nil"}, arg)
}

// longestLoop of a seed has so many iterations, where a number says so.
const longestLoop = 100

// endless reports whether statements have a loop that may be long: of other loops it is known
// how often they are repeated.
func endless(list []ast.Stmt) bool {
	found := false
	for _, st := range list {
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt:
				found = found || !isShort(n)
			case *ast.RangeStmt:
				number, ok := n.X.(*ast.BasicLit)
				_, listed := n.X.(*ast.CompositeLit)
				found = found || !listed && (!ok || !isFew(number))
			}
			return !found
		})
	}
	return found
}

// isShort reports whether a loop counts up to a small number, or down from one.
func isShort(loop *ast.ForStmt) bool {
	limit, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	switch limit.Op {
	case token.LSS, token.LEQ:
		number, ok := limit.Y.(*ast.BasicLit)
		return ok && isFew(number)
	case token.GTR, token.GEQ:
		first, ok := loop.Init.(*ast.AssignStmt)
		step, isStep := loop.Post.(*ast.IncDecStmt)
		if !ok || !isStep || step.Tok != token.DEC || len(first.Rhs) != 1 {
			return false
		}
		number, ok := first.Rhs[0].(*ast.BasicLit)
		_, isNumber := limit.Y.(*ast.BasicLit)
		return ok && isNumber && isFew(number)
	}
	return false
}

func isFew(number *ast.BasicLit) bool {
	value := constant.MakeFromLiteral(number.Value, number.Kind, 0)
	n, exact := constant.Int64Val(constant.ToInt(value))
	return exact && n <= longestLoop
}

// ofFunctions is the key of the seeds of the package's functions: statements of tests that change
// its variables.
const ofFunctions = ""

// changes notes the beginning of a test as a seed of the package's functions, where it sets
// variables that decide what they do: all of it up to a call of one of them, up to the next one,
// and so on.
func (s *slicer) changes(list []ast.Stmt) {
	if s.pr.decisive() == nil {
		return
	}
	var begun []ast.Stmt
	known := 0
	calls := 0
	for _, st := range list {
		if _, ok := st.(*ast.DeferStmt); ok {
			continue // it restores what the next test expects
		}
		switch st.(type) {
		case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.DeclStmt, *ast.IfStmt:
		default:
			return
		}
		if len(s.defined(st)) > 0 || leaves(st) || concurrent(s.h.p.TypesInfo, st) || s.h.subtest(st) != nil {
			return
		}
		begun = append(begun, st)
		sets := s.settings(begun)
		decides := 0
		for one := range s.pr.decisive() {
			decides += rankOf(sets[one])
		}
		calling := s.callsFunction(st)
		calls += rankOf(calling)
		if calls > mostPreparing {
			return
		}
		if decides == 0 || decides == known && !calling {
			continue
		}
		known = decides
		one := &seed{test: s.test, param: s.param, statements: s.text(nil, begun), sets: sets, prepared: calls > 0}
		if s.suite != nil && s.isNeededBy(begun, s.suite) {
			one.statements = append(slices.Clone(s.making), one.statements...)
		}
		s.h.seeds[ofFunctions] = append(s.h.seeds[ofFunctions], one)
	}
}

// callsFunction reports whether a statement calls an exported function of the package.
func (s *slicer) callsFunction(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id := callee(call); id != nil {
				fn, ok := s.h.p.TypesInfo.Uses[id].(*types.Func)
				found = found || ok && fn.Exported() && fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg().Path() == s.pr.p.PkgPath && !inTests(s.h.p.Fset, fn.Pos())
			}
		}
		return !found
	})
	return found
}

// decisive are the premises of what functions of the package do together; nil if they are not
// probed.
func (pr *prober) decisive() map[premise]bool {
	i := slices.IndexFunc(pr.types, func(t *probed) bool { return t.named == nil })
	if i < 0 {
		return nil
	}
	if pr.deciding == nil {
		pr.deciding = make(map[premise]bool)
		functions := pr.functionsOf(pr.types[i])
		for i, a := range functions {
			for _, b := range functions[i:] {
				maps.Copy(pr.deciding, pr.needs(a, b))
			}
		}
	}
	return pr.deciding
}
