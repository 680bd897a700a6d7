// Where package syscall of the runtime is not yet one for each system: until Go 1.25.

package runtime

import "internal/runtime/syscall"

func harrierSyscall(num, a1, a2, a3, a4, a5, a6 uintptr) (r1, errno uintptr) {
	r1, _, errno = syscall.Syscall6(num, a1, a2, a3, a4, a5, a6)
	return
}
