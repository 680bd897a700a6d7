// What package syscall calls besides.

package library

//go:linkname harrierCallsSystem runtime.harrierCallsSystem
func harrierCallsSystem(write bool, fd uintptr)
