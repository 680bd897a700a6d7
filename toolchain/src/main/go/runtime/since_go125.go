// What has another name before Go 1.25.

package runtime

func harrierInBubble(gp *g) bool { return gp.bubble != nil }
