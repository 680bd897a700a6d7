// What the profile goroutineleak needs. It is part of mprof.go.

package runtime

import "internal/profilerecord"

// harrierSave takes down the stack of a leaked goroutine for the profile. On the
// system stack no collection can reclaim it meanwhile, and the scan bit keeps
// the collector from moving its stack.
func harrierSave(gp *g, to *profilerecord.StackRecord, pcs []uintptr) (ok bool) {
	systemstack(func() {
		for harrierIsLeaked(gp) && !ok {
			if ok = castogscanstatus(gp, _Gwaiting, _Gscanwaiting); !ok {
				osyield()
			}
		}
		if ok {
			saveg(^uintptr(0), ^uintptr(0), gp, to, pcs)
			casfrom_Gscanstatus(gp, _Gscanwaiting, _Gwaiting)
		}
	})
	return ok
}
