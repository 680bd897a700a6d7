// Up to Go 1.25 a sudog holds its channel as a plain pointer.

package runtime

import "unsafe"

func harrierChannelOf(sg *sudog) uint64 { return uint64(uintptr(unsafe.Pointer(sg.c))) }
