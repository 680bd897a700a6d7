// System call numbers of linux/amd64.

package runtime

const (
	harrierSysMmap       = 9
	harrierSysMadvise    = 28
	harrierSysGetpid     = 39
	harrierSysTruncate   = 76
	harrierSysOpenat     = 257
	harrierSysReadlinkat = 267
	harrierSysFallocate  = 285
)
