package selftest

import (
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A collection that comes by itself makes goroutines wait that allocate.
func init() { debug.SetGCPercent(-1) }

// parked returns when the goroutine in a function of this package waits.
func parked(function string) {
	for state(function) != "waits" {
		time.Sleep(time.Millisecond)
	}
}

// begun returns when a goroutine is in a function of this package.
func begun(function string) {
	for state(function) == "" {
		time.Sleep(time.Millisecond)
	}
}

// ended returns when no goroutine is in a function of this package.
func ended(function string) {
	for state(function) != "" {
		time.Sleep(time.Millisecond)
	}
}

// collected returns when what nothing refers to is gone.
func collected() {
	runtime.GC()
	runtime.GC()
}

var dump [1 << 20]byte

// state asks the runtime's own stack dump, which the hooks have no part in.
func state(function string) string {
	stacks := dump[:runtime.Stack(dump[:], true)]
	for _, goroutine := range strings.Split(string(stacks), "\n\n") {
		if !strings.Contains(goroutine, "selftest."+function+"(") {
			continue
		}
		header, _, _ := strings.Cut(goroutine, "\n")
		if strings.Contains(header, "[run") || strings.Contains(header, "[sleep") {
			return "runs"
		}
		return "waits"
	}
	return ""
}
