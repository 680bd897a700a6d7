// What package syscall calls besides.

package library

//go:linkname harrierCallsSystem runtime.harrierCallsSystem
func harrierCallsSystem(trap, a1, a2, a3 uintptr)
