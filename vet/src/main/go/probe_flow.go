package main

import (
	"go/token"
	"go/types"
	"iter"
	"maps"
	"net"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// instructions are those of some functions, one block after the other.
func instructions(functions ...*ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, fn := range functions {
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					if !yield(instr) {
						return
					}
				}
			}
		}
	}
}

// An event is what a loop waits for and a method does.
type event struct {
	kind  happening
	field string
}

// A happening is what is done with a field.
type happening int

const (
	released happening = iota // a channel is closed or sent on, a context canceled, a listener closed
	set                       // it is written
)

type wait struct {
	event
	at token.Pos
}

// A flow is the functions that run before one returns, and the calls that reach them.
type flow struct {
	pr    *prober
	root  *ssa.Function
	funcs []*ssa.Function
	calls map[*ssa.Function][]*ssa.CallCommon
}

func (pr *prober) flowOf(root *ssa.Function) *flow {
	f := &flow{pr: pr, root: root, calls: make(map[*ssa.Function][]*ssa.CallCommon)}
	var add func(fn *ssa.Function, by *ssa.CallCommon, depth int)
	add = func(fn *ssa.Function, by *ssa.CallCommon, depth int) {
		if fn = pr.in.withSource(fn); fn == nil || len(fn.Blocks) == 0 || depth > deepestCall {
			return
		}
		if by != nil {
			f.calls[fn] = append(f.calls[fn], by)
		}
		if slices.Contains(f.funcs, fn) {
			return
		}
		f.funcs = append(f.funcs, fn)
		for instr := range instructions(fn) {
			for _, called := range f.calledBy(instr) {
				add(called, instr.(ssa.CallInstruction).Common(), depth+1)
			}
		}
	}
	add(root, nil, 0)
	return f
}

// calledBy are the functions of the module that an instruction runs before it is over: none of a
// go statement.
func (f *flow) calledBy(instr ssa.Instruction) []*ssa.Function {
	call, ok := instr.(ssa.CallInstruction)
	if _, isGo := instr.(*ssa.Go); !ok || isGo || startedIn(call) != nil {
		return nil
	}
	common := call.Common()
	if common.IsInvoke() {
		if !f.pr.isOfModule(common.Method.Pkg()) {
			return nil
		}
		return slices.DeleteFunc(f.pr.in.implementations(common), func(fn *ssa.Function) bool { return inTests(f.pr.p.Fset, fn.Pos()) })
	}
	fn := common.StaticCallee()
	if fn != nil && fn.String() == "(*sync.Once).Do" {
		fn = functionOf(common.Args[1])
	}
	if fn == nil {
		fn = functionOf(common.Value)
	}
	return []*ssa.Function{f.pr.in.withSource(fn)}
}

// awaited is what the loops of a function wait for until it is over; nil if a parameter of the
// function ends one of them as well.
func (f *flow) awaited() []wait {
	var found []wait
	for _, fn := range f.funcs {
		for instr := range instructions(fn) {
			if call, ok := instr.(*ssa.Call); ok && serves(call.Common()) {
				for _, name := range f.fields(call.Call.Args...) {
					found = append(found, wait{event{released, name}, call.Pos()})
				}
			}
		}
		for _, body := range naturalLoops(fn) {
			if counts(body) {
				continue
			}
			waits, asked, isGiven := f.waits(body)
			if isGiven {
				return nil
			}
			if len(waits) > 0 {
				found = slices.Concat(found, waits, asked)
			}
		}
	}
	return found
}

// serves reports whether a call is one that is over when a server of the library is closed.
func serves(call *ssa.CallCommon) bool {
	name := methodOf(call, "*net/http.Server")
	return strings.HasPrefix(name, "Serve") && name != "ServeHTTP" || strings.HasPrefix(name, "ListenAndServe")
}

// counts reports whether a loop ends by itself, as one over numbers or elements does.
func counts(body map[*ssa.BasicBlock]bool) bool {
	for block := range body {
		branch, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If)
		if !ok || body[block.Succs[0]] && body[block.Succs[1]] {
			continue
		}
		switch cond := branch.Cond.(type) {
		case *ssa.BinOp:
			switch cond.Op {
			case token.LSS, token.LEQ, token.GTR, token.GEQ:
				return true
			}
		case *ssa.Extract:
			if _, ok := cond.Tuple.(*ssa.Next); ok {
				return true
			}
		}
	}
	return false
}

// waits is what the blocks of a loop wait for, themselves or in what they call, and what they only
// ask for. It is given if a parameter of the function says when it is over.
func (f *flow) waits(body map[*ssa.BasicBlock]bool) (found, asked []wait, isGiven bool) {
	for block := range body {
		branch, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If)
		if !ok || body[block.Succs[0]] && body[block.Succs[1]] {
			continue
		}
		if read := flagOf(branch.Cond); read != nil {
			asked = append(asked, wait{event{set, field(read)}, read.Pos()})
		} else if name, at := atomicFlag(branch.Cond); name != "" {
			asked = append(asked, wait{event{set, name}, at})
		}
	}
	seen := make(map[*ssa.Function]bool)
	var look func(blocks []*ssa.BasicBlock, depth int)
	look = func(blocks []*ssa.BasicBlock, depth int) {
		for _, block := range blocks {
			for _, instr := range block.Instrs {
				values, at, blocking := awaitedIn(instr)
				if blocking {
					found = append(found, wait{event{}, at}) // of something that no field may have
				}
				for _, value := range values {
					isGiven = isGiven || f.isGiven(value)
					for _, name := range f.fields(value) {
						one := wait{event{released, name}, at}
						if blocking {
							found = append(found, one)
						} else {
							asked = append(asked, one)
						}
					}
				}
				for _, fn := range f.calledBy(instr) {
					if fn != nil && !seen[fn] && depth < deepestCall {
						seen[fn] = true
						look(fn.Blocks, depth+1)
					}
				}
			}
		}
	}
	look(slices.SortedFunc(maps.Keys(body), func(a, b *ssa.BasicBlock) int { return a.Index - b.Index }), 0)
	return found, asked, isGiven
}

// awaitedIn are the channels, listeners and connections that an instruction waits for, or only
// asks.
func awaitedIn(instr ssa.Instruction) (values []ssa.Value, at token.Pos, blocking bool) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return []ssa.Value{i.X}, i.Pos(), true
		}
	case *ssa.Select:
		for _, state := range i.States {
			if state.Dir == types.RecvOnly {
				values = append(values, state.Chan)
			}
		}
		return values, i.Pos(), i.Blocking && len(values) > 0
	case *ssa.Call:
		if on := listenerOf(i.Common()); on != nil {
			return []ssa.Value{on}, i.Pos(), true
		}
		if fn := i.Call.StaticCallee(); fn != nil && fn.String() == "time.Sleep" {
			return nil, i.Pos(), true
		}
	}
	return nil, token.NoPos, false
}

var readNames = regexp.MustCompile(`^(Accept|Read|ReadFrom|ReadMsg)[A-Za-z]*$`)

// listenerOf is the listener or the connection that a call of package net waits for, or nil.
func listenerOf(call *ssa.CallCommon) ssa.Value {
	if call.IsInvoke() {
		if call.Method.Pkg() != nil && call.Method.Pkg().Path() == "net" && readNames.MatchString(call.Method.Name()) {
			return call.Value
		}
		return nil
	}
	if fn := call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && packageOf(fn) == "net" && readNames.MatchString(fn.Name()) {
		return call.Args[0]
	}
	return nil
}

// atomicFlag is the field that a condition loads, alone or compared with a constant.
func atomicFlag(cond ssa.Value) (string, token.Pos) {
	if compared, ok := cond.(*ssa.BinOp); ok {
		cond = compared.X
	}
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	call, ok := cond.(*ssa.Call)
	if !ok || !strings.HasPrefix(atomicOf(call.Common()), "Load") {
		return "", token.NoPos
	}
	return field(call.Call.Args[0]), call.Pos()
}

// isGiven reports whether what a loop waits for is a context or a channel that the function is
// given: then its user ends it with that.
func (f *flow) isGiven(value ssa.Value) bool {
	for root := range f.roots(value) {
		param, ok := root.(*ssa.Parameter)
		if !ok || param.Parent() != f.root {
			continue
		}
		if _, channel := param.Type().Underlying().(*types.Chan); channel || param.Type().String() == "context.Context" {
			return true
		}
	}
	return false
}

// ending is what a function does that loops may wait for.
func (f *flow) ending() map[event]bool {
	done := make(map[event]bool)
	add := func(kind happening, values ...ssa.Value) {
		for _, name := range f.fields(values...) {
			done[event{kind, name}] = true
		}
	}
	for instr := range instructions(f.funcs...) {
		switch i := instr.(type) {
		case *ssa.Send:
			add(released, i.Chan)
		case *ssa.Select:
			for _, state := range i.States {
				if state.Dir == types.SendOnly {
					add(released, state.Chan)
				}
			}
		case *ssa.Store:
			if name := field(i.Addr); name != "" {
				done[event{set, name}] = true
			}
		case ssa.CallInstruction:
			f.endingCall(i.Common(), add, done)
		}
	}
	return done
}

var releaseNames = regexp.MustCompile(`^(Close|Shutdown|Stop|GracefulStop|SetDeadline|SetReadDeadline)$`)

func (f *flow) endingCall(call *ssa.CallCommon, add func(happening, ...ssa.Value), done map[event]bool) {
	if builtin, ok := call.Value.(*ssa.Builtin); ok {
		if builtin.Name() == "close" {
			add(released, call.Args[0])
		}
		return
	}
	if name := atomicOf(call); name != "" {
		if !strings.HasPrefix(name, "Load") {
			done[event{set, field(call.Args[0])}] = true
		}
		return
	}
	fn := call.StaticCallee()
	switch {
	case call.IsInvoke():
		if releaseNames.MatchString(call.Method.Name()) {
			add(released, call.Value)
		}
	case fn == nil:
		add(released, call.Value) // a function that cancels, or closes
	case fn.Signature.Recv() != nil && releaseNames.MatchString(fn.Name()) && isOfLibrary(packageOf(fn)):
		add(released, call.Args[0])
	}
}

// fields are those that have values, or what these were made of, or are made for: a listener, and
// the function that closes it.
func (f *flow) fields(values ...ssa.Value) []string {
	found := make(map[string]bool)
	for _, value := range values {
		roots := f.roots(value)
		for root := range roots {
			if name, ok := root.(string); ok {
				found[name] = true
			}
		}
		for instr := range instructions(f.funcs...) {
			switch i := instr.(type) {
			case *ssa.Store:
				if name := field(i.Addr); name != "" && f.sameRoot(roots, i.Val) {
					found[name] = true
				}
			case *ssa.MapUpdate:
				if name := field(i.Map); name != "" && (f.sameRoot(roots, i.Key) || f.sameRoot(roots, i.Value)) {
					found[name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// sameRoot reports whether a value is made by one of the calls, or is one of the parameters, that
// others are made of.
func (f *flow) sameRoot(roots map[any]bool, value ssa.Value) bool {
	for root := range f.roots(value) {
		if _, ok := root.(string); !ok && roots[root] {
			return true
		}
	}
	return false
}

// roots are the calls and the parameters that a value is made of or by, and the names of the
// fields that it is read from.
func (f *flow) roots(value ssa.Value) map[any]bool {
	found := make(map[any]bool)
	seen := make(map[ssa.Value]bool)
	var look func(value ssa.Value)
	results := func(call *ssa.Call, at int) {
		for _, fn := range f.calledBy(call) {
			if fn == nil {
				continue
			}
			for _, block := range fn.Blocks {
				if end := returns(block); end != nil && at < len(end.Results) {
					look(end.Results[at])
				}
			}
		}
	}
	look = func(value ssa.Value) {
		if value == nil || seen[value] {
			return
		}
		seen[value] = true
		switch v := value.(type) {
		case *ssa.Phi:
			for _, edge := range v.Edges {
				look(edge)
			}
		case *ssa.Extract:
			if call, ok := v.Tuple.(*ssa.Call); ok {
				results(call, v.Index)
			}
			look(v.Tuple)
		case *ssa.ChangeInterface:
			look(v.X)
		case *ssa.MakeInterface:
			look(v.X)
		case *ssa.ChangeType:
			look(v.X)
		case *ssa.TypeAssert:
			look(v.X)
		case *ssa.Next:
			look(v.Iter)
		case *ssa.Range:
			look(v.X)
		case *ssa.Lookup:
			look(v.X)
		case *ssa.MakeClosure:
			for _, binding := range v.Bindings {
				look(binding)
			}
		case *ssa.FieldAddr:
			if name := field(v); isConnection(v.X.Type()) {
				look(v.X) // what it embeds
			} else if name != "" {
				found[name] = true
			}
		case *ssa.IndexAddr:
			if name := field(v); name != "" {
				found[name] = true
			}
		case *ssa.UnOp:
			look(v.X)
		case *ssa.Alloc:
			for _, use := range *v.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == v {
					look(store.Val)
				}
			}
		case *ssa.FreeVar:
			look(captured(v))
		case *ssa.Parameter:
			found[v] = true
			at := slices.Index(v.Parent().Params, v)
			for _, call := range f.calls[v.Parent()] {
				args := call.Args
				if call.IsInvoke() {
					args = slices.Concat([]ssa.Value{call.Value}, args)
				}
				if len(args) == len(v.Parent().Params) {
					look(args[at])
				}
			}
		case *ssa.Call:
			found[v] = true
			results(v, 0)
			if v.Call.IsInvoke() {
				if v.Call.Method.FullName() == "(context.Context).Done" {
					look(v.Call.Value)
				}
			} else if fn := v.Call.StaticCallee(); fn != nil && f.pr.in.withSource(fn) == nil || fn != nil && len(fn.Blocks) == 0 {
				for _, arg := range v.Call.Args { // the listener below one that encrypts
					if isConnection(arg.Type()) {
						look(arg)
					}
				}
			}
		}
	}
	look(value)
	return found
}

// isConnection reports whether a type is one of package net, or a context.
func isConnection(typ types.Type) bool {
	named, ok := deref(typ).(*types.Named)
	return ok && named.Obj().Pkg() != nil && (named.Obj().Pkg().Path() == "net" || named.String() == "context.Context")
}

// captured is the value that a closure's variable has where the closure is made, or nil.
func captured(of *ssa.FreeVar) ssa.Value {
	fn := of.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for instr := range instructions(fn.Parent()) {
		if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == fn {
			return made.Bindings[slices.Index(fn.FreeVars, of)]
		}
	}
	return nil
}

// A listening is where a function listens.
type listening struct {
	known  bool     // whether all addresses are
	any    bool     // whether there are addresses
	fields []string // exported ones of the object, which have addresses
	params []int    // of the function
}

// addressArguments are the indices of the addresses that functions of the library are given.
var addressArguments = map[string]int{
	"net.Listen": 1, "net.ListenPacket": 1, "crypto/tls.Listen": 1, "net.ResolveTCPAddr": 1, "net.ResolveUDPAddr": 1,
	"(*net.ListenConfig).Listen": 3, "(*net.ListenConfig).ListenPacket": 3, "net/http.ListenAndServe": 0,
}

// listening is where a function listens: at what a parameter or an exported field of the object
// says, of which the others are only defaults.
func (f *flow) listening(typ *probed) listening {
	one := listening{known: true}
	for instr := range instructions(f.funcs...) {
		call, ok := instr.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil {
			continue
		}
		if at, ok := addressArguments[call.Call.StaticCallee().String()]; ok {
			one.any = true
			one.known = f.address(typ, call.Call.Args[at], &one) && one.known
		} else if strings.HasPrefix(methodOf(call.Common(), "*net/http.Server"), "ListenAndServe") || isMulticast(call.Common()) {
			one.any, one.known = true, false
		}
	}
	return one
}

func isMulticast(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	return fn != nil && packageOf(fn) == "net" && fn.Name() == "ListenMulticastUDP"
}

// address notes what says an address, and reports whether that is known.
func (f *flow) address(typ *probed, value ssa.Value, to *listening) bool {
	set, constant, unknown := false, false, false
	seen := make(map[ssa.Value]bool)
	var look func(value ssa.Value)
	look = func(value ssa.Value) {
		if seen[value] {
			return
		}
		seen[value] = true
		switch v := value.(type) {
		case *ssa.Phi:
			for _, edge := range v.Edges {
				look(edge)
			}
		case *ssa.Const:
			if !isLoopback(v) {
				constant = true
			}
		case *ssa.Parameter:
			if v.Parent() == f.root {
				set = true
				to.params = append(to.params, slices.Index(f.root.Params, v)-1)
				return
			}
			at := slices.Index(v.Parent().Params, v)
			for _, call := range f.calls[v.Parent()] {
				if at >= len(call.Args) || call.IsInvoke() {
					unknown = true
				} else {
					look(call.Args[at])
				}
			}
		case *ssa.UnOp:
			addr, ok := v.X.(*ssa.FieldAddr)
			if !ok || !types.Identical(deref(addr.X.Type()), typ.named) {
				unknown = true
				return
			}
			_, name, _ := strings.Cut(field(addr), ".")
			if !token.IsExported(name) || v.Type().String() != "string" {
				unknown = true
				return
			}
			set = true
			if !slices.Contains(to.fields, name) {
				to.fields = append(to.fields, name)
			}
		default:
			unknown = true
		}
	}
	look(value)
	return !unknown && (set || !constant)
}

// isLoopback reports whether a constant is an address that only this machine reaches.
func isLoopback(value *ssa.Const) bool {
	if value.Value == nil {
		return false
	}
	host, _, err := net.SplitHostPort(strings.Trim(value.Value.ExactString(), `"`))
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// connected are the functions that only run with a connection that was accepted, or a message that
// was read: no one knows the address.
func (f *flow) connected() []*ssa.Function {
	var found []*ssa.Function
	for _, fn := range f.funcs {
		from := make(map[ssa.Value]bool)
		for grown := true; grown; {
			grown = false
			for instr := range instructions(fn) {
				value, ok := instr.(ssa.Value)
				if store, isStore := instr.(*ssa.Store); isStore && from[store.Val] {
					value, ok = store.Addr, true
				} else if ok && !isError(value.Type()) {
					call, isCall := instr.(*ssa.Call)
					ok = isCall && listenerOf(call.Common()) != nil || usesOne(instr, from)
				} else {
					ok = false
				}
				if ok && !from[value] {
					from[value], grown = true, true
				}
			}
		}
		for instr := range instructions(fn) {
			if call, ok := instr.(ssa.CallInstruction); ok && usesOne(instr, from) {
				for _, of := range []*ssa.Function{f.pr.in.withSource(call.Common().StaticCallee()), functionOf(call.Common().Value)} {
					if of != nil && len(of.Blocks) > 0 {
						found = append(found, of)
					}
				}
			}
		}
	}
	return found
}

func isError(typ types.Type) bool { return typ.String() == "error" }

// usesOne reports whether an operand of an instruction is among some values.
func usesOne(instr ssa.Instruction, of map[ssa.Value]bool) bool {
	var buf [10]*ssa.Value
	return slices.ContainsFunc(instr.Operands(buf[:0]), func(operand *ssa.Value) bool { return *operand != nil && of[*operand] })
}

// libraryCalls are the names of the functions of package net that are called.
func (f *flow) libraryCalls() []string {
	var found []string
	for instr := range instructions(f.funcs...) {
		if call, ok := instr.(*ssa.Call); ok {
			if of := call.Call.StaticCallee(); of != nil && packageOf(of) == "net" {
				found = append(found, of.Name())
			}
		}
	}
	return found
}
