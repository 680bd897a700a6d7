// A lock only for the hooks: the goroutine that has it neither blocks nor is preempted.

package runtime

import "internal/runtime/atomic"

func harrierLock(l *atomic.Uint32) {
	for !l.CompareAndSwap(0, 1) {
		osyield()
	}
}

func harrierUnlock(l *atomic.Uint32) { l.Store(0) }
