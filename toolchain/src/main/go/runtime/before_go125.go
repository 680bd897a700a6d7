// Names that Go 1.25 brought, for the hooks that use them.

package runtime

// No goroutine waits for this reason before Go 1.25.
const waitReasonSynctestWaitGroupWait = ^waitReason(0)

func harrierInBubble(gp *g) bool { return gp.syncGroup != nil }
