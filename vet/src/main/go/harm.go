package main

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// harmless are packages of the library whose functions change nothing outside the
// process but what it prints. A name that ends in a slash stands for all below.
var harmless = []string{
	"bufio", "bytes", "cmp", "compress/", "container/", "context", "crypto", "crypto/", "encoding", "encoding/", "errors", "expvar",
	"fmt", "go/", "hash", "hash/", "html", "html/", "image", "image/", "index/", "io", "iter", "log", "log/", "maps", "math", "math/",
	"mime", "net/netip", "net/url", "path", "reflect", "regexp", "regexp/", "runtime", "runtime/debug", "slices", "sort", "strconv",
	"strings", "structs", "sync", "sync/", "testing", "testing/", "text/", "time", "unicode", "unicode/", "unique", "unsafe", "weak",
	"golang.org/x/exp/", "golang.org/x/sync/", "go.uber.org/atomic", "go.uber.org/multierr", "github.com/stretchr/testify/",
}

// harmlessFunctions are those of other packages.
var harmlessFunctions = []string{
	"os.Getenv", "os.LookupEnv", "os.Getpid", "os.IsExist", "os.IsNotExist", "os.Exit",
	"(syscall.Errno).Error", "(syscall.Signal).String",
	"path/filepath.Base", "path/filepath.Clean", "path/filepath.Dir", "path/filepath.Ext", "path/filepath.FromSlash", "path/filepath.IsAbs",
	"path/filepath.IsLocal", "path/filepath.Join", "path/filepath.Match", "path/filepath.Rel", "path/filepath.Split", "path/filepath.ToSlash",
	"(io/fs.FileMode).IsDir", "(io/fs.FileMode).IsRegular", "(io/fs.FileMode).Perm", "(io/fs.FileMode).String", "(io/fs.FileMode).Type",
	"(*io/fs.PathError).Error", "(*io/fs.PathError).Unwrap",
	"net.JoinHostPort", "net.ParseCIDR", "net.ParseIP", "net.SplitHostPort", "(net.IP).Equal", "(net.IP).String", "(net.IP).To16", "(net.IP).To4",
	"(net/http.Header).Add", "(net/http.Header).Clone", "(net/http.Header).Del", "(net/http.Header).Get", "(net/http.Header).Set",
	"(net/http.Header).Values", "net/http.CanonicalHeaderKey", "net/http.NewRequest", "net/http.NewRequestWithContext", "net/http.StatusText",
	// Of a file that the tests opened, or of the standard streams.
	"(*os.File).Close", "(*os.File).Fd", "(*os.File).Name", "(*os.File).Read", "(*os.File).ReadAt", "(*os.File).ReadFrom", "(*os.File).Seek",
	"(*os.File).Stat", "(*os.File).Sync", "(*os.File).Write", "(*os.File).WriteAt", "(*os.File).WriteString", "(*os.File).WriteTo",
	// Of a connection that is there.
	"(net.Addr).Network", "(net.Addr).String", "(net.Conn).LocalAddr", "(net.Conn).RemoteAddr", "(net.Conn).SetDeadline",
	"(net.Conn).SetReadDeadline", "(net.Conn).SetWriteDeadline",
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
func (in *loaded) harm(functions []*types.Func) string {
	sources := in.sources()
	r := newReach(in)
	r.called, r.waiting = make(map[string]bool), make(map[string][]*ssa.Function)
	for _, name := range libraryCalls {
		r.call(name)
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
			} else if implementations := implementing(sources, fn); len(implementations) > 0 {
				for _, source := range implementations {
					r.add(source)
				}
			} else if !isHarmless(fn) {
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
// one of their interfaces may reach.
func implementing(sources map[string]*ssa.Function, fn *types.Func) []*ssa.Function {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || fn.Pkg() == nil {
		return nil
	}
	var found []*ssa.Function
	for _, source := range sources {
		if source.Name() == fn.Name() && source.Signature.Recv() != nil && source.Pkg != nil && source.Pkg.Pkg.Path() == fn.Pkg().Path() {
			found = append(found, source)
		}
	}
	return found
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
	for fn := range maps.Clone(r.found) {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				for _, operand := range instr.Operands(buf[:0]) {
					if variable, ok := (*operand).(*ssa.Global); ok && variable.Pkg != nil {
						r.add(variable.Pkg.Func("init"))
					}
				}
			}
		}
	}
	r.all()
}

func isHarmless(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true // error.Error
	}
	path := fn.Pkg().Path()
	return slices.ContainsFunc(harmless, func(known string) bool {
		return path == known || strings.HasSuffix(known, "/") && strings.HasPrefix(path, known)
	}) || slices.Contains(harmlessFunctions, fn.FullName())
}
