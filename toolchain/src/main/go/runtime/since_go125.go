// What has another name before Go 1.25.

package runtime

import "unsafe"

// harrierBubble is the bubble of testing/synctest that gp is in, nil if none.
func harrierBubble(gp *g) unsafe.Pointer { return unsafe.Pointer(gp.bubble) }

func harrierInBubble(gp *g) bool { return gp.bubble != nil }

// harrierBubbleText is what synctest's deadlock says, "" for any other panic.
func harrierBubbleText(v any) string {
	if e, ok := v.(synctestDeadlockError); ok {
		return e.reason
	}
	return ""
}
