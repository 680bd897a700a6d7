// Names that Go 1.25 brought, for the hooks that use them.

package runtime

import "unsafe"

func harrierBubble(gp *g) unsafe.Pointer { return unsafe.Pointer(gp.syncGroup) }

func harrierInBubble(gp *g) bool { return gp.syncGroup != nil }

func harrierBubbleText(any) string { return "" }
