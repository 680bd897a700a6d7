// System call numbers of linux/arm64.

package runtime

const (
	harrierSysPwrite     = 68
	harrierSysFcntl      = 25
	harrierSysTruncate   = 45
	harrierSysFallocate  = 47
	harrierSysOpenat     = 56
	harrierSysPoll       = 73
	harrierSysReadlinkat = 78
	harrierSysWaitid     = 95
	harrierSysClock      = 113
	harrierSysKill       = 129
	harrierSysSetpgid    = 154
	harrierSysPrctl      = 167
	harrierSysGetpid     = 172
	harrierSysGetppid    = 173
	harrierSysMunmap     = 215
	harrierSysMremap     = 216
	harrierSysClone      = 220
	harrierSysMmap       = 222
	harrierSysMadvise    = 233
)
