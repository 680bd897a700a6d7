package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// An object that was ended by its own method has no goroutines any more. A goroutine of its own
// that waits for good then is a leak, although the same calls always leave it behind. That does
// not hold where something else may have to release it: another object of the setup, a function
// or a channel of the caller, another method. Then there is a reservation.

// A reservation is what may still release a goroutine of an object that was ended.
type reservation struct {
	why string // setup, exchange, other end, said, not begun, untested; "" for none
	by  string // a name, an expression, or a sentence
}

var (
	// partWords are the names of methods that end an object, or a part of it, or that wait for
	// the end.
	partWords = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Dispose|Quit|StopAndWait|GracefulStop|Release|Halt|Kill|Drain|Finish|Wait|Join|Disconnect|Detach|Exit|End|Abort|Free|Clean[uU]p|Tear[dD]own|Logout|Leave|(Close|Stop|Shutdown|Cancel|Unsubscribe|Unregister|Unwatch)[A-Z]?\w*)$`)
	// resumeWords are those of methods that begin with an object, or begin again: what is left
	// may wait for them.
	resumeWords = regexp.MustCompile(`^(Start\w*|(Run|Serve|Connect|Dial)(Context|WithContext|Ctx|Forever)?|Listen|ListenAndServe|Open|Begin|Launch|Activate|Loop|Resume|Unpause|Continue|Restart|Init|Setup|Boot)$`)
	// remainWords say that something is left after the end, or for as long as the process.
	remainWords = regexp.MustCompile(`(?i)\b(do|does|did|will|is|are|can)\s*(not|n't)\b.*\b(stop|close|wait|terminate|cancel|kill|end|interrupt|exit)(s|d|p?ed|ing)?\b|\bnever\s+(stop|end|exit|return|close|terminate)s?\b|\bleak|\b(life ?time|rest|duration) of (the|a|your) (program|process|application)\b`)
	// demandWords ask for something of the user.
	demandWords = regexp.MustCompile(`(?i)\b(must|should|has to|have to|needs? to|required to|responsib\w+|make sure|ensure|remember to|don't forget to)\b.*\b(call|invok|clos|stop|cancel|drain|consum|receiv|read|releas|unsubscrib|shut)`)
)

// endOrder is where a method comes among those that end an object: what waits for the end is last.
func endOrder(name string) int {
	switch {
	case strings.HasPrefix(name, "Wait") || name == "Join":
		return 3
	case strings.HasPrefix(name, "Close") || name == "Destroy" || name == "Dispose" || name == "Free":
		return 2
	case endWords.MatchString(name):
		return 1
	}
	return 0
}

// endings are the methods that end an object altogether, each called without an argument but a
// context; and a method that may end it and cannot be called so, or "".
func (w *seedWriter) endings() (ends []*operation, uncalled string) {
	for _, sel := range exportedMethods(w.from.typ) {
		fn := sel.Obj().(*types.Func)
		if !partWords.MatchString(fn.Name()) {
			continue
		}
		at := slices.IndexFunc(w.ops, func(o *operation) bool { return o.isMethod() && o.name == fn.Name() && o.endsAll() })
		if at >= 0 {
			ends = append(ends, w.ops[at])
		} else if uncalled == "" || fn.Signature().Params().Len() == 0 {
			uncalled = fn.Name()
		}
	}
	slices.SortStableFunc(ends, func(a, b *operation) int { return cmp.Compare(endOrder(a.name), endOrder(b.name)) })
	return ends, uncalled
}

// endsAll reports whether the call of a method ends all that the object does: it is given nothing but
// a context, and says no more than whether it failed.
func (o *operation) endsAll() bool {
	sig := o.fn.Signature()
	for param := range sig.Params().Variables() {
		if param.Type().String() != "context.Context" {
			return false
		}
	}
	return len(o.ways[0].prelude)+len(o.ways[0].before) == 0 && saysNothing(sig)
}

// endedRank is that of the end of an object that nothing else may have to release: few executions
// show whether it leaves something, so that it comes before most pairs.
const endedRank = 2 * unguarded

// mostBefore are calls that come before the end, each in a scenario of its own.
const mostBefore = 4

// ended are calls of one goroutine that end the object: after what makes it, and after a call that
// tests make, or that starts a goroutine. Contexts of the setup are canceled at the end of the
// test, so that they release what waits for them.
func (w *seedWriter) ended() {
	if w.typ.named == nil || w.from.hollow || w.from.empty || slices.ContainsFunc(w.ops, func(o *operation) bool { return retainWords.MatchString(o.name) }) {
		return
	}
	ends, uncalled := w.endings()
	if !slices.ContainsFunc(ends, func(o *operation) bool { return endWords.MatchString(o.name) }) {
		return
	}
	with := *w
	with.found = nil
	with.from = w.from.canceling(w.home)
	if with.from != w.from {
		with.maker += "Ended"
		with.setup = with.from.source(w.home, with.maker)
	}
	own := w.startedBefore()
	if own != nil {
		with.endedAfter(nil, own, ends, uncalled)
	}
	var before []*operation
	for _, o := range w.ops {
		if o.isMethod() && !partWords.MatchString(o.name) && !resumeAgain(w.from, o) && (own != nil && w.pr.isTested(w.typ, o.name) || w.pr.startedBy(o.fn) != nil) {
			before = append(before, o)
		}
	}
	slices.SortStableFunc(before, func(a, b *operation) int { return w.beforeRank(b, own) - w.beforeRank(a, own) })
	for _, o := range before[:min(len(before), mostBefore)] {
		with.endedAfter(o, join(own, w.pr.startedBy(o.fn)), ends, uncalled)
	}
	with.write()
}

// resumeAgain reports whether a method begins with an object that has begun.
func resumeAgain(from *seed, o *operation) bool {
	return resumeWords.MatchString(o.name) && (from.isStarted() || from.calls(o.name)) || loopNames.MatchString(o.name)
}

// beforeRank ranks what comes before the end: it starts a goroutine, or meets one.
func (w *seedWriter) beforeRank(o *operation, own *background) int {
	rank := 0
	if own != nil {
		rank = overlap(o.sum, own.sum)
		if anyChannel(o.sum.sends, own.sum.receives) || anyChannel(o.sum.receives, own.sum.sends) {
			rank += unguarded
		}
	}
	if w.pr.startedBy(o.fn) != nil {
		rank += 2 * unguarded
	}
	return rank
}

// startedBefore is the background of what makes the object, and of the methods that the statements
// of the seed call; nil if none starts a goroutine.
func (w *seedWriter) startedBefore() *background {
	own := w.pr.ownGoroutines(w.typ, w.from)
	for _, o := range w.ops {
		if o.isMethod() && w.from.calls(o.name) {
			own = join(own, w.pr.startedBy(o.fn))
		}
	}
	return own
}

// endedAfter notes the calls that end an object, after one that comes before if that is not nil:
// all that may end it, and the last of those that do alone, where some others may not be called
// then.
func (w *seedWriter) endedAfter(before *operation, own *background, ends []*operation, uncalled string) {
	doubt := w.reservation(before, own, ends)
	if doubt.why == "" && uncalled != "" && (before != nil || slices.ContainsFunc(w.from.calledMethods(), openWords.MatchString)) {
		doubt = reservation{"other end", uncalled}
	}
	note := func(doubt reservation, ends ...*operation) {
		var names []string
		for _, o := range ends {
			names = append(names, o.name)
		}
		last := ends[len(ends)-1]
		why := &evidence{Kind: "ended", Text: strings.Join(names, ", "), Place: last.place, Places: own.places, Call: doubt.by, Why: doubt.why}
		all := ends
		if before != nil {
			first := before
			if contextOf(before) >= 0 {
				first, _ = canceling(w.home, before)
			}
			all = append([]*operation{first}, ends...)
		}
		rank := endedRank
		switch {
		case doubt.why != "":
			rank = unguarded
		case before != nil && w.pr.startedBy(before.fn) == nil:
			rank = unguarded + 2
		}
		w.single(why, rank, all...)
	}
	note(doubt, ends...)
	if len(ends) > 1 {
		last := ends[0]
		var others []string
		for _, o := range ends {
			if endWords.MatchString(o.name) {
				last = o
			}
		}
		for _, o := range ends {
			if o != last {
				others = append(others, o.name)
			}
		}
		note(reservation{"other end", strings.Join(others, ", ")}, last)
	}
}

// reservation is what may have to release goroutines that are left when these methods have ended the
// object.
func (w *seedWriter) reservation(before *operation, own *background, ends []*operation) reservation {
	if w.from.reserved.why != "" {
		return w.from.reserved
	}
	if w.from.test == "" && !plainMaker.MatchString(w.from.text()) {
		return reservation{"untested", w.from.statements[len(w.from.statements)-1]}
	}
	if w.from.helped {
		return reservation{"setup", "a function of the tests"}
	}
	if before != nil {
		if by := w.exchanged(before); by != "" {
			return reservation{"exchange", by}
		}
		if !w.pr.isTested(w.typ, before.name) {
			return reservation{"untested", before.name}
		}
	}
	if by := w.givenAway(own); by != "" {
		return reservation{"exchange", by}
	}
	for _, sel := range exportedMethods(w.from.typ) {
		name := sel.Obj().Name()
		isBegin := resumeWords.MatchString(name) && saysNothing(sel.Type().(*types.Signature))
		if isBegin && !w.from.calls(name) && (before == nil || before.name != name) {
			return reservation{"not begun", name}
		}
	}
	if text := w.remains(before, ends); text != "" {
		return reservation{"said", text}
	}
	return reservation{}
}

// saysNothing reports whether a function returns no more than whether it failed.
func saysNothing(sig *types.Signature) bool {
	results := sig.Results()
	return results.Len() == 0 || results.Len() == 1 && results.At(0).Type().String() == "error"
}

// plainMaker is the call of a constructor without arguments.
var plainMaker = regexp.MustCompile(`^x(, _)? := [\w.]+\(\)$`)

// exchanged is what a call hands over that may have to release a goroutine: a function, a channel or
// an object that it is given, or what it returns and users end, call or read. It is "" for none.
func (w *seedWriter) exchanged(o *operation) string {
	params := o.fn.Signature().Params()
	for i := range params.Len() {
		if typ := params.At(i).Type(); releases(typ) || types.IsInterface(typ) && !isPlainInterface(typ) {
			if i < len(o.ways[0].args) && o.ways[0].args[i] != "nil" {
				return "what " + o.name + " is given"
			}
		}
	}
	if slices.ContainsFunc(o.results, releases) {
		return "what " + o.name + " returns"
	}
	return ""
}

// isPlainInterface reports whether values of an interface do nothing for the goroutine that has them.
func isPlainInterface(typ types.Type) bool {
	text := typ.String()
	return typ.Underlying().(*types.Interface).NumMethods() == 0 || text == "context.Context" || text == "error" || text == "fmt.Stringer"
}

// releases reports whether a value is one that users end, call, read or wait for. Contexts are
// canceled when the test ends.
func releases(typ types.Type) bool {
	if typ.String() == "context.Context" {
		return false
	}
	switch under := typ.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Signature:
		return true
	case *types.Slice:
		return releases(under.Elem())
	}
	if named, ok := types.Unalias(deref(typ)).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync" {
		return true
	}
	return slices.ContainsFunc(exportedMethods(typ), func(sel *types.Selection) bool { return closeWords.MatchString(sel.Obj().Name()) })
}

// givenAway is a method, or a field, that has a channel for users on which the goroutines send or
// receive: users may have to read it, or to close it.
func (w *seedWriter) givenAway(own *background) string {
	uses := func(typ types.Type) bool {
		ch, ok := typ.Underlying().(*types.Chan)
		if !ok {
			return false
		}
		element := ch.Elem().String()
		for _, all := range []map[channel]bool{own.sum.sends, own.sum.receives} {
			for one := range all {
				if one.element == element && (element != "struct{}" || ch.Dir() != types.RecvOnly) {
					return true
				}
			}
		}
		return false
	}
	for _, sel := range exportedMethods(w.from.typ) {
		for result := range sel.Type().(*types.Signature).Results().Variables() {
			if uses(result.Type()) {
				return "the channel of " + sel.Obj().Name()
			}
		}
	}
	if structure, ok := w.typ.named.Underlying().(*types.Struct); ok {
		for f := range structure.Fields() {
			if f.Exported() && uses(f.Type()) {
				return "the channel " + f.Name()
			}
		}
	}
	return ""
}

// remains is a sentence that says that something is left after the end, or that asks for another
// call; "" if there is none.
func (w *seedWriter) remains(before *operation, ends []*operation) string {
	texts := []string{w.pr.docOfType(w.typ)}
	for _, fn := range w.pr.makersOf(w.typ) {
		texts = append(texts, w.pr.docOf(fn))
	}
	var called []string
	for _, o := range ends {
		texts = append(texts, w.pr.docOf(o.fn))
		called = append(called, o.name)
	}
	if before != nil {
		texts = append(texts, w.pr.docOf(before.fn))
	}
	for _, text := range texts {
		if one := remaining(text, called); one != "" {
			return one
		}
	}
	return ""
}

// remaining is a sentence that says that something is left after the end, or asks for a call of
// something else than what was called.
func remaining(text string, called []string) string {
	for _, one := range sentences(text) {
		asked := demandWords.MatchString(one) && !slices.ContainsFunc(called, func(name string) bool { return mentions(one, name) })
		if asked || remainWords.MatchString(one) {
			return one
		}
	}
	return ""
}

// docOfType is the documentation of a type.
func (pr *prober) docOfType(typ *probed) string {
	for _, file := range pr.p.Syntax {
		for _, decl := range file.Decls {
			for of, doc := range typesOf(decl) {
				if of.Name.Name == typ.name && doc != nil {
					return doc.Text()
				}
			}
		}
	}
	return ""
}

// isTested reports whether a test calls a method.
func (pr *prober) isTested(typ *probed, name string) bool {
	return slices.ContainsFunc(pr.sites[typ.name+"."+name], func(s site) bool { return s.isTest })
}

// canceling is the seed with contexts that are canceled when the test ends, in the place of those
// that never are.
func (s *seed) canceling(h *home) *seed {
	c := &caller{p: h.p, imports: h.imports}
	name := c.of("context")
	never := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\.(Background|TODO)\(\)`)
	if !never.MatchString(s.text()) {
		return s
	}
	one := *s
	one.statements = nil
	for _, statement := range s.statements {
		one.statements = append(one.statements, never.ReplaceAllString(statement, s.param+".Context()"))
	}
	return &one
}

// reserved is what statements have that may have to release the goroutines of an object: another
// object that nothing ends, code of the tests, a function, a channel.
func (s *slicer) reserved(object *types.Var, list []ast.Stmt) reservation {
	if s.suite != nil {
		return reservation{"setup", "a suite of tests"}
	}
	info := s.h.p.TypesInfo
	ended := make(map[types.Object]bool)
	for _, st := range list {
		if isCleanup(st) {
			for obj := range s.uses(st) {
				ended[obj] = true
			}
		}
	}
	var found reservation
	note := func(by string) {
		if found.why == "" {
			found = reservation{"setup", by}
		}
	}
	same := 0
	for _, st := range list {
		if isCleanup(st) {
			continue
		}
		defined := s.definedIn(st)
		for _, v := range defined {
			if v != object && !ended[v] && releases(v.Type()) {
				note(v.Name())
			}
		}
		whole := wholeValues(st)
		ast.Inspect(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.FuncLit:
				note("a function")
				return false
			case *ast.Ident:
				if obj := info.Uses[n]; obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() && inTests(s.h.p.Fset, obj.Pos()) {
					note(n.Name)
				}
			case *ast.CallExpr:
				id := callee(n)
				if id == nil {
					return true
				}
				fn, ok := info.Uses[id].(*types.Func)
				if !ok {
					if _, isMake := info.Uses[id].(*types.Builtin); isMake && id.Name == "make" && releases(info.TypeOf(n)) {
						note("a channel")
					}
					return true
				}
				for result := range fn.Signature().Results().Variables() {
					if types.Identical(deref(result.Type()), deref(object.Type())) {
						if recv := fn.Signature().Recv(); recv == nil || !types.Identical(deref(recv.Type()), deref(object.Type())) {
							if same++; same > 1 {
								note("another " + pathless(deref(object.Type())))
							}
						}
						return true
					}
				}
				if !slices.Contains(whole, ast.Expr(n)) && slices.ContainsFunc(typesIn(fn.Signature().Results()), func(typ types.Type) bool { return releases(typ) && !isOption(typ) }) {
					note("what " + fn.Name() + " returns")
				}
				if recv := fn.Signature().Recv(); (recv == nil || !types.Identical(deref(recv.Type()), deref(object.Type()))) && s.pr.startedBy(fn) != nil {
					note(fn.Name())
				}
			}
			return true
		})
	}
	return found
}

// isOption reports whether a type is that of a function that sets an option of an object.
func isOption(typ types.Type) bool {
	_, named := types.Unalias(typ).(*types.Named)
	_, function := typ.Underlying().(*types.Signature)
	return named && function
}

// typesIn are the types of parameters or results.
func typesIn(of *types.Tuple) []types.Type {
	var all []types.Type
	for one := range of.Variables() {
		all = append(all, one.Type())
	}
	return all
}

// wholeValues are the values that a statement gives names to.
func wholeValues(st ast.Stmt) []ast.Expr {
	if st, ok := st.(*ast.AssignStmt); ok && st.Tok == token.DEFINE {
		return st.Rhs
	}
	return nil
}

// definedIn are the variables that a statement defines.
func (s *slicer) definedIn(st ast.Stmt) []*types.Var {
	var all []*types.Var
	ast.Inspect(st, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := s.h.p.TypesInfo.Defs[id].(*types.Var); ok && !v.IsField() {
				all = append(all, v)
			}
		}
		return true
	})
	return all
}

// isCleanup reports whether a statement is done when the test ends.
func isCleanup(st ast.Stmt) bool {
	if _, ok := st.(*ast.DeferStmt); ok {
		return true
	}
	call := callIn(st)
	if call == nil {
		return false
	}
	id := callee(call)
	return id != nil && id.Name == "Cleanup"
}
