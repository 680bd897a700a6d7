package main

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// readFile is a file with the types that its own package gives, and those that are known;
// nothing that it imports is read from elsewhere.
type readFile struct {
	fset   *token.FileSet
	text   []byte
	syntax *ast.File
	info   *types.Info
	bodies map[types.Object]*ast.FuncDecl
}

// read returns a readFile without syntax where there is none that parses.
func read(name string, known packageTexts) *readFile {
	f := &readFile{fset: token.NewFileSet(), bodies: make(map[types.Object]*ast.FuncDecl), info: &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
	}}
	text, err := os.ReadFile(name)
	if err != nil {
		return f
	}
	syntax, err := parser.ParseFile(f.fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return f
	}
	f.text, f.syntax = text, syntax
	files := append(siblings(f.fset, name, syntax), syntax)
	config := types.Config{
		Importer:    &textImporter{fset: f.fset, texts: known, read: make(map[string]*types.Package)},
		FakeImportC: true,
		Error:       func(error) {}, // what is imported is mostly missing
	}
	_, _ = config.Check("p", f.fset, files, f.info)
	for _, file := range files {
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && f.info.Defs[function.Name] != nil {
				f.bodies[f.info.Defs[function.Name]] = function
			}
		}
	}
	return f
}

// siblings are the other files of a file's package that a build here has.
func siblings(fset *token.FileSet, file string, this *ast.File) []*ast.File {
	directory := filepath.Dir(file)
	entries, _ := os.ReadDir(directory)
	var files []*ast.File
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || name == filepath.Base(file) {
			continue
		}
		if match, err := build.Default.MatchFile(directory, name); err != nil || !match {
			continue
		}
		other, _ := parser.ParseFile(fset, filepath.Join(directory, name), nil, parser.SkipObjectResolution)
		if other != nil && other.Name.Name == this.Name.Name {
			files = append(files, other)
		}
	}
	return files
}

func (f *readFile) line(pos token.Pos) int { return f.fset.Position(pos).Line }

// objectOf is what a name means; nil of other expressions.
func (f *readFile) objectOf(x ast.Expr) types.Object {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return nil
	}
	if of := f.info.Defs[id]; of != nil {
		return of
	}
	return f.info.Uses[id]
}

// isOf: a call is one of these functions of an imported package, of any of them if none is named.
func (f *readFile) isOf(call *ast.CallExpr, path string, names ...string) bool {
	fun := ast.Unparen(call.Fun)
	if generic, ok := fun.(*ast.IndexExpr); ok {
		fun = generic.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	in, ok := f.objectOf(sel.X).(*types.PkgName)
	return ok && in.Imported().Path() == path && (len(names) == 0 || slices.Contains(names, sel.Sel.Name))
}

// methodOf is the method that a call calls; nil if that is none of a known type.
func (f *readFile) methodOf(call *ast.CallExpr) (*types.Func, *ast.SelectorExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	chosen := f.info.Selections[sel]
	if chosen == nil || chosen.Kind() != types.MethodVal {
		return nil, sel
	}
	method, _ := chosen.Obj().(*types.Func)
	return method, sel
}

// callee is the function or method of this package that a call is certain to call.
func (f *readFile) callee(call *ast.CallExpr) *ast.FuncDecl {
	if method, _ := f.methodOf(call); method != nil {
		return f.bodies[method.Origin()]
	}
	if function, ok := f.objectOf(call.Fun).(*types.Func); ok {
		return f.bodies[function.Origin()]
	}
	return nil
}

func pathOf(o types.Object) string {
	if o == nil || o.Pkg() == nil {
		return ""
	}
	return o.Pkg().Path()
}

// packageTexts has the text of each package that is known; nothing is imported of others.
type packageTexts map[string]string

type textImporter struct {
	fset  *token.FileSet
	texts packageTexts
	read  map[string]*types.Package
}

// ofLoops are some packages of Go's own, as far as loops use them.
var ofLoops = packageTexts{
	"sync/atomic": `package atomic
type Bool struct{ _ uint32 }
func (*Bool) Load() bool
func (*Bool) Store(bool)
func (*Bool) Swap(bool) bool
func (*Bool) CompareAndSwap(a, b bool) bool
type number[T any] struct{ _ T }
func (*number[T]) Load() T
func (*number[T]) Store(T)
func (*number[T]) Add(T) T
func (*number[T]) Swap(T) T
func (*number[T]) And(T) T
func (*number[T]) Or(T) T
func (*number[T]) CompareAndSwap(a, b T) bool
type Int32 = number[int32]
type Int64 = number[int64]
type Uint32 = number[uint32]
type Uint64 = number[uint64]
type Uintptr = number[uintptr]
type Pointer[T any] struct{ _ *T }
func (*Pointer[T]) Load() *T
func (*Pointer[T]) Store(*T)
func (*Pointer[T]) Swap(*T) *T
func (*Pointer[T]) CompareAndSwap(a, b *T) bool
type Value struct{ _ any }
func (*Value) Load() any
func (*Value) Store(any)
func LoadInt32(*int32) int32
func LoadInt64(*int64) int64
func LoadUint32(*uint32) uint32
func LoadUint64(*uint64) uint64
func AddInt32(*int32, int32) int32
func AddInt64(*int64, int64) int64
func AddUint32(*uint32, uint32) uint32
func AddUint64(*uint64, uint64) uint64
func StoreInt32(*int32, int32)
func StoreInt64(*int64, int64)
func StoreUint32(*uint32, uint32)
func StoreUint64(*uint64, uint64)
`,
	"sync": `package sync
type Locker interface { Lock(); Unlock() }
type Mutex struct{ _ uint64 }
func (*Mutex) Lock()
func (*Mutex) Unlock()
type RWMutex struct{ _ uint64 }
func (*RWMutex) Lock()
func (*RWMutex) Unlock()
func (*RWMutex) RLock()
func (*RWMutex) RUnlock()
type WaitGroup struct{ _ uint64 }
func (*WaitGroup) Add(int)
func (*WaitGroup) Done()
func (*WaitGroup) Wait()
type Once struct{ _ uint64 }
func (*Once) Do(func())
`,
	"time": `package time
type Duration int64
const ( Nanosecond Duration = 1; Microsecond = 1000 * Nanosecond; Millisecond = 1000 * Microsecond; Second = 1000 * Millisecond; Minute = 60 * Second; Hour = 60 * Minute )
func (Duration) Seconds() float64
func (Duration) Milliseconds() int64
func (Duration) String() string
type Time struct{ _ [3]int }
func (Time) Sub(Time) Duration
func (Time) Add(Duration) Time
func (Time) After(Time) bool
func (Time) Before(Time) bool
func (Time) IsZero() bool
func (Time) Unix() int64
func (Time) UnixNano() int64
type Timer struct{ C <-chan Time }
func (*Timer) Reset(Duration) bool
func (*Timer) Stop() bool
type Ticker struct{ C <-chan Time }
func (*Ticker) Reset(Duration)
func (*Ticker) Stop()
func Now() Time
func Since(Time) Duration
func Until(Time) Duration
func Sleep(Duration)
func After(Duration) <-chan Time
func Tick(Duration) <-chan Time
func NewTimer(Duration) *Timer
func NewTicker(Duration) *Ticker
func AfterFunc(Duration, func()) *Timer
`,
	"context": `package context
import "time"
type Context interface { Deadline() (time.Time, bool); Done() <-chan struct{}; Err() error; Value(any) any }
type CancelFunc func()
type CancelCauseFunc func(error)
func Background() Context
func TODO() Context
func WithCancel(Context) (Context, CancelFunc)
func WithCancelCause(Context) (Context, CancelCauseFunc)
func WithTimeout(Context, time.Duration) (Context, CancelFunc)
func WithDeadline(Context, time.Time) (Context, CancelFunc)
func WithTimeoutCause(Context, time.Duration, error) (Context, CancelFunc)
func WithDeadlineCause(Context, time.Time, error) (Context, CancelFunc)
func WithValue(Context, any, any) Context
func WithoutCancel(Context) Context
func AfterFunc(Context, func()) func() bool
`,
}

func (k *textImporter) Import(path string) (*types.Package, error) {
	if k.read[path] != nil {
		return k.read[path], nil
	}
	text := k.texts[path]
	if text == "" {
		return nil, errors.New("not read")
	}
	file, err := parser.ParseFile(k.fset, path+".go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	config := types.Config{Importer: k, Error: func(error) {}}
	made, _ := config.Check(path, k.fset, []*ast.File{file}, nil)
	made.MarkComplete()
	k.read[path] = made
	return made, nil
}
