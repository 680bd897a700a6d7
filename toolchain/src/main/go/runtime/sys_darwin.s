// The calls of sys_darwin.go.

TEXT runtime·harrier_open_trampoline(SB),NOSPLIT,$0-0
	JMP	harrier_open(SB)

TEXT runtime·harrier_mmap_trampoline(SB),NOSPLIT,$0-0
	JMP	harrier_mmap(SB)

TEXT runtime·harrier_munmap_trampoline(SB),NOSPLIT,$0-0
	JMP	harrier_munmap(SB)

TEXT runtime·harrier_pwrite_trampoline(SB),NOSPLIT,$0-0
	JMP	harrier_pwrite(SB)

TEXT runtime·harrier_truncate_trampoline(SB),NOSPLIT,$0-0
	JMP	harrier_truncate(SB)

TEXT runtime·harrier_getpid_trampoline(SB),NOSPLIT,$0-0
	JMP	harrier_getpid(SB)
