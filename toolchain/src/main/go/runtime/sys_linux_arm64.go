// System call numbers of linux/arm64.

package runtime

const (
	harrierSysPwrite     = 68
	harrierSysTruncate   = 45
	harrierSysFallocate  = 47
	harrierSysOpenat     = 56
	harrierSysPoll       = 73
	harrierSysReadlinkat = 78
	harrierSysClock      = 113
	harrierSysPrctl      = 167
	harrierSysGetpid     = 172
	harrierSysGetppid    = 173
	harrierSysMunmap     = 215
	harrierSysMremap     = 216
	harrierSysMmap       = 222
	harrierSysMadvise    = 233
)
