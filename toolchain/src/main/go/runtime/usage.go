// Which operations are usages of the packages that are explored. GoAT yields
// before these alone (section IV): what the packages that they use do among
// themselves is not what is looked at.
//
// The call site decides: the innermost frame that is not of package runtime or
// sync. Frames are those of the machine, so a call that was compiled into
// another package's function counts as that package's. Only runs of strategy
// harrierDelays ask, while they have yields left.

package runtime

import (
	"internal/goarch"
	"internal/stringslite"
	"unsafe"
)

// harrierExplored is the import path of what is explored, as the linker writes
// it; if it is empty every operation is a usage.
var harrierExplored string

// harrierUsageDepth is how many frames of sync and runtime can be between an
// operation and who asked for it.
const harrierUsageDepth = 12

func harrierUsageInit() {
	harrierExplored = harrierEarlyEnv("HARRIER_EXPLORED=")
}

// harrierIsUsage tells whether the operation is a usage that the frame which
// fp points to is part of.
func harrierIsUsage(gp *g, fp uintptr) bool {
	if harrierExplored == "" {
		return true
	}
	lo, hi := gp.stack.lo, gp.stack.hi-2*goarch.PtrSize
	for n := 0; n < harrierUsageDepth && fp > lo && fp < hi; n++ {
		f := findfunc(*(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize)) - 1)
		if !f.valid() {
			return false
		}
		name := funcname(f)
		if !stringslite.HasPrefix(name, "runtime.") && !stringslite.HasPrefix(name, "sync.") && !stringslite.HasPrefix(name, "internal/sync.") {
			return harrierIsExplored(name)
		}
		fp = *(*uintptr)(unsafe.Pointer(fp))
	}
	return false
}

// harrierIsExplored tells whether a function is of the package that is explored,
// of its tests, or of a package below it.
func harrierIsExplored(function string) bool {
	if !stringslite.HasPrefix(function, harrierExplored) {
		return false
	}
	rest := function[len(harrierExplored):]
	if !stringslite.HasPrefix(rest, ".") {
		return stringslite.HasPrefix(rest, "/") || stringslite.HasPrefix(rest, "_test.")
	}
	// Behind the dot is the function's name, unless the path has dots before its
	// last part. Type parameters and receivers may have paths of their own.
	for i := 0; i < len(rest) && rest[i] != '[' && rest[i] != '('; i++ {
		if rest[i] == '/' {
			return false
		}
	}
	return true
}
