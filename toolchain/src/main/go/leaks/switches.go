// The switches of a binary that harrier build made, read from the environment
// once, when the collector starts. Nothing here ends the process: a wrong
// value is one sentence on standard error, and leaks are not looked for.

package runtime

import (
	"internal/abi"
	"internal/runtime/atomic"
)

// What HARRIER_LEAKS asks for. Each step includes those before it.
const (
	harrierOff     = iota
	harrierReport  // report leaked goroutines
	harrierReclaim // reclaim those that leave nothing behind
	harrierMatched // and those that were created where a pattern says, whatever is pending
	harrierAll     // and all others
)

const harrierMaxPath = 4096

var (
	harrierMode      uint32
	harrierEvery     uint32 = 1 // look in every n-th collection
	harrierPatterns  string     // comma-separated; * stands for anything
	harrierSumSignal uint32     // prints a summary; 0 for none
	harrierOut       [harrierMaxPath]byte
	harrierOutSet    bool
	harrierSumAtExit bool   = true
	harrierNoTiny    uint32 // structs get a block of memory of their own
)

// harrierLeaksStart reads the switches. It runs on the main goroutine, before
// any init function of the program.
func harrierLeaksStart() {
	mode := gogetenv("HARRIER_LEAKS")
	if mode == "" || mode == "off" {
		return
	}
	wanted, patterns := harrierWanted(mode)
	if wanted == harrierOff {
		harrierComplain("HARRIER_LEAKS=", mode, "is not one of report, reclaim, reclaim:all and reclaim:PATTERN,...; leaked goroutines are not looked for")
		return
	}
	if every := gogetenv("HARRIER_LEAKS_EVERY"); every != "" {
		n, ok := harrierParseNumber(every)
		if !ok || n == 0 {
			harrierComplain("HARRIER_LEAKS_EVERY=", every, "is not a whole number above 0; every collection looks for leaked goroutines")
		} else {
			harrierEvery = n
		}
	}
	harrierPatterns = patterns
	harrierChooseSignal(gogetenv("HARRIER_LEAKS_SIGNAL"))
	harrierChooseExit(gogetenv("HARRIER_LEAKS_EXIT"))
	harrierChooseOut(gogetenv("HARRIER_LEAKS_OUT"))
	if !harrierTablesReady() {
		harrierComplain("HARRIER_LEAKS=", mode, "needs 3 MB of memory, which the system does not give; leaked goroutines are not looked for")
		return
	}
	harrierNoTiny = 1
	harrierLimits = 1
	systemstack(func() { newm(harrierReporter, nil, -1) })
	atomic.Store(&harrierMode, wanted)
}

func harrierWanted(mode string) (uint32, string) {
	const prefix = "reclaim:"
	switch {
	case mode == "report":
		return harrierReport, ""
	case mode == "reclaim":
		return harrierReclaim, ""
	case mode == "reclaim:all":
		return harrierAll, ""
	case len(mode) > len(prefix) && mode[:len(prefix)] == prefix:
		return harrierMatched, mode[len(prefix):]
	}
	return harrierOff, ""
}

func harrierParseNumber(text string) (uint32, bool) {
	n := uint64(0)
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || n > 1<<31 {
			return 0, false
		}
		n = n*10 + uint64(text[i]-'0')
	}
	return uint32(n), n < 1<<32
}

func harrierChooseSignal(name string) {
	switch name {
	case "", "USR1":
		harrierSumSignal = _SIGUSR1
	case "USR2":
		harrierSumSignal = _SIGUSR2
	case "none":
	default:
		harrierSumSignal = _SIGUSR1
		harrierComplain("HARRIER_LEAKS_SIGNAL=", name, "is not one of USR1, USR2 and none; USR1 asks for a summary")
	}
}

func harrierChooseExit(value string) {
	switch value {
	case "", "on":
	case "off":
		harrierSumAtExit = false
	default:
		harrierComplain("HARRIER_LEAKS_EXIT=", value, "is neither on nor off; a program that exits collects once more and prints a summary")
	}
}

func harrierChooseOut(path string) {
	if path == "" {
		return
	}
	if len(path) >= harrierMaxPath {
		harrierComplain("HARRIER_LEAKS_OUT=", path[:32], "... is too long for a path; reports go to standard error")
		return
	}
	n := copy(harrierOut[:], path)
	harrierOut[n] = 0
	fd := harrierOpenOut()
	if fd < 0 {
		harrierComplain("HARRIER_LEAKS_OUT=", path, "can't be opened for writing; reports go to standard error")
		return
	}
	closefd(fd)
	harrierOutSet = true
}

func harrierComplain(switchIs, value, text string) {
	print("harrier: ", switchIs, value, " ", text, "\n")
}

// harrierMatches reports whether a pattern of the list fits one of two names.
func harrierMatches(function, place string) bool {
	list := harrierPatterns
	for len(list) > 0 {
		end := 0
		for end < len(list) && list[end] != ',' {
			end++
		}
		pattern := list[:end]
		if end < len(list) {
			end++
		}
		list = list[end:]
		if len(pattern) > 0 && (harrierGlob(pattern, function) || harrierGlobEnd(pattern, place)) {
			return true
		}
	}
	return false
}

// harrierGlob reports whether * in pattern can stand for what text has there.
func harrierGlob(pattern, text string) bool {
	p, t, star, from := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// harrierGlobEnd is harrierGlob for whole last elements of a path.
func harrierGlobEnd(pattern, path string) bool {
	if harrierGlob(pattern, path) {
		return true
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' && harrierGlob(pattern, path[i+1:]) {
			return true
		}
	}
	return false
}

// harrierMayBeLock: locks are structs, and so is what holds one.
func harrierMayBeLock(typ *_type) bool {
	return typ != nil && typ.Kind() == abi.Struct
}
