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
)

// An evidence is a reason to think that a type may be used by several
// goroutines at once.
type evidence struct {
	Kind  string `json:"kind"` // documented, package documented, tested, guarded
	Text  string `json:"text"` // a sentence, a method that is called, or a field
	Place string `json:"place"`
	// Of documentation of the type: a call that it need not speak of, and why
	Call string `json:"call,omitempty"`
	Why  string `json:"why,omitempty"` // given away, set up, element
	once bool   // of a method, but not of two calls of it
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

// safeWords and unsafeWords are what documentation says of use by several
// goroutines. Where both match, the second counts.
var (
	safeWords = regexp.MustCompile(`(?i)` + strings.Join([]string{
		`(goroutine|thread|concurren\w*|race)[- ]?safe\b`,
		`safe\s+(for|to|from|with|under)\b[^.]*\b(concurren|goroutines|threads|parallel|simultaneous)`,
		`(may|can)\s+be\s+(\w+\s+){1,3}(concurrently|simultaneously|in parallel|at the same time)`,
		`(may|can)\s+be\s+(called|used|accessed|invoked)\s+(from (multiple|several|different|any)|by (multiple|several))`,
		allowed + `\b[^.]*` + shared + `[^.]{0,30}\b` + several,
		shared + `[^.]{0,30}\b` + several + `[^.]*\bwithout\s+(further|external|additional|extra|any|other)\s+(lock|synchroni)\w+`,
		`\b(many|several|multiple)\s+(callers|clients|readers|writers|producers|consumers)\s+(at once|at the same time|concurrently|simultaneously|in parallel)`,
		`\bany number of\s+(\w+\s+){0,2}(goroutines|threads|callers|readers|writers|producers|consumers)`,
		`\b(any|every)\s+goroutine\s+(may|can)\b`,
		`multiple goroutines may`,
		`concurrent(ly)?\s+(use|access|calls?)\b`,
		`\ban?\s+([\w-]+,?\s+){0,4}concurrent(\s+[\w-]+){0,2}\s+(map|queue|set|list|stack|cache|buffer|pool|counter)\b`,
		`multi-producer[ ,-]*multi-consumer`,
		`lock-free`,
		`synchronized access`,
		`mutex[- ]protected`,
	}, "|"))
	unsafeWords = regexp.MustCompile(`(?i)` + strings.Join([]string{
		`\b(not|isn't|never|non|un)[-\s]*(be\s+)?(a\s+)?(goroutine|thread|concurren\w*)[- ]?safe`,
		`not\s+safe`,
		`unsafe\s+for`,
		`(must|should|may|can)\s*(not|n't)\s+be\s+(called|used|accessed|invoked|modified)\s+(concurrently|simultaneously|in parallel|from|by|while|after|during)`,
		`no\s+concurrent`,
		`(from|by|(confined|limited|restricted|bound|belongs?|private|local)\s+to)\s+a\s+goroutine\b`,
		`(from|by|to)\s+(one|a\s+single|one\s+single)\s+goroutine\b`,
		`(only|more than)\s+(one|a single)\s+goroutine`,
		`single[- ]producer`,
		`single[- ]consumer`,
		`(must|should)\s+(only\s+)?be\s+called\s+(before|only|once|from the same)`,
		`caller\s+(must|should)\s+(hold|lock|synchroni)`,
		`concurrent\w*\b[^.]*\b(unpredictable|undefined|unspecified|corrupt)`,
		`(unpredictable|undefined|inconsistent|incorrect)\b[^.]*\bconcurrent`,
		`(must|should|can|may)\s*(not|n't)\s+be\s+shared\b`,
		`\b(do not|don't|never)\s+(share|use|call|access)\b[^.]*\b(goroutines|threads|concurrently|in parallel)`,
	}, "|"))
	demandWords = regexp.MustCompile(`(?i)\b(must|should|has to|have to|needs? to)\s+be\s+(\w+\s+){0,2}(\w+[- ])?safe\b|\b(callbacks?|handlers?|hooks?|listeners?|functions?|funcs?|closures?)\s+(may|can|will|might)\s+be\s+(called|invoked|run|executed)\b`)
)

// What may be, what is done with an object, and by whom.
const (
	allowed = `\b(safe|may|can|fine|ok|okay|allowed|free|meant|intended|designed)`
	shared  = `\b(shared?|used?|call(ed)?|accessed|invoked?|methods)\s+([\w-]+\s+){0,3}(by|from|between|among|across|in)\b`
	several = `(goroutines|threads|(any|every|another)\s+goroutine|(many|several|multiple)\s+callers)\b`
)

// negation just before what is safe turns a clause round.
var negation = regexp.MustCompile(`(?i)(\b(not|never|cannot|neither|nor|no|hardly)\b|n't\b)[^,;:]{0,30}$`)

// condition just after what is safe takes most of it back.
var condition = regexp.MustCompile(`(?i)\b(if|unless|except|provided|only|as long as|so long as|but|however|not|n't|never)\b`)

// emphasis is what marks words in a comment.
var emphasis = regexp.MustCompile("[*`]+|\\b_+|_+\\b")

func plainText(text string) string { return emphasis.ReplaceAllString(text, "") }

// promises reports whether documentation says that several goroutines may use
// something: what it demands of the caller's functions is no promise, and neither is a
// sentence that says when, or that they may not.
func promises(text string) bool {
	text = plainText(text)
	if !safeWords.MatchString(text) || unsafeWords.MatchString(text) {
		return false
	}
	said := sentence(safeWords, text)
	at := safeWords.FindStringIndex(said)
	return !demandWords.MatchString(said) && !negation.MatchString(said[:at[0]]) && !condition.MatchString(said[at[1]:])
}

// documents reads what speaks for and against using a type from several
// goroutines.
func (pr *prober) documents(typ *probed) {
	name := typ.name
	add := func(kind, text, place string) {
		typ.evidence = append(typ.evidence, evidence{Kind: kind, Text: text, Place: place})
	}
	for _, file := range pr.p.Syntax {
		if inTests(pr.p.Fset, file.Pos()) {
			continue
		}
		for _, decl := range file.Decls {
			for of, doc := range typesOf(decl) {
				if typ.named != nil && of.Name.Name == name {
					pr.read(doc, typ, add)
				}
			}
			if fn, ok := decl.(*ast.FuncDecl); ok && typ.named != nil && fn.Recv == nil && (strings.HasPrefix(fn.Name.Name, "New") && makes(pr.p, fn, typ.named) || slices.ContainsFunc(typ.makers, func(maker *types.Func) bool { return maker == pr.p.TypesInfo.Defs[fn.Name] })) {
				pr.read(fn.Doc, typ, add)
			}
		}
		if file.Doc != nil && promises(file.Doc.Text()) {
			if text := sentence(safeWords, file.Doc.Text()); pr.isAbout(typ, text) {
				add("package documented", text, line(pr.p.Fset, file.Doc.Pos()))
			}
		}
	}
	if text, place := pr.readme(); text != "" && pr.isAbout(typ, text) {
		add("package documented", text, place)
	}
	typ.methods = make(map[string]evidence)
	for key, sites := range pr.sites {
		method, ok := strings.CutPrefix(key, name+".")
		i := slices.IndexFunc(sites, func(s site) bool { return s.shared && s.isTest })
		if ok && i >= 0 {
			s := sites[i]
			typ.methods[method] = evidence{Kind: "tested", Text: printed(s.p.Fset, s.call.Fun, nil), Place: line(s.p.Fset, s.call.Pos())}
		}
	}
	for _, fn := range pr.functionsOf(typ) {
		if doc := pr.docOf(fn); promises(doc) {
			typ.methods[fn.Name()] = evidence{Kind: "documented", Text: sentence(safeWords, doc), Place: line(pr.p.Fset, fn.Pos())}
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
	}
}

// evidenceOf is what says that the calls of a scenario may be made at the same
// time: of the type, or of another one if all are calls of an object that one
// of its methods gave away. A test says it of the methods that it calls, and the
// documentation of a method of this method. Goroutines may share an object of which
// each uses the element with its own number: two calls with one say nothing.
func (pr *prober) evidenceOf(typ *probed, shape [][]boundCall) []evidence {
	var operations []*operation
	for _, calls := range shape {
		for _, call := range calls {
			operations = append(operations, call.operation)
		}
	}
	owner := operations[0].owner
	if owner != "" && !slices.ContainsFunc(operations, func(o *operation) bool { return o.owner != owner }) {
		typ = pr.known(owner)
		if typ == nil || typ.omitted != "" {
			return nil
		}
	}
	all := slices.Clone(typ.evidence)
	if call, why := pr.unsaid(typ, operations); why != "" {
		for i := range all {
			if all[i].Kind == "documented" {
				all[i].Kind, all[i].Call, all[i].Why = "documented of use", call, why
			}
		}
	}
	var some []evidence
	calls := make(map[string]int)
	for _, one := range operations {
		if one.fn == nil {
			continue
		}
		said, ok := typ.methods[one.fn.Name()]
		calls[one.fn.Name()]++
		if !ok || said.once && calls[one.fn.Name()] > 1 {
			return all
		}
		some = append(some, said)
	}
	if len(some) > 0 { // the one that says least
		all = append(all, some[max(slices.IndexFunc(some, func(e evidence) bool { return e.Kind != "documented" }), 0)])
	}
	return all
}

// unsaid is a call that documentation of the type need not speak of, and why: it says
// that goroutines may use the object. In modules that no one here had seen, none of 46
// findings of such calls was a bug.
func (pr *prober) unsaid(typ *probed, operations []*operation) (string, string) {
	var indexed, taking []string
	for _, o := range operations {
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

// stem is how many letters two words share at their beginning if they are about
// the same: cache, caches and caching.
const stem = 4

// isAbout reports whether a sentence on a package is about a type: a library that
// is safe for concurrent use may have types that are not, such as its options.
func (pr *prober) isAbout(typ *probed, text string) bool {
	if typ.named == nil || allWords.MatchString(text) {
		return allWords.MatchString(text)
	}
	text = strings.ToLower(text + " " + pr.p.Name)
	for _, word := range regexp.MustCompile(`[A-Z]?[a-z0-9]+`).FindAllString(typ.name, -1) {
		word = strings.ToLower(word)
		if len(word) >= stem && strings.Contains(text, word[:stem]) || len(word) < stem && mentions(text, word) {
			return true
		}
	}
	return strings.Contains(text, strings.ToLower(typ.name))
}

// readme is what the README next to the package says, in its first lines: later
// ones are about examples and other libraries.
func (pr *prober) readme() (string, string) {
	file := filepath.Join(filepath.Dir(pr.p.GoFiles[0]), "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		return "", ""
	}
	lines := strings.SplitAfter(string(text), "\n")
	for i, one := range lines[:min(len(lines), 60)] {
		if promises(one) {
			return strings.Join(strings.Fields(one), " "), fmt.Sprintf("%s:%d", file, i+1)
		}
	}
	return "", ""
}

// read takes what a comment says of a type.
func (pr *prober) read(doc *ast.CommentGroup, typ *probed, add func(kind, text, place string)) {
	if doc == nil {
		return
	}
	text := plainText(doc.Text())
	switch {
	case unsafeWords.MatchString(text):
		typ.omitted = "its documentation says: " + sentence(unsafeWords, text)
	case promises(text):
		add("documented", sentence(safeWords, text), line(pr.p.Fset, doc.Pos()))
	}
}

// sentence is the one that a pattern matches.
func sentence(words *regexp.Regexp, text string) string {
	text = plainText(text)
	at := words.FindStringIndex(text)
	start := 0
	for _, end := range []string{". ", ".\n", "\n\n"} {
		if i := strings.LastIndex(text[:at[0]], end); i >= 0 {
			start = max(start, i+len(end))
		}
	}
	end := strings.Index(text[at[1]:], ".")
	if end < 0 {
		end = len(text)
	} else {
		end += at[1] + 1
	}
	return strings.Join(strings.Fields(text[start:end]), " ")
}

func makes(p *packages.Package, fn *ast.FuncDecl, named *types.Named) bool {
	if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
		return false
	}
	result, ok := deref(p.TypesInfo.TypeOf(fn.Type.Results.List[0].Type)).(*types.Named)
	return ok && result.Obj() == named.Obj()
}

// isOfModule reports whether a package is of the module that is probed.
func (pr *prober) isOfModule(p *types.Package) bool {
	if p == nil || pr.p.Module == nil {
		return p != nil && p.Path() == pr.p.PkgPath
	}
	return p.Path() == pr.p.Module.Path || strings.HasPrefix(p.Path(), pr.p.Module.Path+"/")
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
