// System call numbers of linux/amd64.

package runtime

const (
	harrierSysRead       = 0
	harrierSysWrite      = 1
	harrierSysClose      = 3
	harrierSysFstat      = 5
	harrierSysLseek      = 8
	harrierSysMmap       = 9
	harrierSysMunmap     = 11
	harrierSysIoctl      = 16
	harrierSysPread      = 17
	harrierSysPwrite     = 18
	harrierSysMremap     = 25
	harrierSysMadvise    = 28
	harrierSysGetpid     = 39
	harrierSysClone      = 56
	harrierSysKill       = 62
	harrierSysUname      = 63
	harrierSysFcntl      = 72
	harrierSysTruncate   = 76
	harrierSysGetcwd     = 79
	harrierSysSetpgid    = 109
	harrierSysGetppid    = 110
	harrierSysPrctl      = 157
	harrierSysGetdents   = 217
	harrierSysClock      = 228
	harrierSysWaitid     = 247
	harrierSysOpenat     = 257
	harrierSysMkdirat    = 258
	harrierSysFstatat    = 262
	harrierSysUnlinkat   = 263
	harrierSysRenameat   = 264
	harrierSysLinkat     = 265
	harrierSysReadlinkat = 267
	harrierSysFaccessat  = 269
	harrierSysPoll       = 271
	harrierSysFallocate  = 285
	harrierSysRenameat2  = 316
	harrierSysStatx      = 332
)
