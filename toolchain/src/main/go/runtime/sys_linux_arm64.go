// System call numbers of linux/arm64.

package runtime

const (
	harrierSysTruncate   = 45
	harrierSysFallocate  = 47
	harrierSysOpenat     = 56
	harrierSysReadlinkat = 78
	harrierSysGetpid     = 172
	harrierSysMmap       = 222
	harrierSysMadvise    = 233
)
