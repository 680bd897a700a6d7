// What a controlled run reads of its surroundings, so that a replay can have the same:
// names of variables of the environment, and paths of files.
//
// Where HARRIER_READS names a file, each name is appended to it once, also before the
// tests and by controlled processes that this one starts. Where HARRIER_GIVEN names one,
// that has pairs of paths: where the program opens the first to read, or asks what is
// there, the system is asked about the second, until the program changes the file itself. Paths
// are compared as the program writes them, behind the directory that they begin in.
//
// In an exploration neither is set, except for the second where a fix is checked, so that
// all this costs a comparison there. It runs on the system stack, with the only P: no other
// goroutine uses the buffer meanwhile.

package runtime

import (
	"internal/stringslite"
	"unsafe"
)

const (
	harrierMostNoted   = 4096 // a power of two; half as many names are noted
	harrierLongestPath = 4096

	harrierVariableRead = 'E' // kinds of names
	harrierFileRead     = 'F'
)

var (
	harrierReads      *byte // the file that gets the names, as C has strings; nil if none does
	harrierNoted      [harrierMostNoted]uint64
	harrierNotedNames int
	harrierReadName   [2*harrierLongestPath + 3]byte // a kind, a name and a zero

	harrierGiven, harrierGivenEnd uintptr // the pairs, in memory of their own; 0 if there are none

	harrierOfDescriptor = [32]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'f', 'd', '/'}
)

// harrierRecordingInit is called before the program's code begins to run.
func harrierRecordingInit() {
	if file := harrierEarlyEnv("HARRIER_READS="); file != "" {
		harrierReads = unsafe.StringData(file)
	}
	file := harrierEarlyEnv("HARRIER_GIVEN=")
	if file == "" {
		return
	}
	fd, errno := harrierSyscall(harrierSysOpenat, harrierAtWorkingDir, uintptr(unsafe.Pointer(unsafe.StringData(file))), 0x80000 /* O_CLOEXEC */, 0, 0, 0)
	if errno != 0 {
		return
	}
	size, errno := harrierSyscall(harrierSysLseek, fd, 0, 2 /* SEEK_END */, 0, 0, 0)
	if errno == 0 && size != 0 {
		p, errno := harrierSyscall(harrierSysMmap, 0, size, _PROT_READ|_PROT_WRITE, 2 /* MAP_PRIVATE */, fd, 0)
		if errno == 0 {
			harrierGiven, harrierGivenEnd = p, p+size
		}
	}
	closefd(int32(fd))
}

// harrierReadsVariable is called when a variable is read; all are, if name is empty.
//
//go:linkname harrierReadsVariable
func harrierReadsVariable(name string) {
	gp := getg()
	if harrierReads == nil || gp.m == nil || gp != gp.m.curg || len(name) > harrierLongestPath {
		return
	}
	fp := getfp()
	systemstack(func() {
		if name == "" && harrierIsForChild(gp, fp) {
			return
		}
		copy(harrierReadName[1:], name)
		harrierNoteRead(harrierVariableRead, len(name))
	})
}

// harrierIsForChild reports whether Go's library reads the environment to hand it to a process.
func harrierIsForChild(gp *g, fp uintptr) bool {
	frames := harrierFramesFrom(gp, fp)
	frames.left = 3 // syscall.Environ, and two of those in which the others may be compiled
	for {
		pc, name := frames.next()
		if pc == 0 {
			return false
		}
		if stringslite.HasPrefix(name, "internal/syscall/execenv.") || stringslite.HasPrefix(name, "os/exec.") || name == "os.StartProcess" || name == "os.startProcess" {
			return true
		}
	}
}

// harrierNoteRead writes a name, which stands in the buffer behind its kind, if it is new.
func harrierNoteRead(kind byte, n int) {
	harrierReadName[0] = kind
	hash := uint64(0)
	for _, c := range harrierReadName[:n+1] {
		hash = harrierMix(hash ^ uint64(c))
	}
	at := hash % harrierMostNoted
	for ; harrierNoted[at] != 0; at = (at + 1) % harrierMostNoted {
		if harrierNoted[at] == hash|1 {
			return
		}
	}
	if harrierNotedNames == harrierMostNoted/2 {
		return
	}
	harrierNotedNames++
	harrierNoted[at] = hash | 1
	harrierReadName[n+1] = 0
	const appending = 0x80000 | 0x400 | 0x40 | 1 // O_CLOEXEC, O_APPEND, O_CREAT, O_WRONLY
	fd, errno := harrierSyscall(harrierSysOpenat, harrierAtWorkingDir, uintptr(unsafe.Pointer(harrierReads)), appending, 0o600, 0, 0)
	if errno == 0 {
		harrierSyscall(harrierSysWrite, fd, uintptr(unsafe.Pointer(&harrierReadName)), uintptr(n+2), 0, 0, 0)
		closefd(int32(fd))
	}
}

// harrierCallsForFile is called before a call into the system in a run that has one of the two
// files. It returns what the second argument is to be.
//
//go:nosplit
func harrierCallsForFile(trap, a1, a2, a3, a4 uintptr) uintptr {
	gp := getg()
	if gp.m == nil || gp != gp.m.curg {
		return a2
	}
	switch trap {
	case harrierSysOpenat, harrierSysFstatat, harrierSysStatx, harrierSysFaccessat,
		harrierSysUnlinkat, harrierSysMkdirat, harrierSysRenameat, harrierSysRenameat2, harrierSysLinkat, harrierSysTruncate:
		systemstack(func() { a2 = harrierOfFile(trap, a1, a2, a3, a4) })
	}
	return a2
}

func harrierOfFile(trap, a1, a2, a3, a4 uintptr) uintptr {
	switch trap {
	case harrierSysTruncate:
		harrierOwns(harrierAtWorkingDir, a1)
	case harrierSysRenameat, harrierSysRenameat2, harrierSysLinkat:
		harrierOwns(a1, a2)
		harrierOwns(a3, a4)
	case harrierSysUnlinkat, harrierSysMkdirat:
		harrierOwns(a1, a2)
	case harrierSysOpenat:
		if a3&0x243 != 0 { // O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
			harrierOwns(a1, a2)
			return a2
		}
		if harrierReads != nil {
			if n := harrierFullPath(a1, a2); n != 0 {
				harrierNoteRead(harrierFileRead, n)
			}
		}
		return harrierGivenFor(a1, a2)
	default:
		return harrierGivenFor(a1, a2)
	}
	return a2
}

// harrierFullPath puts a path into the buffer, behind the directory that it begins in, and
// returns how long it is; 0 if that is not known.
func harrierFullPath(dir, path uintptr) int {
	n := uintptr(findnull((*byte)(unsafe.Pointer(path))))
	if n == 0 || n > harrierLongestPath {
		return 0
	}
	at := uintptr(1)
	if *(*byte)(unsafe.Pointer(path)) != '/' {
		into := uintptr(unsafe.Pointer(&harrierReadName[1]))
		if dir == harrierAtWorkingDir {
			length, errno := harrierSyscall(harrierSysGetcwd, into, harrierLongestPath, 0, 0, 0, 0)
			if errno != 0 {
				return 0
			}
			at += length - 1 // without the zero at its end
		} else {
			const start = 14 // where the number stands
			harrierNameDescriptor(start, dir)
			length, errno := harrierSyscall(harrierSysReadlinkat, harrierAtWorkingDir, uintptr(unsafe.Pointer(&harrierOfDescriptor)), into, harrierLongestPath, 0, 0)
			if errno != 0 {
				return 0
			}
			at += length
		}
		harrierReadName[at] = '/'
		at++
	}
	memmove(unsafe.Pointer(&harrierReadName[at]), unsafe.Pointer(path), n)
	return int(at + n - 1)
}

// harrierNameDescriptor puts the number of a descriptor, and a zero, at a place of its name.
func harrierNameDescriptor(at int, number uintptr) {
	digits := 1
	for rest := number / 10; rest != 0; rest /= 10 {
		digits++
	}
	if at+digits >= len(harrierOfDescriptor) {
		digits = 0
	}
	harrierOfDescriptor[at+digits] = 0
	for i := digits - 1; i >= 0; i-- {
		harrierOfDescriptor[at+i] = byte('0' + number%10)
		number /= 10
	}
}

// harrierOwns is called when the program changes a file: from now on it reads its own.
func harrierOwns(dir, path uintptr) {
	if from, _ := harrierPair(dir, path); from != 0 {
		*(*byte)(unsafe.Pointer(from)) = '-' // no path that is compared begins so
	}
}

// harrierGivenFor is the path of what the program is to read instead of a file, or that file's.
func harrierGivenFor(dir, path uintptr) uintptr {
	if _, to := harrierPair(dir, path); to != 0 {
		return to
	}
	return path
}

// harrierPair is the pair whose first is a path; 0 if there is none.
func harrierPair(dir, path uintptr) (from, to uintptr) {
	if harrierGiven == 0 {
		return 0, 0
	}
	n := harrierFullPath(dir, path)
	if n == 0 {
		return 0, 0
	}
	name := unsafe.String(&harrierReadName[1], n)
	for at := harrierGiven; at < harrierGivenEnd; {
		first := unsafe.String((*byte)(unsafe.Pointer(at)), findnull((*byte)(unsafe.Pointer(at))))
		second := at + uintptr(len(first)) + 1
		if first == name {
			return at, second
		}
		at = second + uintptr(findnull((*byte)(unsafe.Pointer(second)))) + 1
	}
	return 0, 0
}
