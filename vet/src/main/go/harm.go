package main

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// harmless are packages of the library whose functions change nothing outside the
// process but what it prints. A name that ends in a slash stands for all below.
var harmless = []string{
	"bufio", "bytes", "cmp", "compress/", "container/", "context", "crypto", "crypto/", "encoding", "encoding/", "errors", "expvar",
	"embed", "fmt", "go/", "hash", "hash/", "html", "html/", "image", "image/", "index/", "io", "io/fs", "iter", "log", "log/", "maps", "math", "math/",
	"mime", "net/netip", "net/url", "path", "reflect", "regexp", "regexp/", "runtime", "runtime/debug", "slices", "sort", "strconv",
	"strings", "structs", "sync", "sync/", "testing", "testing/", "text/", "time", "unicode", "unicode/", "unique", "unsafe", "weak",
	"golang.org/x/exp/", "golang.org/x/sync/", "go.uber.org/atomic", "go.uber.org/multierr", "github.com/stretchr/testify/",
}

// harmlessFunctions are those of other packages.
var harmlessFunctions = []string{
	"os.Getenv", "os.LookupEnv", "os.Getpid", "os.IsExist", "os.IsNotExist", "os.Exit",
	"os.Environ", "os.Expand", "os.ExpandEnv", "os.Getppid", "os.Getuid", "os.Getwd", "os.Hostname", "os.IsPermission", "os.IsTimeout",
	"os.Lstat", "os.Open", "os.ReadDir", "os.ReadFile", "os.Readlink", "os.SameFile", "os.Stat", "os.TempDir", "os.UserCacheDir",
	"os.UserConfigDir", "os.UserHomeDir", "io/ioutil.NopCloser", "io/ioutil.ReadAll", "io/ioutil.ReadDir", "io/ioutil.ReadFile",
	"(syscall.Errno).Error", "(syscall.Errno).Is", "(syscall.Errno).Temporary", "(syscall.Errno).Timeout", "(syscall.Signal).String",
	"path/filepath.Base", "path/filepath.Clean", "path/filepath.Dir", "path/filepath.Ext", "path/filepath.FromSlash", "path/filepath.IsAbs",
	"path/filepath.Abs", "path/filepath.EvalSymlinks", "path/filepath.Glob", "path/filepath.Walk", "path/filepath.WalkDir",
	"path/filepath.IsLocal", "path/filepath.Join", "path/filepath.Match", "path/filepath.Rel", "path/filepath.Split", "path/filepath.ToSlash",
	"net.CIDRMask", "net.IPv4", "net.JoinHostPort", "net.ParseCIDR", "net.ParseIP", "net.ParseMAC", "net.SplitHostPort",
	"net/http.CanonicalHeaderKey", "net/http.Error", "net/http.NewServeMux", "net/http.NotFound", "net/http.SetCookie",
	"(*net/http.Request).AddCookie", "(*net/http.Request).BasicAuth", "(*net/http.Request).Clone", "(*net/http.Request).Context",
	"(*net/http.Request).Cookie", "(*net/http.Request).Cookies", "(*net/http.Request).FormValue", "(*net/http.Request).ParseForm",
	"(*net/http.Request).PathValue", "(*net/http.Request).PostFormValue", "(*net/http.Request).ProtoAtLeast", "(*net/http.Request).Referer",
	"(*net/http.Request).SetBasicAuth", "(*net/http.Request).SetPathValue", "(*net/http.Request).UserAgent", "(*net/http.Request).WithContext",
	"(*net/http.Request).Write", "net/http/httptest.NewRecorder", "net/http/httptest.NewRequest", "net/http.NewRequest", "net/http.NewRequestWithContext", "net/http.StatusText",
	// Of a file that the tests opened, or of the standard streams.
	"(*os.File).Close", "(*os.File).Fd", "(*os.File).Name", "(*os.File).Read", "(*os.File).ReadAt", "(*os.File).ReadFrom", "(*os.File).Seek",
	"(*os.File).Stat", "(*os.File).Sync", "(*os.File).Write", "(*os.File).WriteAt", "(*os.File).WriteString", "(*os.File).WriteTo",
	// Of a connection that is there.
	"(net.Addr).Network", "(net.Addr).String", "(net.Conn).LocalAddr", "(net.Conn).RemoteAddr", "(net.Conn).SetDeadline",
	"(net.Conn).SetReadDeadline", "(net.Conn).SetWriteDeadline",
}

// harmlessTypes are those of other packages of which all methods are harmless.
var harmlessTypes = []string{
	"net.IP", "net.IPMask", "*net.IPNet", "net.HardwareAddr", "net/http.Header", "*net/http.Cookie", "net/http.ResponseWriter",
	"net/http.Flusher", "*net/http/httptest.ResponseRecorder",
}

// libraryCalls are the methods that packages of the library call through
// interfaces, if a value has them.
var libraryCalls = []string{
	"Error", "String", "GoString", "Format", "Scan", "Unwrap", "Is", "As", "Read", "Write", "WriteString", "WriteByte", "WriteRune", "WriteTo",
	"ReadFrom", "ReadByte", "ReadRune", "UnreadByte", "UnreadRune", "ReadAt", "WriteAt", "Seek", "Close", "Flush", "Len", "Less", "Swap", "Push", "Pop",
	"Lock", "Unlock", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "MarshalBinary", "UnmarshalBinary", "GobEncode", "GobDecode",
	"Done", "Err", "Deadline", "Value", "Sum", "Reset", "Size", "BlockSize", "Sync", "Handle", "Enabled", "WithAttrs", "WithGroup", "LogValue",
}

// harm names something that functions may call and that may change
// more than their process: a function of a package that is neither loaded nor
// known to be harmless. It is "" if there is none.
func (in *loaded) harm(functions []*types.Func) string { return in.harmBut(functions, nil, nil) }

// harmBut is the harm other than of functions of the library that are allowed, and of those that
// never run.
func (in *loaded) harmBut(functions []*types.Func, allowed []string, never []*ssa.Function) string {
	sources := in.sources()
	r := newReach(in)
	r.called, r.waiting, r.used = make(map[string]bool), make(map[string][]*ssa.Function), make(map[*ssa.Function]bool)
	for _, name := range libraryCalls {
		r.call(name)
	}
	for _, fn := range never {
		r.found[fn], r.used[fn] = true, true
	}
	var harmful []string
	for seen := make(map[*types.Func]bool); len(functions) > 0; {
		for _, fn := range functions {
			if seen[fn] {
				continue
			}
			seen[fn] = true
			if source := sources[fn.Origin().FullName()]; source != nil {
				r.add(source)
			} else if implementations := in.implementing(fn); len(implementations) > 0 {
				for _, source := range implementations {
					r.add(source)
				}
			} else if !isHarmless(fn) && !in.computes(fn) && !slices.Contains(allowed, fn.FullName()) {
				harmful = append(harmful, fn.FullName())
			}
		}
		r.all()
		r.addVariables()
		functions = nil
		for fn := range r.found {
			if declared, ok := fn.Object().(*types.Func); ok && fn.Blocks == nil && !seen[declared] {
				functions = append(functions, declared)
			}
		}
	}
	if len(harmful) == 0 {
		return ""
	}
	return "it may call " + slices.Min(harmful)
}

// implementing are the methods of the loaded packages that a call of a method of
// an interface may reach: those of its own package, if there are any, and else those
// of types that have all its methods, by their names.
func (in *loaded) implementing(fn *types.Func) []*ssa.Function {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || fn.Pkg() == nil || isHarmless(fn) {
		return nil
	}
	var found, others []*ssa.Function
	for _, source := range in.sources() {
		of := source.Signature.Recv()
		switch {
		case source.Name() != fn.Name() || of == nil || source.Pkg == nil:
		case source.Pkg.Pkg.Path() == fn.Pkg().Path():
			found = append(found, source)
		case in.hasAll(of.Type(), recv.Type().Underlying().(*types.Interface)):
			others = append(others, source)
		}
	}
	if len(found) == 0 {
		return others
	}
	return found
}

// hasAll reports whether a type has methods with all the names of an interface.
func (in *loaded) hasAll(typ types.Type, of *types.Interface) bool {
	methods := in.prog.MethodSets.MethodSet(types.NewPointer(deref(typ)))
	for method := range of.Methods() {
		if methods.Lookup(method.Pkg(), method.Name()) == nil {
			return false
		}
	}
	return true
}

// computes reports whether a function is of a package that reaches nothing outside the
// process: all that it imports is harmless, or such a package itself. A method of an
// interface may be one of another package.
func (in *loaded) computes(fn *types.Func) bool {
	if in.graph == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	of := in.graph(fn.Pkg().Path())
	if of == nil || isOfLibrary(of.PkgPath) {
		return false
	}
	return in.isPure(of)
}

// isPure reports whether all that a package imports is harmless, and not only there.
func (in *loaded) isPure(p *packages.Package) bool {
	if done, ok := in.pure[p]; ok {
		return done
	}
	if isOfLibrary(p.PkgPath) {
		return isHarmlessPackage(p.PkgPath)
	}
	if in.pure == nil {
		in.pure = make(map[*packages.Package]bool)
	}
	pure := true
	for _, one := range p.Imports {
		pure = pure && in.isPure(one)
	}
	in.pure[p] = pure
	return pure
}

// isOfLibrary reports whether a path is that of a package of Go's, or "C".
func isOfLibrary(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path != "" && !strings.Contains(first, ".")
}

// sources are the functions of the loaded packages that have code, by name: a
// package sees others as their export data has them.
func (in *loaded) sources() map[string]*ssa.Function {
	if in.byName == nil {
		in.byName = make(map[string]*ssa.Function)
		for i, p := range in.pkgs {
			if in.ssaPkgs[i] == nil {
				continue
			}
			for _, obj := range p.TypesInfo.Defs {
				if declared, ok := obj.(*types.Func); ok {
					if fn := in.prog.FuncValue(declared); fn != nil && len(fn.Blocks) > 0 {
						in.byName[declared.FullName()] = fn
					}
				}
			}
		}
	}
	return in.byName
}

// addVariables adds what package variables are filled with, where functions use
// any: it may be called through them.
func (r *reach) addVariables() {
	var buf [10]*ssa.Value
	var inits []*ssa.Function
	for fn := range r.found {
		if r.used[fn] {
			continue
		}
		r.used[fn] = true
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				for _, operand := range instr.Operands(buf[:0]) {
					if variable, ok := (*operand).(*ssa.Global); ok && variable.Pkg != nil {
						inits = append(inits, variable.Pkg.Func("init"))
					}
				}
			}
		}
	}
	for _, one := range inits {
		r.leaveOut(one)
		r.add(one)
	}
	r.all()
}

// leaveOut leaves out the functions init of test files: they have run before any test,
// and call nothing later.
func (r *reach) leaveOut(init *ssa.Function) {
	for _, block := range init.Blocks {
		for _, instr := range block.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if fn := call.Call.StaticCallee(); fn != nil && strings.HasPrefix(fn.Name(), "init#") && inTests(r.prog.Fset, fn.Pos()) {
					r.found[fn], r.used[fn] = true, true
				}
			}
		}
	}
}

// hasRun reports whether an instruction has a function of another package compute the first
// value of a package variable, and that is only data, as that of flag.Int: it has run before
// any test, and nothing can be called through it later.
func hasRun(fn *ssa.Function, instr ssa.Instruction, of *ssa.Function) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || fn.Pkg == nil || fn != fn.Pkg.Func("init") {
		return false
	}
	return call.Call.StaticCallee() == of && of.Blocks == nil && isData(call.Type())
}

func isData(typ types.Type) bool {
	switch under := typ.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Pointer:
		return isData(under.Elem())
	case *types.Slice:
		return isData(under.Elem())
	case *types.Array:
		return isData(under.Elem())
	case *types.Map:
		return isData(under.Key()) && isData(under.Elem())
	}
	return false
}

func isHarmless(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true // error.Error
	}
	if recv := fn.Signature().Recv(); recv != nil && slices.Contains(harmlessTypes, types.TypeString(recv.Type(), nil)) {
		return true
	}
	return isHarmlessPackage(fn.Pkg().Path()) || slices.Contains(harmlessFunctions, fn.FullName())
}

func isHarmlessPackage(path string) bool {
	return slices.ContainsFunc(harmless, func(known string) bool {
		return path == known || strings.HasSuffix(known, "/") && strings.HasPrefix(path, known)
	})
}
