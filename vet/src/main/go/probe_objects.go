package main

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// mostSeeds of one type are used, of fewer than mostStatements each.
const (
	mostSeeds      = 3
	mostStatements = 20
)

// seedsOf are ways to make objects of a type: by its tests, or its constructors.
func (pr *prober) seedsOf(typ *probed) (*home, []*seed) {
	name := typ.name
	var best *home
	for _, h := range pr.homes {
		if best != nil && h.importer && len(best.seeds[name]) > 0 {
			continue // the package's own tests know best
		}
		if best == nil || len(h.seeds[name]) > len(best.seeds[name]) || !h.external && len(h.seeds[name]) == len(best.seeds[name]) {
			best = h
		}
	}
	var all, kept []*seed
	texts, shapes := make(map[string]bool), make(map[string]bool)
	for _, one := range best.seeds[name] {
		if text := one.text(); !texts[text] && len(one.statements) < mostStatements {
			texts[text] = true
			all = append(all, one)
		}
	}
	if pr.isConstructed(typ) && slices.ContainsFunc(all, func(s *seed) bool { return !s.zero && !s.loops }) {
		all = slices.DeleteFunc(all, func(s *seed) bool { return s.zero }) // its methods may rely on what that makes
	}
	if slices.ContainsFunc(all, func(s *seed) bool { return !s.loops }) {
		all = slices.DeleteFunc(all, func(s *seed) bool { return s.loops })
	}
	for _, one := range all {
		if key := shape(one.text()); !shapes[key] {
			shapes[key] = true
			kept = append(kept, one)
		}
	}
	slices.SortStableFunc(kept, func(a, b *seed) int { return len(a.statements) - len(b.statements) })
	kept = varied(kept)
	kept = smallest(append(kept, others(all, kept)...))
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

// isConstructed reports whether the package has a function that returns a pointer to a new object
// of a type.
func (pr *prober) isConstructed(typ *probed) bool {
	return slices.ContainsFunc(pr.userFunctions(), func(fn *types.Func) bool {
		results := fn.Signature().Results()
		return strings.HasPrefix(fn.Name(), "New") && results.Len() > 0 && isPointer(results.At(0).Type()) && pr.nameOf(results.At(0).Type()) == typ.name
	})
}

// isZeroValue reports whether a statement makes an object without any of its fields.
func isZeroValue(st ast.Stmt) bool {
	assigned, ok := st.(*ast.AssignStmt)
	if !ok {
		declared, _ := st.(*ast.DeclStmt).Decl.(*ast.GenDecl)
		return len(declared.Specs[0].(*ast.ValueSpec).Values) == 0
	}
	switch value := ast.Unparen(assigned.Rhs[0]).(type) {
	case *ast.UnaryExpr:
		literal, ok := value.X.(*ast.CompositeLit)
		return ok && len(literal.Elts) == 0
	case *ast.CompositeLit:
		return len(value.Elts) == 0
	case *ast.CallExpr:
		fn, ok := value.Fun.(*ast.Ident)
		return ok && fn.Name == "new"
	}
	return false
}

func (s *seed) text() string { return strings.Join(s.statements, "\n") }

// mostOthers are seeds of other tests.
const mostOthers = 3

// others are the plainest seeds of tests that none of the chosen is from: what
// differs in values only, such as a table of states, may do something else. Of a test
// whose setup gives the object a callback that calls it, it is the plainest of those.
func others(all, chosen []*seed) []*seed {
	tests := make(map[string]bool)
	for _, one := range chosen {
		tests[one.test] = true
	}
	var found []*seed
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *seed) int {
		return cmp.Or(rankOf(b.callsBack())-rankOf(a.callsBack()), len(a.statements)-len(b.statements))
	})
	for _, one := range all {
		if !tests[one.test] && len(found) < mostOthers {
			tests[one.test] = true
			found = append(found, one)
		}
	}
	return found
}

// callsBack reports whether a function in the setup calls the object.
func (s *seed) callsBack() bool {
	name := strings.TrimPrefix(s.result, "&")
	return slices.ContainsFunc(s.statements, func(statement string) bool {
		_, body, ok := strings.Cut(statement, "func(")
		return ok && mentions(body, name)
	})
}

// varied are the plainest seed, the plainest whose object was used before, the plainest with most in
// it, as one element shares nothing with others, and the one that prepares most.
func varied(seeds []*seed) []*seed {
	if len(seeds) <= mostSeeds {
		return seeds
	}
	chosen := []*seed{seeds[0]}
	if i := slices.IndexFunc(seeds[1:], func(s *seed) bool { return s.prepared }); i >= 0 {
		chosen = append(chosen, seeds[i+1])
	}
	fullest := slices.MaxFunc(seeds, func(a, b *seed) int {
		return cmp.Or(a.fills-b.fills, len(b.statements)-len(a.statements))
	})
	if fullest.fills > 1 && !slices.Contains(chosen, fullest) {
		chosen = append(chosen, fullest)
	}
	if last := seeds[len(seeds)-1]; !slices.Contains(chosen, last) {
		chosen = append(chosen, last)
	}
	return chosen
}

var capacity = regexp.MustCompile(`(:= [\w.\[\]]*\()(\d+)([,)])`)

// smallest adds the plainest object whose constructor takes a number, with 1 and
// with 0 instead: what is full or empty soon shows more.
func smallest(seeds []*seed) []*seed {
	for _, one := range seeds {
		for i, statement := range one.statements {
			m := capacity.FindStringSubmatch(statement)
			if m == nil || m[2] == "0" || m[2] == "1" {
				continue
			}
			for _, size := range []string{"1", "0"} {
				small := *one
				small.empty = size == "0"
				small.statements = slices.Clone(one.statements)
				small.statements[i] = capacity.ReplaceAllString(statement, "${1}"+size+"${3}")
				seeds = append(seeds, &small)
			}
			return seeds
		}
	}
	return seeds
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
	if !typ.named.Obj().Exported() {
		return pr.concealed(h, typ)
	}
	var seeds []*seed
	c := &caller{in: pr.in, p: h.p, imports: h.imports}
	c.before, c.used, c.locals = nil, nil, make(map[types.Object]string)
	pointer := types.NewPointer(typ.named)
	value, ok := c.value(pointer, 0)
	if !ok || pr.in.harm(c.used) != "" {
		return pr.concealed(h, typ)
	}
	statements := append(slices.Clone(c.before), "x := "+value)
	seeds = append(seeds, &seed{param: "t", statements: statements, result: "x", typ: pointer, hollow: isHollowSetup(statements) && !madeEmpty(h, typ)})
	return seeds
}

// madeEmpty reports whether tests make an empty value of a type themselves: it is an object then.
func madeEmpty(h *home, typ *probed) bool {
	isOf := func(expr ast.Expr) bool {
		named, ok := h.p.TypesInfo.TypeOf(expr).(*types.Named)
		return ok && named.Obj().Name() == typ.named.Obj().Name() && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == typ.named.Obj().Pkg().Path()
	}
	found := false
	for _, file := range h.p.Syntax {
		if !inTests(h.p.Fset, file.Pos()) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				found = found || len(n.Elts) == 0 && isOf(n)
			case *ast.CallExpr:
				fn, ok := n.Fun.(*ast.Ident)
				found = found || ok && fn.Name == "new" && len(n.Args) == 1 && isOf(n.Args[0])
			}
			return !found
		})
	}
	return found
}

var hollowValue = regexp.MustCompile(`\bnew\(|[A-Z]\w*\{\}`)

// isHollowSetup reports whether statements of a constructor's call have an empty value
// of a type that has no constructor: what that needs may be missing.
func isHollowSetup(statements []string) bool {
	return slices.ContainsFunc(statements, hollowValue.MatchString)
}

var fillWords = regexp.MustCompile(`^(Add|Put|Push|Set|Store|Insert|Enqueue|Append|Offer|Register|Inc|Write|Load)`)

// overwriteWords begin the names of methods that replace the value of a key: two calls of one key
// meet in an object that has it.
var overwriteWords = regexp.MustCompile(`^(Set|Put|Store|Update|Replace|Write)`)

// overwrites reports whether a call of a method replaces the value of a key.
func (w way) overwrites(method string) bool {
	return len(w.args) > 1 && overwriteWords.MatchString(method)
}

// takeWords begin the names of methods that take something out of an object.
var takeWords = regexp.MustCompile(`^(Pop|Take|Remove|Delete|Dequeue|Poll|Shift|Acquire|Receive|Next|Evict|Drain|Clear|Flush|Reset)`)

// filled is the plainest object with something in it, if no test calls methods of
// it before others do: an empty one has little to go wrong. Where tests call others, it has the value
// of a key.
func (pr *prober) filled(typ *probed, h *home, seeds []*seed) []*seed {
	if len(seeds) == 0 || slices.ContainsFunc(seeds, func(s *seed) bool { return s.fills > 0 }) {
		return nil
	}
	prepared := slices.ContainsFunc(seeds, func(s *seed) bool { return s.prepared })
	from := seeds[0]
	pr.near, pr.setup = from.test, from.text()
	for _, m := range pr.operationsOf(typ, h, from) {
		w := m.ways[0]
		if !m.isMethod() || len(w.args) == 0 || len(w.prelude) > 0 || !fillWords.MatchString(m.name) || m.sum.onlyReads() {
			continue
		}
		if prepared && !w.overwrites(m.name) {
			continue
		}
		one := *from
		one.prepared, one.fills = true, 1
		one.statements = slices.Concat(from.statements, w.before, []string{strings.TrimPrefix(from.result, "&") + "." + w.shown()})
		return []*seed{&one}
	}
	return nil
}

// started is the plainest object after its method Start, if that starts a goroutine and
// no test calls it at once, or a function of the tests that may: before, other methods
// often do nothing but say so.
func (pr *prober) started(typ *probed, h *home, seeds []*seed) []*seed {
	if len(seeds) == 0 || slices.ContainsFunc(seeds, func(s *seed) bool { return s.helped || strings.Contains(s.text(), ".Start(") }) {
		return nil
	}
	from := seeds[0]
	pr.near, pr.setup = from.test, from.text()
	asked, uncalled := pr.want.funcs, maps.Clone(typ.uncalled)
	pr.want.funcs = nil // what starts the object is not what is probed
	ops := pr.operationsOf(typ, h, from)
	pr.want.funcs, typ.uncalled = asked, uncalled
	if ender(ops) == nil {
		return nil // its goroutine would stay behind
	}
	for _, m := range ops {
		w := m.ways[0]
		if m.fn == nil || m.fn.Name() != "Start" || m.owner != "" || !m.sum.starts || len(w.prelude) > 0 {
			continue
		}
		one := *from
		one.prepared = true
		one.statements = slices.Concat(from.statements, w.before, []string{strings.TrimPrefix(from.result, "&") + "." + w.shown()})
		return []*seed{&one}
	}
	return nil
}
