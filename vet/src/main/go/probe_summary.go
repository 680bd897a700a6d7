package main

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A summary is what a method does to shared memory, itself and through the
// functions of its module that it calls. It ranks pairs of methods, and says
// nothing for sure.
type summary struct {
	accesses map[access]bool
	locks    map[string]int  // how often each is taken
	writing  map[string]bool // those that are not only taken for reading
	orders   map[[2]string]bool
	sends    map[channel]bool
	receives map[channel]bool
	closes   map[channel]bool
	awaits   map[string]bool // conditions, and channels that it receives from
	signals  map[string]bool // conditions, and channels that it sends to if another one waits
	adds     map[string]bool // wait groups
	joins    map[string]bool // those that it waits for
	starts   bool            // goroutines
	tries    bool            // to lock, and does something else if it cannot
	known    string          // its kind, if it was asked for
	indexed  bool            // it uses the element that a parameter says, without a lock
	replaces bool            // the whole object, without a lock
	relocks  bool            // its locks: with the whole object, or one of them
	returns  bool            // the slice or map of a field, not a copy

	fields  map[string][]access // the accesses by their fields, when there were so many
	counted int

	behind   map[access][]premise    // those without which an access is not reached, if they are asked for
	ordering map[[2]string][]premise // and an order of locks
}

// An access is one of a field, or of what a field of a map, slice or pointer
// type refers to.
type access struct {
	field string
	write bool
	locks string // that are held, in order; "" for none: those held for reading end with readHeld

	variable bool // of a package, not a field
}

// A channel is known by the field or variable that has it and by its messages. A
// channel that no field has may be any with such messages.
type channel struct{ field, element string }

func channelOf(value ssa.Value) channel {
	one := channel{field: field(value)}
	if typ, ok := value.Type().Underlying().(*types.Chan); ok {
		one.element = typ.Elem().String()
	}
	return one
}

// nested adds what happens when a function that holds locks calls another.
func (s *summary) nested(outer, inner *summary) {
	for a := range outer.locks {
		for b := range inner.locks {
			s.orders[[2]string{a, b}] = true
		}
	}
}

func (s *summary) add(other *summary) {
	maps.Copy(s.accesses, other.accesses)
	maps.Copy(s.writing, other.writing)
	maps.Copy(s.orders, other.orders)
	maps.Copy(s.sends, other.sends)
	maps.Copy(s.receives, other.receives)
	maps.Copy(s.closes, other.closes)
	maps.Copy(s.awaits, other.awaits)
	maps.Copy(s.signals, other.signals)
	maps.Copy(s.adds, other.adds)
	maps.Copy(s.joins, other.joins)
	for lock, n := range other.locks {
		s.locks[lock] += n
	}
	s.starts = s.starts || other.starts
	s.tries = s.tries || other.tries
}

func newSummary() *summary {
	return &summary{
		accesses: make(map[access]bool), locks: make(map[string]int), writing: make(map[string]bool), orders: make(map[[2]string]bool),
		awaits: make(map[string]bool), signals: make(map[string]bool), adds: make(map[string]bool), joins: make(map[string]bool),
		sends: make(map[channel]bool), receives: make(map[channel]bool), closes: make(map[channel]bool),
		behind: make(map[access][]premise), ordering: make(map[[2]string][]premise),
	}
}

// writes reports whether a method changes a field.
func (s *summary) writes() bool {
	return s.anyAccess(func(a access) bool { return a.write })
}

// anyAccess reports whether one of the accesses is such.
func (s *summary) anyAccess(is func(access) bool) bool {
	for a := range s.accesses {
		if is(a) {
			return true
		}
	}
	return false
}

// onlyReads reports whether a method reads fields and does nothing else that is
// seen.
func (s *summary) onlyReads() bool {
	return len(s.accesses) > 0 && !s.writes() && !s.starts && len(s.sends)+len(s.receives)+len(s.closes) == 0
}

// kind is equal for methods that do the same to shared memory.
func (s *summary) kind() string {
	if s.known == "" {
		s.known = s.described()
	}
	return s.known
}

func (s *summary) described() string {
	return fmt.Sprint(s.accesses, s.locks, s.writing, s.orders, s.sends, s.receives, s.closes, s.awaits, s.signals, s.adds, s.joins, s.starts)
}

// A summarizer keeps what it knows of functions by the locks that are held when
// they are called.
type summarizer struct {
	in     *loaded
	done   map[summaryKey]*summary
	places map[place][]string // locks that are always held there; nil if they are not asked for
	outer  map[[2]string]bool // a field, and a type that has its struct as a field
	opaque map[string]bool    // fields with an interface: users may have made what is in them

	taken map[string]ssa.Value // where a lock that is held was taken last

	variables bool // whether only places of variables of packages are noted
	returned  bool // whether only what is done before a call returns counts, not what goroutines do

	premises bool      // whether they are asked for
	behind   []premise // those of the instruction that is looked at
}

// A place is where a field is accessed.
type place struct {
	field string // without what it refers to
	write bool
	at    token.Pos
}

// access notes one, at a position that may not be known.
func (s *summarizer) access(sum *summary, one access, held []string, at ...token.Pos) {
	sum.accesses[one] = true
	if s.premises {
		note(sum.behind, one, s.behind)
	}
	known := slices.IndexFunc(at, token.Pos.IsValid)
	if s.places == nil || known < 0 || s.variables && !one.variable {
		return
	}
	where := place{strings.TrimSuffix(one.field, "[]"), one.write, at[known]}
	if before, seen := s.places[where]; seen {
		held = slices.DeleteFunc(slices.Clone(before), func(lock string) bool { return !slices.Contains(held, lock) })
	}
	s.places[where] = slices.Clone(held)
}

type summaryKey struct {
	fn    *ssa.Function
	locks string
}

// deepestCall is how far calls are followed.
const deepestCall = 6

func (s *summarizer) of(fn *ssa.Function, held []string, depth int) *summary {
	key := summaryKey{fn, joined(held)}
	if known := s.done[key]; known != nil {
		return known
	}
	sum := newSummary()
	s.done[key] = sum
	deepest := deepestCall
	if s.premises {
		deepest *= 2 // calls of an interface's methods are followed as well
	}
	if depth > deepest || len(fn.Blocks) == 0 {
		return sum
	}
	var behind [][]premise
	if s.premises {
		behind = premisesOf(fn)
		defer func(outer []premise) { s.behind = outer }(s.behind)
	}
	at := make([][]string, len(fn.Blocks))
	reached := make([]bool, len(fn.Blocks))
	at[0], reached[0] = held, true
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	for rounds := 0; len(work) > 0 && rounds < 20*len(fn.Blocks); rounds++ {
		block := work[0]
		work = work[1:]
		locks := slices.Clone(at[block.Index])
		if s.premises {
			s.behind = behind[block.Index]
		}
		for _, instr := range block.Instrs {
			locks = s.instruction(sum, instr, locks, depth)
		}
		for _, next := range block.Succs {
			meet := locks
			if reached[next.Index] {
				meet = slices.DeleteFunc(slices.Clone(at[next.Index]), func(l string) bool { return !slices.Contains(locks, l) })
				if len(meet) == len(at[next.Index]) {
					continue
				}
			}
			at[next.Index], reached[next.Index] = slices.Clone(meet), true
			work = append(work, next)
		}
	}
	return sum
}

func joined(locks []string) string {
	text := ""
	for _, lock := range slices.Sorted(slices.Values(locks)) {
		text += lock + " "
	}
	return text
}

// isReceiver reports whether a value is the struct that a method is called on.
func isReceiver(value ssa.Value) bool {
	param, ok := value.(*ssa.Parameter)
	if !ok || param.Parent().Signature.Recv() == nil || param != param.Parent().Params[0] {
		return false
	}
	_, ok = deref(param.Type()).Underlying().(*types.Struct)
	return ok
}

func (s *summarizer) instruction(sum *summary, instr ssa.Instruction, held []string, depth int) []string {
	switch i := instr.(type) {
	case *ssa.IndexAddr:
		_, given := i.Index.(*ssa.Parameter)
		sum.indexed = sum.indexed || given && len(held) == 0 && field(i.X) != ""
	case *ssa.Store:
		if len(held) == 0 && isReceiver(i.Addr) {
			sum.replaces = true
			sum.relocks = sum.relocks || holdsLock(deref(i.Addr.Type()))
		}
		if field, ok := i.Addr.(*ssa.FieldAddr); ok && len(held) == 0 && isReceiver(field.X) && guards(deref(i.Addr.Type())) {
			sum.relocks = true
		}
		s.touch(sum, i.Addr, true, held, i.Pos())
	case *ssa.MapUpdate:
		s.refers(sum, i.Map, true, held, i.Pos())
	case *ssa.Lookup:
		s.refers(sum, i.X, false, held, i.Pos())
	case *ssa.Range:
		s.refers(sum, i.X, false, held, i.Pos())
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			s.touch(sum, i.X, false, held, i.Pos())
		case token.ARROW:
			sum.receives[channelOf(i.X)] = true
			sum.awaits[field(i.X)] = true
		}
	case *ssa.Send:
		sum.sends[channelOf(i.Chan)] = true
	case *ssa.Select:
		for _, state := range i.States {
			if state.Dir == types.SendOnly {
				sum.sends[channelOf(state.Chan)] = true
				if !i.Blocking { // nothing is sent if none waits
					sum.signals[field(state.Chan)] = true
				}
			} else {
				sum.receives[channelOf(state.Chan)] = true
				if i.Blocking {
					sum.awaits[field(state.Chan)] = true
				}
			}
		}
	case *ssa.Go:
		sum.starts = true
		if !s.returned {
			s.follow(sum, i.Common(), nil, depth)
		}
	case *ssa.Defer:
		if name := lockOf(i.Common()); name == "" {
			s.follow(sum, i.Common(), held, depth)
		}
	case *ssa.Call:
		return s.call(sum, i, held, depth)
	}
	return held
}

func (s *summarizer) call(sum *summary, made *ssa.Call, held []string, depth int) []string {
	call := made.Common()
	if builtin, ok := call.Value.(*ssa.Builtin); ok {
		switch builtin.Name() {
		case "close":
			sum.closes[channelOf(call.Args[0])] = true
		case "delete", "clear", "copy":
			s.refers(sum, call.Args[0], true, held, call.Pos())
		case "len":
			if _, slice := call.Args[0].Type().Underlying().(*types.Slice); !slice { // the field itself has that of a slice
				s.refers(sum, call.Args[0], false, held, call.Pos())
			}
		}
		if name := builtin.Name(); (name == "copy" || name == "append") && len(call.Args) > 1 {
			s.refers(sum, call.Args[1], false, held, call.Pos())
		}
		if builtin.Name() == "append" {
			if left := shortened(call.Args[0], make(map[ssa.Value]bool)); left != nil {
				s.refers(sum, left, true, held, call.Pos())
			}
		}
		return held
	}
	if name := atomicOf(call); name != "" {
		word := field(call.Args[0])
		one := access{word, !strings.HasPrefix(name, "Load"), atomics + " ", isVariable(call.Args[0])}
		if _, own := call.Args[0].(*ssa.FieldAddr); own {
			s.access(sum, one, []string{atomics}, call.Pos())
		} else {
			sum.accesses[one] = true // of what a pointer in the field refers to
		}
		sum.locks[word]++
		return held
	}
	switch lockOf(call) {
	case "TryLock", "TryRLock":
		sum.tries = true
		return held
	case "Lock":
		return s.lock(sum, call.Args[0], "", held)
	case "RLock":
		return s.lock(sum, call.Args[0], readHeld, held)
	case "Unlock", "RUnlock":
		lock := field(call.Args[0]) + objectOf(call.Args[0])
		return slices.DeleteFunc(slices.Clone(held), func(l string) bool { return strings.TrimSuffix(l, readHeld) == lock })
	}
	switch conditionOf(call) {
	case "Wait":
		sum.awaits[field(call.Args[0])] = true
	case "Signal", "Broadcast":
		sum.signals[field(call.Args[0])] = true
	}
	switch methodOf(call, "*sync.WaitGroup") {
	case "Add", "Go":
		sum.adds[field(call.Args[0])] = true
	case "Wait":
		sum.joins[field(call.Args[0])] = true
	}
	if started := startedIn(made); started != nil {
		sum.starts = true
		if !s.returned {
			s.join(sum, s.of(started, nil, depth+1), nil)
		}
		return held
	}
	s.lent(sum, call, held)
	s.comparing(sum, call, held, depth)
	s.follow(sum, call, held, depth)
	if fn := call.StaticCallee(); fn != nil && fn.String() == "(*sync.Once).Do" {
		if given := functionOf(call.Args[1]); given != nil {
			s.join(sum, s.of(given, held, depth+1), nil)
		}
	}
	return held
}

// shortened is the slice expression that what is appended to begins with, as in append(x.all[:i],
// x.all[i+1:]...): it writes elements of the whole slice. It is nil if there is none.
func shortened(value ssa.Value, seen map[ssa.Value]bool) ssa.Value {
	if seen[value] {
		return nil
	}
	seen[value] = true
	switch v := value.(type) {
	case *ssa.Slice:
		if v.High != nil && v.Max == nil {
			return v
		}
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if found := shortened(edge, seen); found != nil {
				return found
			}
		}
	case *ssa.Call:
		if builtin, ok := v.Call.Value.(*ssa.Builtin); ok && builtin.Name() == "append" {
			return shortened(v.Call.Args[0], seen)
		}
	}
	return nil
}

// Packages of the library whose types and functions read and write what their callers
// own, and the names of those that only read.
var (
	lentPackages = []string{"bufio", "bytes", "container/heap", "container/list", "container/ring", "maps", "math/rand", "math/rand/v2", "slices", "sort", "strings"}
	lentReads    = regexp.MustCompile(`^(Len|Cap|Size|Front|Back|Next|Prev|String|Bytes|Available|Buffered|Peek|Search|Binary|Is|Contains|Index|Last|Count|Equal|Compare|Has|Clone|Keys|Values|All|Min|Max|Sorted|Collect|Join|Repeat|Fields|Split|SliceIs|IntsAre|Float64sAre|StringsAre)`)
)

// lent notes what a call of such a method or function does with a field.
func (s *summarizer) lent(sum *summary, call *ssa.CallCommon, held []string) {
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 || !slices.Contains(lentPackages, packageOf(fn)) {
		return
	}
	given := call.Args[0]
	if boxed, ok := given.(*ssa.MakeInterface); ok {
		given = boxed.X
	}
	switch given.Type().Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		s.refers(sum, given, !lentReads.MatchString(fn.Name()), held, call.Pos())
	}
}

// Packages of the library whose functions call those that they are given before they return.
var callingPackages = []string{"bytes", "maps", "slices", "sort", "strings"}

// comparing adds what the functions do that such a call is given: a comparison of elements has the
// locks that are held around the sort.
func (s *summarizer) comparing(sum *summary, call *ssa.CallCommon, held []string, depth int) {
	fn := call.StaticCallee()
	if fn == nil || fn.Signature.Recv() != nil || !slices.Contains(callingPackages, packageOf(fn)) {
		return
	}
	for _, arg := range call.Args {
		if given := functionOf(arg); given != nil {
			s.join(sum, s.of(given, held, depth+1), nil)
		}
	}
}

// follow adds what the functions of the module do that a call may reach.
func (s *summarizer) follow(sum *summary, call *ssa.CallCommon, held []string, depth int) {
	given := call.Args
	if call.IsInvoke() {
		given = slices.Concat([]ssa.Value{call.Value}, call.Args)
		for _, one := range call.Args {
			switch one.Type().Underlying().(type) {
			case *types.Slice, *types.Map:
				if s.premises {
					s.refers(sum, one, false, held, call.Pos()) // it may read all of it
				}
			}
		}
	}
	for _, fn := range s.in.callees(call) {
		called := s.of(fn, passed(call, fn, held), depth+1)
		s.join(sum, called, given)
		if len(call.Args) > 0 && fn.Signature.Recv() != nil && !call.IsInvoke() {
			sum.replaces = sum.replaces || called.replaces && isReceiver(call.Args[0])
			sum.relocks = sum.relocks || called.relocks && isReceiver(root(call.Args[0]))
		}
	}
}

// conditionOf is the method of a sync.Cond that a call is of, or "".
func conditionOf(call *ssa.CallCommon) string { return methodOf(call, "*sync.Cond") }

// methodOf is the method of one of these types that a call is of, or "".
func methodOf(call *ssa.CallCommon, receivers ...string) string {
	fn := call.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || len(call.Args) == 0 || !slices.Contains(receivers, fn.Signature.Recv().Type().String()) {
		return ""
	}
	return fn.Name()
}

// packageOf is the path of a function's package, also of an instance of a generic one,
// or "".
func packageOf(fn *ssa.Function) string {
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	if fn.Pkg == nil {
		return ""
	}
	return fn.Pkg.Pkg.Path()
}

// atomicOf is the operation of package sync/atomic, or the method of a sync.Map,
// that a call is of, or "".
func atomicOf(call *ssa.CallCommon) string {
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 {
		return ""
	}
	pkg := packageOf(fn)
	recv := fn.Signature.Recv()
	if pkg == "sync/atomic" || recv != nil && recv.Type().String() == "*sync.Map" {
		return fn.Name()
	}
	return ""
}

// atomics stand for the lock of what is accessed atomically.
const atomics = "atomic"

// touch notes an access of a field, or of an element that a field refers to.
func (s *summarizer) touch(sum *summary, addr ssa.Value, write bool, held []string, at token.Pos) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		local, fresh := addr.X.(*ssa.Alloc)
		if fresh && !local.Heap {
			return
		}
		where := []token.Pos{addr.Pos(), at}
		if fresh || isGivenOption(addr) || isFilled(addr) {
			where = nil // others do not know the object, or no lock of it is meant
		}
		if s.places != nil {
			if types.IsInterface(deref(addr.Type())) {
				s.opaque[field(addr)] = true
			}
			for inner, ok := addr.X.(*ssa.FieldAddr); ok; inner, ok = inner.X.(*ssa.FieldAddr) {
				of, _, _ := strings.Cut(field(inner), ".")
				s.outer[[2]string{field(addr), of}] = true
			}
		}
		if element, ok := addr.X.(*ssa.IndexAddr); ok {
			s.refers(sum, element.X, write, held, addr.Pos())
		}
		held = heldFor(ownerOf(field(addr)), objectOf(addr), held)
		s.access(sum, access{field(addr), write, joined(held), isVariable(addr)}, held, where...)
	case *ssa.IndexAddr:
		s.refers(sum, addr.X, write, held, addr.Pos())
	case *ssa.Global:
		held = heldFor("", "", held)
		s.access(sum, access{addr.String(), write, joined(held), true}, held, at)
	}
}

// isGivenOption reports whether a field is an exported one of another object that a method is
// given. Its caller sets that without a lock.
func isGivenOption(addr *ssa.FieldAddr) bool {
	of, ok := deref(addr.X.Type()).Underlying().(*types.Struct)
	given := objectOf(addr)
	return ok && of.Field(addr.Field).Exported() && given != "" && given != ofObject
}

// copyToWords are the names of methods that write to an object that they are given: it is new, or its
// caller's own.
var copyToWords = regexp.MustCompile(`(?i)^(copy|clone|dump|export)\w*to$`)

// isFilled reports whether a value is of an object that a method such as CopyInto is given to write to.
func isFilled(value ssa.Value) bool {
	given := objectOf(value)
	return given != "" && given != ofObject && copyToWords.MatchString(value.Parent().Name())
}

// refers notes an access of what a map or slice refers to, if a field has it.
func (s *summarizer) refers(sum *summary, value ssa.Value, write bool, held []string, at token.Pos) {
	name := field(value)
	if name == "" && s.premises {
		name = parameterName(value)
	}
	if name != "" {
		held = heldFor(ownerOf(name), objectOf(value), held)
		where := []token.Pos{at, value.Pos()}
		if isFilled(value) {
			where = nil
		}
		s.access(sum, access{name + "[]", write, joined(held), isVariable(value)}, held, where...)
	}
}

// field is the name of the field, with its type, or of the package variable,
// that a value is of or was read from; "" for others.
func field(value ssa.Value) string {
	switch value := value.(type) {
	case *ssa.FieldAddr:
		pointer, ok := value.X.Type().Underlying().(*types.Pointer)
		if !ok {
			return ""
		}
		structure, ok := pointer.Elem().Underlying().(*types.Struct)
		if !ok {
			return ""
		}
		of := origin(pointer.Elem())
		if outer := field(value.X); of == "struct" && outer != "" {
			of = outer
		}
		return of + "." + structure.Field(value.Field).Name()
	case *ssa.UnOp:
		return field(value.X)
	case *ssa.IndexAddr:
		return field(value.X)
	case *ssa.ChangeType:
		return field(value.X)
	case *ssa.Slice:
		return field(value.X)
	case *ssa.Global:
		return value.String()
	}
	return ""
}

// isVariable reports whether a value is of a variable of a package, or was read
// from one.
func isVariable(value ssa.Value) bool {
	for {
		switch v := root(value).(type) {
		case *ssa.Global:
			return true
		case *ssa.Slice:
			value = v.X
		case *ssa.ChangeType:
			value = v.X
		default:
			return false
		}
	}
}

// root is what a value is a part of, or was read from.
func root(value ssa.Value) ssa.Value {
	for {
		switch v := value.(type) {
		case *ssa.FieldAddr:
			value = v.X
		case *ssa.UnOp:
			value = v.X
		case *ssa.IndexAddr:
			value = v.X
		default:
			return value
		}
	}
}

func origin(typ types.Type) string {
	if named, ok := types.Unalias(typ).(*types.Named); ok {
		return named.Origin().Obj().Name()
	}
	return "struct"
}
