package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// An evidence is a reason to think that a type may be used by several
// goroutines at once.
type evidence struct {
	Kind  string `json:"kind"` // documented, package documented, tested, guarded, own goroutine, one caller, left early, abandoned, ended, serves
	Text  string `json:"text"` // a sentence, a method that is called, or a field
	Place string `json:"place"`
	// Of documentation of the type: a call that it need not speak of, and why. Of an object that
	// was ended: what may have to release its goroutines, and why
	Call string `json:"call,omitempty"`
	Why  string `json:"why,omitempty"` // given away, set up, element; or that of a reservation
	// Of an object that was ended: where its goroutines are started
	Places []string `json:"places,omitempty"`
	once   bool     // of a method, but not of two calls of it
}

// typesOf are the types that a declaration has, with their documentation, which may
// be nil.
func typesOf(decl ast.Decl) iter.Seq2[*ast.TypeSpec, *ast.CommentGroup] {
	return func(yield func(*ast.TypeSpec, *ast.CommentGroup) bool) {
		decl, ok := decl.(*ast.GenDecl)
		if !ok {
			return
		}
		for _, spec := range decl.Specs {
			if of, ok := spec.(*ast.TypeSpec); ok && !yield(of, cmp.Or(of.Doc, decl.Doc)) {
				return
			}
		}
	}
}

// documents reads what speaks for and against using a type from several
// goroutines.
func (pr *prober) documents(typ *probed) {
	name := typ.name
	add := func(kind, text, place string) {
		typ.evidence = append(typ.evidence, evidence{Kind: kind, Text: text, Place: place})
	}
	typ.methods = make(map[string]evidence)
	for _, file := range pr.p.Syntax {
		if inTests(pr.p.Fset, file.Pos()) {
			continue
		}
		for _, decl := range file.Decls {
			for of, doc := range typesOf(decl) {
				if typ.named != nil && of.Name.Name == name {
					pr.read(doc, typ, subject{typ: name}, add)
					pr.readOfMethods(doc, typ)
				}
			}
			if fn, ok := decl.(*ast.FuncDecl); ok && typ.named != nil && fn.Recv == nil && (strings.HasPrefix(fn.Name.Name, "New") && makes(pr.p, fn, typ.named) || slices.ContainsFunc(typ.makers, func(maker *types.Func) bool { return maker == pr.p.TypesInfo.Defs[fn.Name] })) {
				pr.read(fn.Doc, typ, subject{name, fn.Name.Name}, add)
			}
		}
		if text := (subject{}).promise(file.Doc.Text()); text != "" && pr.isAbout(typ, text) {
			add("package documented", text, line(pr.p.Fset, file.Doc.Pos()))
		}
	}
	if text, place := pr.readme(); text != "" && pr.isAbout(typ, text) {
		add("package documented", text, place)
	}
	for key, sites := range pr.sites {
		method, ok := strings.CutPrefix(key, name+".")
		i := slices.IndexFunc(sites, func(s site) bool { return s.shared && s.isTest })
		if ok && i >= 0 && typ.methods[method].Kind == "" {
			s := sites[i]
			typ.methods[method] = evidence{Kind: "tested", Text: printed(s.p.Fset, s.call.Fun, nil), Place: line(s.p.Fset, s.call.Pos())}
		}
	}
	for _, fn := range pr.functionsOf(typ) {
		if text := (subject{fn: fn.Name()}).promise(pr.docOf(fn)); text != "" {
			typ.methods[fn.Name()] = evidence{Kind: "methods documented", Text: text, Place: line(pr.p.Fset, fn.Pos())}
		}
	}
	pr.implemented(typ)
	guard, place := "", ""
	if typ.named != nil {
		guard, place = pr.guard(typ.named)
		if guard == "" {
			guard, place = pr.atomicField(typ)
		}
	} else {
		guard, place = pr.guardingVariable()
	}
	if guard != "" {
		add("guarded", guard, place)
	} else if fn := pr.sharing(typ); fn != nil {
		add("own goroutine", fn.Name(), line(pr.p.Fset, fn.Pos()))
	}
}

// sharing is a method that starts a goroutine which uses fields of the object, or nil.
func (pr *prober) sharing(typ *probed) *types.Func {
	for _, fn := range pr.functionsOf(typ) {
		source := pr.in.sources()[fn.Origin().FullName()]
		if typ.named == nil || source == nil {
			continue
		}
		for instr := range instructions(source) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			started := startedIn(call)
			if started == nil {
				continue
			}
			for a := range pr.summaries.of(started, nil, 0).accesses {
				if strings.HasPrefix(a.field, typ.name+".") {
					return fn
				}
			}
		}
	}
	return nil
}

// readOfMethods reads what the documentation of a type promises of methods that it names.
func (pr *prober) readOfMethods(doc *ast.CommentGroup, typ *probed) {
	for _, fn := range pr.functionsOf(typ) {
		if text := (subject{fn: fn.Name()}).promiseByName(doc.Text()); text != "" {
			typ.methods[fn.Name()] = evidence{Kind: "methods documented", Text: text, Place: line(pr.p.Fset, doc.Pos())}
		}
	}
}

// evidenceOf is what says that the calls of a scenario may be made at the same
// time: of the type, or of another one if all are calls of an object that one
// of its methods gave away. A test says it of the methods that it calls, and the
// documentation of a method of this method. Goroutines may share an object of which
// each uses the element with its own number: two calls with one say nothing. Calls of objects that
// each goroutine makes for itself are calls of what makes them.
func (pr *prober) evidenceOf(typ *probed, shape [][]boundCall) []evidence {
	var operations []*operation
	for _, calls := range shape {
		for _, call := range calls {
			if parent := call.operation.parent; parent != nil {
				operations = append(operations, parent)
			} else {
				operations = append(operations, call.operation)
			}
		}
	}
	owner := operations[0].owner
	if owner != "" && !slices.ContainsFunc(operations, func(o *operation) bool { return o.owner != owner }) {
		typ = pr.known(owner)
		if typ == nil || typ.omitted != "" {
			return nil
		}
	}
	if len(typ.evidence) == 1 && typ.evidence[0].Kind == "own goroutine" && !slices.ContainsFunc(operations, func(o *operation) bool { return o.sum.starts }) {
		return nil // no reason for calls without that goroutine
	}
	all := append(slices.Clone(typ.evidence), ofMethods(typ, operations)...)
	if call, why := pr.unsaid(typ, operations); why != "" {
		for i := range all {
			if all[i].Kind == "documented" {
				all[i].Kind, all[i].Call, all[i].Why = "documented of use", call, why
			}
		}
	}
	return all
}

// ofMethods is what is said of all methods that are called, from the one of which least is
// said: a test calls it in a goroutine, an interface of the package promises it, its own
// documentation does.
func ofMethods(typ *probed, operations []*operation) []evidence {
	least := []string{"tested", "documented", "methods documented"}
	var all []evidence
	calls := make(map[string]int)
	for _, one := range operations {
		if one.fn == nil {
			continue
		}
		said, ok := typ.methods[one.fn.Name()]
		calls[one.fn.Name()]++
		if !ok || said.once && calls[one.fn.Name()] > 1 {
			return nil
		}
		all = append(all, said)
	}
	slices.SortStableFunc(all, func(a, b evidence) int {
		return slices.Index(least, a.Kind) - slices.Index(least, b.Kind)
	})
	return all[:min(len(all), 1)]
}

// unsaid is a call that documentation of the type need not speak of, and why: it says
// that goroutines may use the object. In modules that no one here had seen, none of 46
// findings of such calls was a bug.
func (pr *prober) unsaid(typ *probed, operations []*operation) (string, string) {
	var indexed, taking, looping []string
	for _, o := range operations {
		if o.owner == "" && pr.runsOnce(o) {
			looping = append(looping, o.fn.Name())
		}
		switch {
		case o.fn == nil:
		case o.owner == "" && (pr.configures(o.fn) || pr.setsUp(typ, o)):
			return o.fn.Name(), "set up"
		case o.owner != "" && !closeWords.MatchString(o.fn.Name()):
			if of := pr.known(o.owner); of == nil || !of.isDocumented() {
				return o.fn.Name(), "given away"
			}
		}
		if o.sum.indexed {
			indexed = append(indexed, o.name)
		}
		if o.owner == "" && pr.takesElement(typ, o.fn) {
			taking = append(taking, o.name)
		}
	}
	if len(looping) > 1 {
		return looping[0], "set up"
	}
	if len(indexed) > 1 {
		return indexed[0], "element"
	}
	if len(taking) > 1 {
		return taking[0], "element"
	}
	return "", ""
}

// setWords begin the names of methods that set an option, startWords of those that
// begin with an object, begin again, or read one from its encoding. Users call them
// before goroutines share it.
// beginNames are whole names of those that they call before all others.
var (
	beginNames = []string{"Start", "Init", "Initialize", "Setup", "Configure", "Listen", "ListenAndServe", "Serve", "Boot"}
	setWords   = regexp.MustCompile(`^(Set|Use|On|With|Enable|Disable|Register)[A-Z]`)
	startWords = regexp.MustCompile(`^(` + strings.Join(beginNames, "|") + `|Reboot|Restart|Reset|Reload|Reopen|Register|Unregister|Unmarshal|GobDecode)([A-Z]|$)`)
)

// setsUp reports whether a method begins with the object, sets an option of it, or puts
// another one in its place.
func (pr *prober) setsUp(typ *probed, o *operation) bool {
	return o.sum.replaces || startWords.MatchString(o.fn.Name()) || setWords.MatchString(o.fn.Name()) && pr.sets(typ, o)
}

// loopNames are those of methods that are an object's main loop, if they are given at most
// a context: no user runs it twice at the same time.
var loopNames = regexp.MustCompile(`^(Run|Loop|MainLoop|RunLoop|Spin)(Context|WithContext|Ctx|Forever)?$`)

// againWords say of a method that it is not called while it runs.
var againWords = regexp.MustCompile(`(?i)\bcalled\s+(again|twice|a second time)\s+(before|while|until)\b|\b(must|should|may|can)\s*(not|n't)\s+be\s+(called|run|started)\s+(again|twice|more than once)\b`)

// overlaps reports whether two goroutines make a call of which one is made at a time, or change
// the object of a package that is for one writer.
func (pr *prober) overlaps(shape [][]boundCall) bool {
	once := make(map[*types.Func]bool)
	writers := 0
	for _, calls := range shape {
		own := make(map[*types.Func]bool)
		writes := false
		for _, call := range calls {
			writes = writes || call.operation.sum.writes()
			if fn := call.operation.fn; fn != nil && singleWords.MatchString(pr.docOf(fn)) {
				own[fn] = true
			}
		}
		for fn := range own {
			if once[fn] {
				return true
			}
			once[fn] = true
		}
		if writes {
			writers++
		}
	}
	return writers > 1 && pr.hasOneWriter()
}

// oneWriterWords say of a package that many may read what one changes.
var oneWriterWords = regexp.MustCompile(`(?i)\b(multiple|multi|many|several|concurrent)[- ](concurrent )?readers?\s*[,/&+]?\s*(and |with |plus )?((a |only |exactly )?(one|single)[- ])(writer|mutator)\b|\b(one|single)[- ](writer|mutator)s?\s*[,/&+]?\s*(and |with |plus )?(multiple|multi|many|several|concurrent)[- ](concurrent )?readers?\b`)

// lockWords are in sentences on what a lock lets in.
var lockWords = regexp.MustCompile(`(?i)\b(rw)?(lock|mutex)(s|es|ing)?\b([^-]|$)`)

// hasOneWriter reports whether the README or the documentation of the package says that it is for
// one writer.
func (pr *prober) hasOneWriter() bool {
	if pr.oneWriter == nil {
		lines, _ := pr.readmeLines()
		texts := []string{strings.Join(lines, "")}
		for _, file := range pr.p.Syntax {
			texts = append(texts, file.Doc.Text())
		}
		one := slices.ContainsFunc(texts, saysOneWriter)
		pr.oneWriter = &one
	}
	return *pr.oneWriter
}

func saysOneWriter(text string) bool {
	for line := range strings.Lines(text) {
		if oneWriterWords.MatchString(line) && !lockWords.MatchString(line) && !strings.HasPrefix(line, "|") && (subject{}).promise(line) == "" {
			return true
		}
	}
	return false
}

// runsOnce reports whether one call of a method at a time is meant.
func (pr *prober) runsOnce(o *operation) bool {
	if o.fn == nil {
		return false
	}
	if againWords.MatchString(pr.docOf(o.fn)) {
		return true
	}
	for param := range o.fn.Signature().Params().Variables() {
		if param.Type().String() != "context.Context" {
			return false
		}
	}
	return loopNames.MatchString(o.fn.Name())
}

// takesElement reports whether a method is given an object that promises nothing
// itself: two calls with one, such as of a pool that it is given back to, are the
// caller's doing.
func (pr *prober) takesElement(typ *probed, fn *types.Func) bool {
	if fn == nil {
		return false
	}
	for param := range fn.Signature().Params().Variables() {
		pointer, ok := types.Unalias(param.Type()).(*types.Pointer)
		if !ok {
			continue
		}
		named, ok := types.Unalias(pointer.Elem()).(*types.Named)
		if !ok || !pr.isOfModule(named.Obj().Pkg()) || typ.named != nil && named.Obj() == typ.named.Obj() {
			continue
		}
		if of := pr.known(named.Obj().Name()); of == nil || named.Obj().Pkg() != pr.p.Types || !of.isDocumented() {
			return true
		}
	}
	return false
}

// sets reports whether a method does nothing but change what no method of the type
// guards: with a type that goroutines may share, those that set options come first. An
// option that a lock guards somewhere is meant to be set at any time.
func (pr *prober) sets(typ *probed, o *operation) bool {
	if len(o.sum.locks)+len(o.sum.sends)+len(o.sum.receives)+len(o.sum.closes) > 0 || o.sum.starts {
		return false
	}
	written := make(map[string]bool)
	for a := range o.sum.accesses {
		if a.write {
			written[strings.TrimSuffix(a.field, "[]")] = true
		}
	}
	for _, fn := range pr.functionsOf(typ) {
		for a := range pr.summaryOf(fn).accesses {
			if written[strings.TrimSuffix(a.field, "[]")] && a.isGuarded() {
				return false
			}
		}
	}
	return len(written) > 0
}

// isGuarded reports whether an access holds a lock of the object that has the field, or
// is atomic.
func (a access) isGuarded() bool {
	owner := a.field[:strings.LastIndex(a.field, ".")+1]
	return slices.ContainsFunc(strings.Fields(a.locks), func(lock string) bool {
		return lock == atomics || owner != "" && strings.HasPrefix(lock, owner)
	})
}

// functionsOf are the exported methods of a type, or the functions that share
// variables of the package.
func (pr *prober) functionsOf(typ *probed) []*types.Func {
	var found []*types.Func
	if typ.named != nil {
		for _, sel := range exportedMethods(typ.named) {
			found = append(found, sel.Obj().(*types.Func))
		}
		return found
	}
	return slices.DeleteFunc(pr.userFunctions(), func(fn *types.Func) bool { return !pr.sharesVariables(fn) })
}

// known is a type that is probed, or nil.
func (pr *prober) known(name string) *probed {
	i := slices.IndexFunc(pr.types, func(t *probed) bool { return t.named != nil && t.name == name })
	if i < 0 {
		return nil
	}
	return pr.types[i]
}

// atomicField is a field of a type that its methods use with functions of sync/atomic.
func (pr *prober) atomicField(typ *probed) (string, string) {
	structure, ok := typ.named.Underlying().(*types.Struct)
	if !ok {
		return "", ""
	}
	atomic := make(map[string]bool)
	for _, fn := range pr.functionsOf(typ) {
		for a := range pr.summaryOf(fn).accesses {
			if slices.Contains(strings.Fields(a.locks), atomics) {
				atomic[a.field] = true
			}
		}
	}
	for f := range structure.Fields() {
		if atomic[typ.name+"."+f.Name()] {
			return f.Name() + " " + types.TypeString(f.Type(), (*types.Package).Name), line(pr.p.Fset, f.Pos())
		}
	}
	return "", ""
}

// guardingVariable is a variable of the package that orders goroutines.
func (pr *prober) guardingVariable() (string, string) {
	scope := pr.p.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && orders(v.Type()) {
			return v.Name() + " " + types.TypeString(v.Type(), (*types.Package).Name), line(pr.p.Fset, v.Pos())
		}
	}
	return "", ""
}

// orders reports whether a type is one of those that order goroutines.
func orders(typ types.Type) bool {
	text := types.TypeString(deref(typ), nil)
	_, channel := typ.Underlying().(*types.Chan)
	return channel || slices.Contains([]string{"sync.Mutex", "sync.RWMutex", "sync.Map", "sync.Cond", "sync.WaitGroup", "sync.Once"}, text) || strings.HasPrefix(text, "sync/atomic.")
}

var allWords = regexp.MustCompile(`(?i)\b(all|every|each|any)\s+(types?|methods?|functions?|operations?|of\s)|\b(this|the) package\b`)

// isAbout reports whether a sentence on a package is about a type: a library that
// is safe for concurrent use may have types that are not, such as its options.
func (pr *prober) isAbout(typ *probed, text string) bool {
	if typ.named == nil || allWords.MatchString(text) {
		return allWords.MatchString(text)
	}
	text = strings.ToLower(text + " " + pr.p.Name)
	for _, word := range nameParts.FindAllString(typ.name, -1) {
		word = strings.ToLower(word)
		if len(word) >= stem && strings.Contains(text, word[:stem]) || len(word) < stem && mentions(text, word) {
			return true
		}
	}
	return strings.Contains(text, strings.ToLower(typ.name))
}

// readme is what the README next to the package says.
func (pr *prober) readme() (string, string) {
	lines, file := pr.readmeLines()
	for i, one := range lines {
		if (subject{}).promise(one) != "" {
			return strings.Join(strings.Fields(one), " "), fmt.Sprintf("%s:%d", file, i+1)
		}
	}
	return "", ""
}

// readmeLines are the first lines of the README next to the package: later ones are about examples
// and other libraries.
func (pr *prober) readmeLines() (lines []string, file string) {
	file = filepath.Join(filepath.Dir(pr.p.GoFiles[0]), "README.md")
	text, _ := os.ReadFile(file)
	lines = strings.SplitAfter(string(text), "\n")
	return lines[:min(len(lines), 60)], file
}

// read takes what a comment says of a type.
func (pr *prober) read(doc *ast.CommentGroup, typ *probed, of subject, add func(kind, text, place string)) {
	if doc == nil {
		return
	}
	if text := withoutOwned(doc.Text()); unsafeWords.MatchString(text) {
		typ.omitted = saidUnsafe + sentence(unsafeWords, text)
	} else if said := of.promise(text); said != "" {
		add("documented", said, line(pr.p.Fset, doc.Pos()))
	}
}

// saidUnsafe begins the reason why a type is left out that is documented to be of one goroutine.
const saidUnsafe = "its documentation says: "

func makes(p *packages.Package, fn *ast.FuncDecl, named *types.Named) bool {
	if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
		return false
	}
	result, ok := deref(p.TypesInfo.TypeOf(fn.Type.Results.List[0].Type)).(*types.Named)
	return ok && result.Obj() == named.Obj()
}

// isOfModule reports whether a package is of the module that is probed.
func (pr *prober) isOfModule(p *types.Package) bool {
	if p == nil {
		return false
	}
	path := strings.TrimSuffix(p.Path(), "_test") // of external tests
	if pr.p.Module == nil {
		return path == pr.p.PkgPath
	}
	return path == pr.p.Module.Path || strings.HasPrefix(path, pr.p.Module.Path+"/")
}

// elementOf is what an array, a slice or a map has, as the pieces of a sharded map, or the
// type itself.
func elementOf(typ types.Type) types.Type {
	switch of := types.Unalias(typ).(type) {
	case *types.Array:
		return elementOf(of.Elem())
	case *types.Slice:
		return elementOf(of.Elem())
	case *types.Map:
		return elementOf(of.Elem())
	}
	return typ
}

// guard is a field that orders goroutines, in the type or in what it consists of.
func (pr *prober) guard(named *types.Named) (string, string) {
	seen := make(map[types.Type]bool)
	var look func(typ types.Type, depth int) (string, string)
	look = func(typ types.Type, depth int) (string, string) {
		typ = types.Unalias(typ)
		if seen[typ] || depth > 3 {
			return "", ""
		}
		seen[typ] = true
		structure, ok := deref(typ).Underlying().(*types.Struct)
		if !ok {
			return "", ""
		}
		for f := range structure.Fields() {
			if orders(f.Type()) {
				return f.Name() + " " + types.TypeString(f.Type(), (*types.Package).Name), line(pr.p.Fset, f.Pos())
			}
		}
		for f := range structure.Fields() {
			if inner, ok := deref(elementOf(f.Type())).(*types.Named); ok && pr.isOfModule(inner.Obj().Pkg()) {
				if text, place := look(inner, depth+1); text != "" {
					return text, place
				}
			}
		}
		return "", ""
	}
	return look(named, 0)
}
