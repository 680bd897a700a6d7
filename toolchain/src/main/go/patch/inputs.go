// A controlled run records its inputs: what the program reads and no decision is about.
// The numbers are the kinds of runtime/inputs.go, which reads the clock's itself.

package patch

//harrier:in crypto/internal/sysrand/rand.go

func Read() {
	if harrierSerial != 0 && !testingOnlyFailRead {
		harrierInput(2)
		harrierFill(b)
		return
	}
}

// Calls into the system or into C. A child makes its own before it executes a program.

//harrier:in syscall/syscall_linux.go

func Syscall() {
	if harrierSerial != 0 {
		a2 = harrierCallsSystem(trap, a1, a2, a3, 0)
	}
}

func Syscall6() {
	if harrierSerial != 0 {
		a2 = harrierCallsSystem(trap, a1, a2, a3, a4)
	}
}

// Each execution has an identifier of its own, also where it is a copy.

//harrier:in os/exec.go

//harrier:also Getppid
func Getpid() {
	if harrierSerial != 0 {
		harrierInput(3)
	}
}

//harrier:in runtime/cgocall.go

func cgocall() {
	if harrierSerial != 0 {
		harrierInput(3)
	}
}

//harrier:in syscall/env_unix.go

func Getenv() {
	if harrierSerial != 0 {
		harrierInput(4)
		harrierReadsVariable(key)
	}
}

func Environ() {
	if harrierSerial != 0 {
		harrierInput(4)
		harrierReadsVariable("")
	}
}

// In which order a loop visits the keys of a map, if they are more than one.

//harrier:in internal/runtime/maps/table.go

func (it *Iter) Init() {
	//harrier:before dirIdx := 0
	if m.used > 1 && harrierSerial != 0 {
		harrierInput(5)
	}
}

//harrier:in sync/map.go

func (m *Map) Range() {
	if harrierSerial != 0 {
		harrierInput(5)
	}
}

// Processors, statistics, stacks, and what the collector has found.

//harrier:in runtime/debug.go

//harrier:also NumCPU
func GOMAXPROCS() {
	if harrierSerial != 0 {
		harrierInput(6)
	}
}

//harrier:in runtime/mstats.go

func ReadMemStats() {
	if harrierSerial != 0 {
		harrierInput(7)
	}
}

//harrier:in runtime/mprof.go

func Stack() {
	if harrierSerial != 0 {
		harrierInput(7)
	}
}

//harrier:in runtime/mheap.go

func internal_weak_runtime_makeStrongFromWeak() {
	if harrierSerial != 0 {
		harrierInput(7)
	}
}
