package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A guard is a field that methods write while they hold a lock of the same
// object, or atomically, or a variable of the package with a lock that is one as
// well: an access without it, at the same time as one of these, is an oversight. A
// lock of another object, which its methods happen to hold, says nothing. Most accesses
// hold it, or those of most functions; or all writes do, and one of them is in a method that sets an option: a lock
// is taken there since others use the option meanwhile, however many forget it. One atomic write is enough: a
// field that one goroutine has for itself needs none. Where fewer hold one, or none that writes, it only shows
// that the field may be shared, as documentation may say.
type guard struct {
	Field string   `json:"field"` // Type.name, or package.name of a variable
	Lock  string   `json:"lock"`  // the same, or atomic
	Held  []string `json:"held"`  // FILE:LINE of accesses that always hold it
	Bare  []string `json:"bare"`  // of the others
	Few   bool     `json:"few,omitempty"`
	Loop  bool     `json:"loop,omitempty"` // the field is a flag that a loop waits for: held are its reads, bare the writes

	Returned []string `json:"returned,omitempty"` // FILE:LINE of methods that return its slice or map itself
	Opaque   bool     `json:"opaque,omitempty"`   // the field has an interface: users may have made what is in it
}

// guards are those of the fields that methods, and goroutines of the package,
// access, and of the variables that its functions do as well. What constructors do
// with fields is done before others know the object, and so is what a method does
// that begins with it, other than in goroutines that it starts.
func (pr *prober) guards() []guard {
	s := pr.noting()
	for _, root := range pr.entries() {
		s.of(root, nil, 0)
		for _, inner := range iterators(root) {
			s.of(inner, nil, 0)
		}
	}
	s.variables = true
	pr.noteFunctions(s)
	set := pr.setUnderLocks()
	byField, returned := pr.byField(s), pr.returnedBy()
	found := append([]guard{}, pr.awaited(s)...)
	for _, name := range slices.Sorted(maps.Keys(byField)) {
		lock, written := s.guarding(name, byField[name])
		if lock == "" || lock == name || pr.isOfLock(lock) {
			continue
		}
		one := guard{Field: path.Base(name), Lock: path.Base(lock), Bare: []string{}, Returned: returned[name], Opaque: s.opaque[name]}
		always := set[[2]string{name, lock}] // for writes
		holding, lacking := make(map[*ast.FuncDecl]bool), make(map[*ast.FuncDecl]bool)
		for _, where := range byField[name] {
			at := line(pr.p.Fset, where.at)
			if slices.Contains(s.guardedBy(where), lock) || pr.isForHolders(s, where, lock) {
				one.Held = append(one.Held, at)
				holding[pr.functionAt(where.at)] = true
			} else if !pr.isBeginning(where.at) {
				one.Bare = append(one.Bare, at)
				lacking[pr.functionAt(where.at)] = true
				always = always && !where.write
			}
		}
		one.sort()
		one.Few = !written || !always && lock != atomics && len(one.Held) < len(one.Bare) && len(holding) <= len(lacking)
		if len(one.Bare)+len(one.Returned) > 0 {
			found = append(found, one)
		}
	}
	return append(found, pr.within(found, returned)...)
}

// noting is a summarizer that notes where fields are accessed.
func (pr *prober) noting() *summarizer {
	return &summarizer{in: pr.in, done: make(map[summaryKey]*summary), places: make(map[place][]string), outer: make(map[[2]string]bool), opaque: make(map[string]bool)}
}

// noteFunctions notes what the exported functions of the package access.
func (pr *prober) noteFunctions(s *summarizer) {
	for _, fn := range pr.userFunctions() {
		if root := pr.in.sources()[fn.FullName()]; root != nil {
			s.of(root, nil, 0)
		}
	}
}

// byField are the accesses that were noted, without those of files for tests.
func (pr *prober) byField(s *summarizer) map[string][]place {
	found := make(map[string][]place)
	for where := range s.places {
		if file := pr.in.fileAt(pr.p.Fset, where.at); file == nil || !importsTesting(file) {
			found[where.field] = append(found[where.field], where)
		}
	}
	return found
}

// sort has each place once, in order.
func (g *guard) sort() {
	slices.Sort(g.Held)
	slices.Sort(g.Bare)
	g.Held, g.Bare = slices.Compact(g.Held), slices.Compact(g.Bare)
}

// within are the guards of what documented types have in objects of other types, whose fields
// others may use without that lock: a list of which all calls of a queue but one hold its lock.
func (pr *prober) within(known []guard, returned map[string][]string) []guard {
	var found []guard
	for _, typ := range pr.types {
		if typ.named == nil || typ.omitted != "" || !typ.promises() {
			continue
		}
		s := pr.noting()
		for _, fn := range pr.functionsOf(typ) {
			if root := pr.in.sources()[fn.Origin().FullName()]; root != nil {
				s.of(root, nil, 0)
			}
		}
		byField := pr.byField(s)
		for _, name := range slices.Sorted(maps.Keys(byField)) {
			if ownerOf(name) == typ.name || slices.ContainsFunc(known, func(g guard) bool { return g.Field == path.Base(name) }) {
				continue
			}
			one := pr.guardOfWrites(s, name, byField[name])
			if one.Lock != "" {
				one.Returned = returned[name]
			}
			if len(one.Bare)+len(one.Returned) > 0 {
				found = append(found, one)
			}
		}
	}
	return found
}

// promises reports whether documentation of the type, or of a method, promises something.
func (typ *probed) promises() bool {
	for _, said := range typ.methods {
		if said.Kind != "tested" {
			return true
		}
	}
	return typ.isDocumented()
}

// guardOfWrites is that of a field which writes hold one lock for, and no other one; it has no
// accesses if there is none.
func (pr *prober) guardOfWrites(s *summarizer, field string, accesses []place) guard {
	locks := make(map[string]bool)
	for _, where := range accesses {
		for _, lock := range s.guardedBy(where) {
			if lock != atomics && where.write {
				locks[lock] = true
			}
		}
	}
	one := guard{Field: path.Base(field), Bare: []string{}, Few: true, Opaque: s.opaque[field]}
	if len(locks) != 1 {
		return one
	}
	for lock := range locks {
		one.Lock = path.Base(lock)
		for _, where := range accesses {
			if at := line(pr.p.Fset, where.at); slices.Contains(s.guardedBy(where), lock) {
				one.Held = append(one.Held, at)
			} else {
				one.Bare = append(one.Bare, at)
			}
		}
	}
	one.sort()
	return one
}

// functionAt is the declaration of the function that a position of the module is in.
func (pr *prober) functionAt(pos token.Pos) *ast.FuncDecl {
	if file := pr.in.fileAt(pr.p.Fset, pos); file != nil {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() {
				return fn
			}
		}
	}
	return nil
}

// fileAt is the file of a loaded package that a position is in, or nil.
func (in *loaded) fileAt(fset *token.FileSet, pos token.Pos) *ast.File {
	if in.files == nil {
		in.files = make(map[*token.File]*ast.File)
		for _, p := range in.pkgs {
			for _, file := range p.Syntax {
				in.files[fset.File(file.FileStart)] = file
			}
		}
	}
	return in.files[fset.File(pos)]
}

// reuseWords say of a method that it makes an object usable again that was ended.
var reuseWords = regexp.MustCompile(`(?i)\bafter\s+(an?\s+|the\s+)?(call\s+(of|to)\s+)?\[?\w*\.?(close|stop|shutdown)\b|\b(re-?use[ds]?|re-?using|re-?usable)\b|\bback\s+(in)?to\s+(the|a|its)\s+pool\b`)

// isBeginning reports whether a position is in a method that begins with the object, also
// after its end, and not in a goroutine that it starts.
func (pr *prober) isBeginning(pos token.Pos) bool {
	fn := pr.functionAt(pos)
	if fn == nil || fn.Recv == nil {
		return false
	}
	again := resetWords.MatchString(fn.Name.Name) && reuseWords.MatchString(plainText(fn.Doc.Text()))
	if !again && !slices.Contains(beginNames, fn.Name.Name) {
		return false
	}
	started := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if one, ok := n.(*ast.GoStmt); ok && one.Pos() <= pos && pos < one.End() {
			started = true
		}
		return !started
	})
	return !started
}

// isForHolders reports whether a place is in an exported function that is also called with a lock
// held, where callers from elsewhere can hold it as well: the field that has it is exported, or
// embeds it.
func (pr *prober) isForHolders(s *summarizer, where place, lock string) bool {
	fn := pr.functionAt(where.at)
	if fn == nil || !fn.Name.IsExported() || !token.IsExported(lock[strings.LastIndex(lock, ".")+1:]) {
		return false
	}
	for called := range s.done {
		holding := slices.ContainsFunc(strings.Fields(called.locks), func(held string) bool {
			name, _ := split(held)
			return name == lock || name == lock+readHeld && !where.write
		})
		if holding && called.fn.Syntax() == ast.Node(fn) {
			return true
		}
	}
	return false
}

// isOfLock reports whether a lock is that within another one, a type with methods Lock
// and Unlock of which one is its own: callers of its other methods hold it.
func (pr *prober) isOfLock(lock string) bool {
	name, _, _ := strings.Cut(path.Base(lock), ".")
	typ := pr.known(name)
	if typ == nil {
		return false
	}
	own, has := false, make(map[string]bool)
	for _, fn := range pr.functionsOf(typ) {
		has[fn.Name()] = true
		own = own || fn.Name() == "Lock" && fn.Pkg() != nil && fn.Pkg().Path() == pr.p.PkgPath
	}
	return own && has["Unlock"]
}

// setUnderLocks are the fields that methods set, each with a lock that such a method
// holds then.
func (pr *prober) setUnderLocks() map[[2]string]bool {
	found := make(map[[2]string]bool)
	for _, typ := range pr.types {
		if typ.named == nil {
			continue
		}
		for _, fn := range pr.functionsOf(typ) {
			if !strings.HasPrefix(fn.Name(), "Set") || !setWords.MatchString(fn.Name()) {
				continue
			}
			for a := range pr.summaryOf(fn).accesses {
				owner := a.field[:strings.LastIndex(a.field, ".")+1]
				for _, lock := range strings.Fields(a.locks) {
					if a.write && owner != "" && strings.HasPrefix(lock, owner) && !strings.HasSuffix(lock, readHeld) {
						found[[2]string{strings.TrimSuffix(a.field, "[]"), lock}] = true
					}
				}
			}
		}
	}
	return found
}

// guardedBy are the locks that guard an access: a lock that is held for reading
// does not guard a write.
func (s *summarizer) guardedBy(where place) []string {
	var found []string
	for _, lock := range s.places[where] {
		if name, reading := strings.CutSuffix(lock, readHeld); !reading || !where.write {
			found = append(found, name)
		}
	}
	return found
}

// guarding is the lock that most accesses of a field hold, of the same object or the
// struct that the field is within, and whether one that writes it does; "" for none.
// Locks that writes hold come first.
func (s *summarizer) guarding(field string, accesses []place) (string, bool) {
	counts, writes := make(map[string]int), make(map[string]bool)
	for _, where := range accesses {
		for _, lock := range s.guardedBy(where) {
			counts[lock]++
			writes[lock] = writes[lock] || where.write
		}
	}
	best := ""
	for _, lock := range slices.Sorted(maps.Keys(counts)) {
		owner := ownerOf(lock)
		within := strings.HasPrefix(field, owner+".") || s.outer[[2]string{field, owner}]
		better := best == "" || writes[lock] && !writes[best] || writes[lock] == writes[best] && counts[lock] > counts[best]
		if lock != "" && (within || lock == atomics) && better {
			best = lock
		}
	}
	return best, writes[best]
}

// userFunctions are the exported functions of the package, without those of tests.
func (pr *prober) userFunctions() []*types.Func {
	var found []*types.Func
	scope := pr.p.Types.Scope()
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok && fn.Exported() && !inTests(pr.p.Fset, fn.Pos()) {
			found = append(found, fn)
		}
	}
	return found
}

// iterators are the functions that a function makes if it returns one: its caller calls them, as a
// loop over an iterator does.
func iterators(fn *ssa.Function) []*ssa.Function {
	for result := range fn.Signature.Results().Variables() {
		if _, ok := result.Type().Underlying().(*types.Signature); ok {
			return fn.AnonFuncs
		}
	}
	return nil
}

// entries are the functions of the package that begin without a lock: methods
// that others call, and what runs in goroutines of its own.
func (pr *prober) entries() []*ssa.Function {
	var found []*ssa.Function
	scope := pr.p.Types.Scope()
	for _, name := range scope.Names() {
		if of, ok := scope.Lookup(name).(*types.TypeName); ok && !of.IsAlias() && !types.IsInterface(of.Type()) {
			for _, sel := range exportedMethods(of.Type()) {
				if fn := pr.in.sources()[sel.Obj().(*types.Func).Origin().FullName()]; fn != nil {
					found = append(found, fn)
				}
			}
		}
	}
	for _, fn := range pr.in.sources() {
		if fn.Pkg == nil || fn.Pkg.Pkg.Path() != pr.p.PkgPath || inTests(pr.p.Fset, fn.Pos()) {
			continue
		}
		for instr := range instructions(fn) {
			if started, ok := instr.(*ssa.Go); ok {
				if of := started.Common().StaticCallee(); of != nil {
					found = append(found, of)
				}
			}
		}
	}
	return found
}
