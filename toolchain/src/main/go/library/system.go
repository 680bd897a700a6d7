// What package syscall calls besides.

package library

import "unsafe"

//go:linkname harrierCallsSystem runtime.harrierCallsSystem
func harrierCallsSystem(trap, a1, a2, a3, a4 uintptr) uintptr

//go:linkname harrierReadsVariable runtime.harrierReadsVariable
func harrierReadsVariable(name string)

// harrierOfChild adds to the environment of a controlled child what its draws begin with, which
// the parent draws: processes of one program and one seed would all draw the same keys.
func harrierOfChild(environment []*byte) []*byte {
	const name = "HARRIER_ORIGIN="
	text := []byte(name + "0123456789abcdef\x00")
	digits := text[len(name) : len(text)-1]
	harrierFill(digits)
	for i := range digits {
		digits[i] = '0' + digits[i]%10
	}
	result, controlled := []*byte{&text[0]}, false
	for _, variable := range environment {
		controlled = controlled || harrierIs(variable, "HARRIER_CONTROL=")
		if !harrierIs(variable, name) {
			result = append(result, variable)
		}
	}
	if !controlled {
		return environment
	}
	return result
}

// harrierIs reports whether the variable, nil at the end of an environment, begins so.
func harrierIs(variable *byte, prefix string) bool {
	for i := range len(prefix) {
		if variable == nil || *(*byte)(unsafe.Add(unsafe.Pointer(variable), i)) != prefix[i] {
			return false
		}
	}
	return true
}
