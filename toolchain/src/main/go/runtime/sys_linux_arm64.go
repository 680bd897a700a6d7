// System call numbers of linux/arm64.

package runtime

const (
	harrierSysGetcwd     = 17
	harrierSysFcntl      = 25
	harrierSysIoctl      = 29
	harrierSysMkdirat    = 34
	harrierSysUnlinkat   = 35
	harrierSysLinkat     = 37
	harrierSysRenameat   = 38
	harrierSysTruncate   = 45
	harrierSysFallocate  = 47
	harrierSysFaccessat  = 48
	harrierSysOpenat     = 56
	harrierSysClose      = 57
	harrierSysGetdents   = 61
	harrierSysLseek      = 62
	harrierSysRead       = 63
	harrierSysWrite      = 64
	harrierSysPread      = 67
	harrierSysPwrite     = 68
	harrierSysPoll       = 73
	harrierSysReadlinkat = 78
	harrierSysFstatat    = 79
	harrierSysFstat      = 80
	harrierSysWaitid     = 95
	harrierSysClock      = 113
	harrierSysKill       = 129
	harrierSysSetpgid    = 154
	harrierSysUname      = 160
	harrierSysPrctl      = 167
	harrierSysGetpid     = 172
	harrierSysGetppid    = 173
	harrierSysMunmap     = 215
	harrierSysMremap     = 216
	harrierSysClone      = 220
	harrierSysMmap       = 222
	harrierSysMadvise    = 233
	harrierSysRenameat2  = 276
	harrierSysStatx      = 291
)
