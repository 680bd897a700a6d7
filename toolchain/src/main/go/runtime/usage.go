// Which operations are usages of the packages that are explored. GoAT yields
// only before these (section IV): what the packages that they use do among
// themselves is not what is looked at.
//
// The call site decides: the innermost frame that is not of package runtime or
// sync (frames.go). Only runs of
// strategy_yields.go ask, while they have yields left.

package runtime

import "internal/stringslite"

// harrierExplored is the import path of what is explored, as the linker writes
// it; if it is empty every operation is a usage.
var harrierExplored string

func harrierUsageInit() {
	harrierExplored = harrierEarlyEnv("HARRIER_EXPLORED=")
}

// harrierIsUsage reports whether the operation is a usage that the frame which
// fp points to is part of.
func harrierIsUsage(gp *g, fp uintptr) bool {
	if harrierExplored == "" {
		return true
	}
	frames := harrierFramesFrom(gp, fp)
	pc, name := frames.nextOfProgram()
	return pc != 0 && harrierIsExplored(name)
}

// harrierIsExplored reports whether a function is of the package that is explored,
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
