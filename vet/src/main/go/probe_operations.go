package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An operation is what a goroutine does with an object in one step: a call of a
// method, a receive from a channel that a method returns, the end of a context.
type operation struct {
	name    string      // in the names of tests
	fn      *types.Func // the method that is called; nil for the end of a context
	results []types.Type
	ways    []way
	without []way // at most one: with nil for what may be nil
	sum     *summary
	place   string
	owner   string     // the type of the object that a method gave away; "" for the object itself
	parent  *operation // that makes such an object for each goroutine; nil if they share one
	ends    bool       // the object, or something that it gave away
	inside  bool       // a callback of it calls the object
	beside  bool       // it is of the sibling of the object
	handed  bool       // it gives back what the object gave away before
}

// isMethod reports whether an operation is the call of a method of the object itself, and
// nothing that is made of one.
func (o *operation) isMethod() bool {
	return o.fn != nil && o.owner == "" && o.name == o.fn.Name()
}

// A way to do an operation: an expression, and the statements that it needs.
type way struct {
	prelude []string // of the scenario, before its goroutines start
	before  []string // of the goroutine
	method  string
	args    []string
	spread  bool // the last argument has dots
	none    bool // an argument is nil that another way has a value for
	text    string
	peers   bool   // it uses a second object
	label   string // of the expression, where a finding has another text
}

// called is the way that calls a method of an expression.
func called(on string, w way) way {
	w.text = on + w.method + "(" + strings.Join(w.args, ", ") + ")"
	if w.spread {
		w.text = strings.TrimSuffix(w.text, ")") + "...)"
	}
	return w
}

// with is the way with another argument.
func (w way) with(i int, arg string, prelude ...string) way {
	on := w.text[:strings.Index(w.text, w.method+"(")]
	w.args = slices.Clone(w.args)
	w.args[i] = arg
	w.prelude = slices.Concat(w.prelude, prelude)
	w.before = defining(w.before, w.args)
	return called(on, w)
}

// mentions reports whether a name is a word of a text.
func mentions(text, name string) bool {
	return name != "_" && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).MatchString(text)
}

// shown is the expression as a finding has it.
func (w way) shown() string {
	if w.label != "" {
		return w.label
	}
	return strings.TrimPrefix(w.text, "x.")
}

var (
	closeWords = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Release|Dispose|Quit|Halt|Drain|Kill|Done|Finish|GracefulStop|StopAndWait|Flush|Unsubscribe|Unregister|Detach)$`)
	endWords   = regexp.MustCompile(`^(Close|Stop|Shutdown|Cancel|Terminate|Destroy|Dispose|Quit|StopAndWait)$`)
	resetWords = regexp.MustCompile(`^(Reset|Clear|Purge|Flush|Reload|Reopen|Reboot|Restart|Abort|Interrupt)`)
	totalWords = regexp.MustCompile(`^(String|GoString|Stats?|Metrics|Dump|Ratio)$`)
	stateWords = regexp.MustCompile(`^(Len|Length|Size|Count|Keys|Values|String|IsEmpty|Empty|Cap|IsClosed|Closed|Running|Free|Waiting|Items|Total|Value|Load|Stats)$`)
	openWords  = regexp.MustCompile(`^(Subscribe|Register|Add|On|Once|Listen|Watch|Attach|Schedule|Sub|Join|Acquire|Notify|Observe)`)
	dropWords  = regexp.MustCompile(`^(Un|Off|Remove|Cancel|Detach|Leave|Release|Delete|Drop|Stop)`)
)

// operationsOf are those that an object of a seed has.
func (pr *prober) operationsOf(typ *probed, h *home, from *seed) []*operation {
	var all []*operation
	for _, sel := range exportedMethods(from.typ) {
		fn := typ.concrete(sel.Obj().(*types.Func))
		if pr.want.funcs != nil && !pr.want.funcs.MatchString(fn.Name()) {
			continue
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "sync" {
			typ.uncalled[fn.Name()] = "it is that of a lock in the object"
			continue
		}
		if said := pr.ban(typ, fn); said != "" {
			typ.uncalled[fn.Name()] = "its documentation says: " + said
			continue
		}
		if pr.configures(fn) && !typ.isDocumented() && !typ.embeds(fn) {
			typ.uncalled[fn.Name()] = "it returns its object, as what configures it does"
			continue
		}
		one, why := pr.operation(typ.name, h, from.typ, fn, sel.Type().(*types.Signature), "x.")
		if one == nil {
			typ.uncalled[fn.Name()] = why
			continue
		}
		one.sum = promoted(one.sum, typ.named, fn.Name())
		if one.sum.relocks && !typ.isDocumented() {
			typ.uncalled[fn.Name()] = "it replaces a lock of its object, which no other call may use meanwhile"
			continue
		}
		all = append(all, one)
	}
	methods := all
	for _, m := range methods {
		all = append(all, pr.streams(m)...)
	}
	all = append(all, pr.handles(h, from, methods)...)
	all = append(all, pr.ofSibling(h, from)...)
	for _, m := range methods {
		if again := pr.callsBack(h, m, methods); again != nil {
			all = append(all, again)
		}
	}
	return append(all, pr.leaving(h, methods)...)
}

// promoted is the summary of a method that a type has from what it embeds, with the
// reads of the fields that lead there: another method may replace them.
func promoted(of *summary, named *types.Named, name string) *summary {
	_, path, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), name)
	if len(path) < 2 {
		return of
	}
	sum := newSummary()
	sum.add(of)
	sum.indexed, sum.replaces, sum.relocks, sum.returns = of.indexed, of.replaces, of.relocks, of.returns
	var at types.Type = named
	for _, i := range path[:len(path)-1] {
		structure, ok := deref(at).Underlying().(*types.Struct)
		if !ok {
			return of
		}
		embedded := structure.Field(i)
		if isNillable(embedded.Type()) {
			sum.accesses[access{field: origin(deref(at)) + "." + embedded.Name()}] = true
		}
		at = embedded.Type()
	}
	return sum
}

// configures reports whether a method returns what it is called on, as the steps of
// a builder do: those come before the object is used. One that returns a new object
// of the type, as Clone does, is no such method.
func (pr *prober) configures(fn *types.Func) bool {
	known, ok := pr.builds[fn]
	if !ok {
		known = pr.returnsItself(fn)
		pr.builds[fn] = known
	}
	return known
}

func (pr *prober) returnsItself(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Results().Len() != 1 {
		return false
	}
	result := sig.Results().At(0).Type()
	as, ok := result.Underlying().(*types.Interface)
	if !types.Identical(result, sig.Recv().Type()) && !(ok && as.NumMethods() > 0 && types.Implements(sig.Recv().Type(), as)) {
		return false
	}
	sources := pr.sourcesOf(fn)
	if len(sources) == 0 {
		return types.Identical(result, sig.Recv().Type()) && !copyWords.MatchString(fn.Name())
	}
	return slices.ContainsFunc(sources, func(source *ssa.Function) bool {
		return slices.ContainsFunc(source.Blocks, func(block *ssa.BasicBlock) bool {
			end := returns(block)
			return end != nil && slices.ContainsFunc(end.Results, func(value ssa.Value) bool {
				if boxed, ok := value.(*ssa.MakeInterface); ok {
					value = boxed.X
				}
				return value == ssa.Value(source.Params[0])
			})
		})
	})
}

// sourcesOf are what a method does: of one of an interface, those of the types of the
// package that implement it.
func (pr *prober) sourcesOf(fn *types.Func) []*ssa.Function {
	methods := []*types.Func{fn}
	if recv := fn.Signature().Recv().Type(); types.IsInterface(recv) {
		methods = nil
		c := &caller{in: pr.in, p: pr.p}
		for _, typ := range c.implementations(recv, recv.Underlying().(*types.Interface)) {
			if own, _, _ := types.LookupFieldOrMethod(typ, true, pr.p.Types, fn.Name()); own != nil {
				if method, ok := own.(*types.Func); ok {
					methods = append(methods, method)
				}
			}
		}
	}
	var found []*ssa.Function
	for _, method := range methods {
		if source := pr.in.sources()[method.Origin().FullName()]; source != nil && len(source.Params) > 0 {
			found = append(found, source)
		}
	}
	return found
}

var copyWords = regexp.MustCompile(`^(Clone|Copy|Snapshot|Fork)`)

// embeds reports whether a method is one of an interface in the object: what it
// returns is of that, and not the object.
func (typ *probed) embeds(fn *types.Func) bool {
	return !types.IsInterface(typ.named) && types.IsInterface(fn.Signature().Recv().Type())
}

// isDocumented reports whether documentation of the type says that goroutines may
// share it.
func (typ *probed) isDocumented() bool {
	return slices.ContainsFunc(typ.evidence, func(e evidence) bool { return e.Kind == "documented" })
}

// operation is a call of a method of an expression, or of a function, or nil and
// why it cannot be made.
func (pr *prober) operation(owner string, h *home, receiver types.Type, fn *types.Func, sig *types.Signature, on string) (*operation, string) {
	if asserts(sig) {
		return nil, "it reports to a test"
	}
	one := &operation{name: fn.Name(), fn: fn, place: line(pr.p.Fset, fn.Pos()), ends: closeWords.MatchString(fn.Name())}
	for result := range sig.Results().Variables() {
		one.results = append(one.results, result.Type())
	}
	ways, why := pr.waysOf(owner, h, receiver, fn, sig)
	for _, w := range ways {
		one.ways = append(one.ways, called(on, w))
	}
	if len(one.ways) == 0 {
		return nil, why
	}
	if without, ok := one.ways[0].withoutValues(sig); ok {
		one.without = []way{without}
	}
	one.sum = pr.summaryOf(fn)
	return one, ""
}

// The methods of tests. An interface that has one of the first, and no other methods
// than these, is there to make a test fail.
var failing, ofTests = []string{"Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow", "Helper"}, []string{"Log", "Logf", "Name", "Cleanup", "Failed", "Skip", "Skipf", "SkipNow", "Skipped", "TempDir", "Setenv", "Chdir", "Context"}

// asserts reports whether a function takes a test, or an interface that tests have so
// that packages need not import testing: it looks at what is left when all is done.
func asserts(sig *types.Signature) bool {
	for param := range sig.Params().Variables() {
		if named, ok := deref(param.Type()).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing" {
			return true
		}
		of, ok := param.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		fails := false
		for method := range of.Methods() {
			if slices.Contains(failing, method.Name()) && method.Signature().Results().Len() == 0 { // unlike that of an error
				fails = true
			} else if !slices.Contains(ofTests, method.Name()) {
				fails = false
				break
			}
		}
		if fails {
			return true
		}
	}
	return false
}

// received is the type of the messages of a channel that can be received from.
func received(typ types.Type) (types.Type, bool) {
	ch, ok := typ.Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return nil, false
	}
	return ch.Elem(), true
}

// yields reports whether a type is one of functions that range can call.
func yields(typ types.Type) bool {
	sig, ok := typ.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return false
	}
	yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	return ok && yield.Params().Len() <= 2 && yield.Results().Len() == 1 && types.Identical(yield.Results().At(0).Type(), types.Typ[types.Bool])
}

// leaving begins the names of loops over an iterator that are left early.
const leaving = "Leave"

// streams are the receive from the channel that a method without parameters
// returns, and loops over the iterator that one returns: all of it, and one that
// is left early.
func (pr *prober) streams(m *operation) []*operation {
	if len(m.results) != 1 {
		return nil
	}
	derived := func(name, text string, results ...types.Type) *operation {
		one := *m
		w := m.ways[0]
		w.text = fmt.Sprintf(text, w.text)
		one.name, one.results, one.ways = name+m.name, results, []way{w}
		return &one
	}
	if elem, ok := received(m.results[0]); ok && len(m.ways[0].args) == 0 {
		one := derived("Receive", "<-%s", elem, types.Typ[types.Bool])
		one.sum = receiving(m.sum, m.results[0])
		return []*operation{one}
	}
	if yields(m.results[0]) {
		all := []*operation{
			derived("Range", "func() (n int) { for range %s { n++ }; return n }()", types.Typ[types.Int]),
			derived(leaving, "func() bool { for range %s { return true }; return false }()", types.Typ[types.Bool]),
		}
		for i, body := range []string{"n++", "break"} {
			one := all[i]
			one.ways[0].label = fmt.Sprintf("for range %s { %s }", m.ways[0].shown(), body)
			one.sum = pr.closuresOf(m.fn)
			one.sum.add(m.sum)
		}
		return all
	}
	return nil
}

// receiving is a summary with a receive from a channel of a type.
func receiving(of *summary, typ types.Type) *summary {
	sum := newSummary()
	sum.add(of)
	sum.receives[channel{element: typ.Underlying().(*types.Chan).Elem().String()}] = true
	return sum
}

// contextOf is the index of the parameter that is a context, or -1.
func contextOf(m *operation) int {
	if m.fn == nil {
		return -1
	}
	params := m.fn.Signature().Params()
	for i := range min(params.Len(), len(m.ways[0].args)) {
		if params.At(i).Type().String() == "context.Context" {
			return i
		}
	}
	return -1
}

// canceling are the call of a method with a context of its own, and the end of
// this context.
func canceling(h *home, m *operation) (withContext, cancel *operation) {
	c := &caller{p: h.p, imports: h.imports}
	prelude := []string{fmt.Sprintf("ctx, cancel := %[1]s.WithCancel(%[1]s.Background())", c.of("context")), "t.Cleanup(cancel)"}
	with := *m
	with.ways = nil
	for _, one := range m.ways {
		with.ways = append(with.ways, one.with(contextOf(m), "ctx", prelude...))
	}
	return &with, &operation{name: "CancelContext", place: m.place, sum: newSummary(), ends: true, ways: []way{{prelude: prelude, text: "cancel()"}}}
}

// lendWords are names of methods that wait for something that an object has few of, backWords of
// those that give it back.
var (
	lendWords = regexp.MustCompile(`^(Acquire|Borrow|Check[oO]ut|Enter|Get|Lock|Obtain|Reserve|Take)` + lent)
	backWords = regexp.MustCompile(`^(Check[iI]n|Free|Give|GiveBack|Leave|Put|Release|Return|Unlock)` + lent)
)

const lent = `(Buffer|Client|Conn|Connection|Context|Ctx|Item|N|Object|Permit|Resource|Session|Slot|Token|Worker)?$`

// handingBack is the call of a method that gives back what another one with a context gave away
// before the goroutines start: a value that it returned, or what it was asked for. It is nil if the
// methods do not fit.
func handingBack(h *home, take, give *operation) *operation {
	if !lendWords.MatchString(take.name) || !backWords.MatchString(give.name) || !take.isMethod() || !give.isMethod() || give.fn.Signature().Variadic() {
		return nil
	}
	at := contextOf(take)
	c := &caller{p: h.p, imports: h.imports}
	taken, given := take.ways[0].with(at, c.of("context")+".Background()"), give.ways[0]
	if len(taken.before) > 0 {
		return nil
	}
	asked, params := typesIn(take.fn.Signature().Params()), typesIn(give.fn.Signature().Params())
	asked = slices.Delete(asked, at, at+1)
	one := *give
	one.handed = true
	all := slices.Repeat([]string{"_"}, len(take.results))
	for i, typ := range take.results {
		if _, plain := typ.Underlying().(*types.Basic); !plain && len(params) == 1 && len(given.args) == 1 && types.Identical(typ, params[0]) {
			all[i] = "held"
			one.ways = []way{given.with(0, "held", slices.Concat(taken.prelude, []string{strings.Join(all, ", ") + " := " + taken.text})...)}
			return &one
		}
	}
	if len(take.results) != 1 || take.results[0].String() != "error" || len(given.args) != len(params) || !slices.EqualFunc(asked, params, types.Identical) {
		return nil
	}
	same := given
	for i, arg := range slices.Delete(slices.Clone(taken.args), at, at+1) {
		same = same.with(i, arg)
	}
	same.prelude = slices.Concat(same.prelude, taken.prelude, []string{taken.text})
	one.ways = []way{same}
	return &one
}

// docOf is the documentation of a function of the package.
func (pr *prober) docOf(fn *types.Func) string {
	if pr.docs == nil {
		pr.docs = make(map[string]string)
		for _, file := range pr.p.Syntax {
			for _, decl := range file.Decls {
				if d, ok := decl.(*ast.FuncDecl); ok && d.Doc != nil {
					pr.docs[pr.p.TypesInfo.Defs[d.Name].(*types.Func).FullName()] = plainText(d.Doc.Text())
				}
			}
		}
	}
	return pr.docs[fn.Origin().FullName()]
}
