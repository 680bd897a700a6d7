// The program sees as many processors as it would, or as it is asked to, whatever runs
// underneath.

package patch

//harrier:in runtime/debug.go

func GOMAXPROCS() {
	if harrierSerial != 0 {
		return harrierMaxProcs(n)
	}
}

func SetDefaultGOMAXPROCS() {
	if harrierSerial != 0 {
		harrierMaxProcs(int(harrierDefaultProcs))
		return
	}
}

func NumCPU() {
	if harrierSerial != 0 {
		if harrierCPUs != 0 {
			return int(harrierCPUs)
		}
	}
}
