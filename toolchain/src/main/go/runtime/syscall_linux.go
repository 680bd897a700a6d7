package runtime

import "internal/runtime/syscall/linux"

func harrierSyscall(num, a1, a2, a3, a4, a5, a6 uintptr) (r1, errno uintptr) {
	r1, _, errno = linux.Syscall6(num, a1, a2, a3, a4, a5, a6)
	return
}
