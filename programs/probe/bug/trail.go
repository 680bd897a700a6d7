package probe

import "sync"

// Verbose has Leave keep what it is given.
var Verbose bool

var (
	trailMu sync.Mutex
	trail   []string
)

// Leave adds a mark to the trail.
func Leave(mark string) {
	if !Verbose {
		return
	}
	trail = append(trail, mark) // want data-race
}

// Trail is what was left.
func Trail() []string {
	trailMu.Lock()
	defer trailMu.Unlock()
	return append([]string(nil), trail...) // want data-race?
}

// Wipe removes all marks.
func Wipe() {
	trailMu.Lock()
	defer trailMu.Unlock()
	trail = nil // want data-race?
}
