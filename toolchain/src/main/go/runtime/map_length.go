package runtime

import "unsafe"

// harrierMapLength is the length of the map that word, the value of a variable of a map
// type, is. It is not an access of the program's.
func harrierMapLength(word unsafe.Pointer) uint64 { return (*maps.Map)(word).Used() }
