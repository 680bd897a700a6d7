// System call numbers of linux/amd64.

package runtime

const (
	harrierSysMmap       = 9
	harrierSysMunmap     = 11
	harrierSysPwrite     = 18
	harrierSysMremap     = 25
	harrierSysMadvise    = 28
	harrierSysGetpid     = 39
	harrierSysClone      = 56
	harrierSysKill       = 62
	harrierSysFcntl      = 72
	harrierSysTruncate   = 76
	harrierSysSetpgid    = 109
	harrierSysGetppid    = 110
	harrierSysPrctl      = 157
	harrierSysClock      = 228
	harrierSysWaitid     = 247
	harrierSysOpenat     = 257
	harrierSysPoll       = 271
	harrierSysReadlinkat = 267
	harrierSysFallocate  = 285
)
