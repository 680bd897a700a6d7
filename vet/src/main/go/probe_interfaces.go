package main

import (
	"go/ast"
	"go/types"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// sharedInterfaces are those of the library whose documentation has goroutines call
// all methods at the same time. Of a stream, no user reads or writes twice at once.
var sharedInterfaces = []struct {
	path, name string
	once       []string
}{
	{"net", "Conn", []string{"Read", "Write"}},
	{"net", "PacketConn", []string{"ReadFrom", "WriteTo"}},
	{"net", "Listener", nil},
	{"net/http", "RoundTripper", nil},
	{"net/http", "Handler", nil},
	{"net/http", "CookieJar", nil},
	{"log/slog", "Handler", nil},
}

// implemented adds what the interfaces promise that a type implements: those of the
// library, and those of its own package with such documentation. That is documentation of
// the type: not each type that has the methods was made to keep the promise.
func (pr *prober) implemented(typ *probed) {
	if typ.named == nil || typ.named.TypeParams().Len() > 0 || types.IsInterface(typ.named) {
		return
	}
	promise := func(of types.Object, said evidence, once []string) {
		promised, ok := of.Type().Underlying().(*types.Interface)
		if !ok || !types.Implements(types.NewPointer(typ.named), promised) {
			return
		}
		for method := range promised.Methods() {
			if name := method.Name(); !strings.HasSuffix(typ.methods[name].Kind, "documented") {
				said.once = slices.Contains(once, name)
				typ.methods[name] = said
			}
		}
	}
	shares := sharedInterfaces
	if pr.isForTests() {
		shares = nil
	}
	for _, shared := range shares {
		in := library(pr.p.Types, shared.path, make(map[*types.Package]bool))
		if in == nil {
			continue
		}
		of := in.Scope().Lookup(shared.name)
		if of == nil { // of what others import, only what is used is known
			continue
		}
		text := "it is a " + in.Name() + "." + shared.name + ", whose methods goroutines may call at the same time"
		promise(of, evidence{Kind: "methods documented", Text: text, Place: typ.place}, shared.once)
	}
	for _, one := range pr.promisedInterfaces() {
		if one.of.Name() != typ.name {
			promise(one.of, one.said, nil)
		}
	}
}

// testPackages are names of packages for tests.
var testPackages = regexp.MustCompile(`(?i)^(mocks?|fakes?|stubs?|tests?|testing|test_?(helpers?|utils?|support|kit|doubles?))$`)

// isForTests reports whether the package is for tests to use. What it makes stands in for what
// goroutines share.
func (pr *prober) isForTests() bool {
	return testPackages.MatchString(pr.p.Name) || slices.ContainsFunc(pr.p.Syntax, func(file *ast.File) bool {
		return !inTests(pr.p.Fset, file.Pos()) && importsTesting(file)
	})
}

// importsTesting reports whether a file imports package testing or httptest.
func importsTesting(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(one *ast.ImportSpec) bool {
		return one.Path.Value == `"testing"` || one.Path.Value == `"net/http/httptest"`
	})
}

// A bannedMethod of an interface has documentation that keeps it from being called while others are.
type bannedMethod struct {
	of   *types.TypeName
	name string
	said string
}

// bannedMethods are those of the interfaces of the package.
func (pr *prober) bannedMethods() []bannedMethod {
	if pr.banned != nil {
		return pr.banned
	}
	pr.banned = []bannedMethod{}
	for spec := range pr.interfaces() {
		of, _ := pr.p.TypesInfo.Defs[spec.Name].(*types.TypeName)
		as, ok := spec.Type.(*ast.InterfaceType)
		if !ok || of == nil {
			continue
		}
		for _, method := range as.Methods.List {
			if text := plainText(method.Doc.Text()); len(method.Names) == 1 && forbids(text) {
				pr.banned = append(pr.banned, bannedMethod{of, method.Names[0].Name, sentence(unsafeWords, text)})
			}
		}
	}
	return pr.banned
}

// ban is the sentence with which documentation of a method, or of one of an interface that the type
// implements, keeps it from being called while others are; "" if there is none.
func (pr *prober) ban(typ *probed, fn *types.Func) string {
	if doc := pr.docOf(fn); forbids(doc) {
		return sentence(unsafeWords, doc)
	}
	for _, one := range pr.bannedMethods() {
		of := one.of.Type().Underlying().(*types.Interface)
		if one.name == fn.Name() && typ.named != nil && typ.named.TypeParams().Len() == 0 && (one.of == typ.named.Obj() || types.Implements(types.NewPointer(typ.named), of)) {
			return one.said
		}
	}
	return ""
}

// A promisedInterface has documentation that promises something.
type promisedInterface struct {
	of   types.Object
	said evidence
}

// promisedInterfaces are those of the package.
func (pr *prober) promisedInterfaces() []promisedInterface {
	if pr.promised != nil {
		return pr.promised
	}
	pr.promised = []promisedInterface{}
	for spec, doc := range pr.interfaces() {
		if text := (subject{typ: spec.Name.Name}).promise(doc.Text()); text != "" {
			said := evidence{Kind: "documented", Text: text, Place: line(pr.p.Fset, doc.Pos())}
			pr.promised = append(pr.promised, promisedInterface{pr.p.TypesInfo.Defs[spec.Name], said})
		}
	}
	return pr.promised
}

// interfaces are those that the package declares without type parameters, with their
// documentation, which may be nil.
func (pr *prober) interfaces() iter.Seq2[*ast.TypeSpec, *ast.CommentGroup] {
	return func(yield func(*ast.TypeSpec, *ast.CommentGroup) bool) {
		for _, file := range pr.p.Syntax {
			for _, decl := range file.Decls {
				for spec, doc := range typesOf(decl) {
					obj := pr.p.TypesInfo.Defs[spec.Name]
					if spec.TypeParams == nil && obj != nil && types.IsInterface(obj.Type()) && !yield(spec, doc) {
						return
					}
				}
			}
		}
	}
}

// library is a package that another one imports, itself or through others.
func library(from *types.Package, path string, seen map[*types.Package]bool) *types.Package {
	for _, one := range from.Imports() {
		if one.Path() == path {
			return one
		}
	}
	for _, one := range from.Imports() {
		if !seen[one] {
			seen[one] = true
			if found := library(one, path, seen); found != nil {
				return found
			}
		}
	}
	return nil
}
