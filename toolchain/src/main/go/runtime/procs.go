// How many processors the program sees in a controlled run. There is one P, and
// nothing of that shows: a pool with a worker for each processor has as many as it
// would have without Harrier.

package runtime

var (
	harrierCPUs         uint64 // as HARRIER_CONTROL says; 0 for the machine's
	harrierProcs        int32  // GOMAXPROCS as the program sees and sets it
	harrierDefaultProcs int32
)

// harrierOneProc is called with the number of Ps that there would be, first when
// the scheduler starts.
func harrierOneProc(procs int32) int32 {
	if harrierProcs == 0 {
		if harrierCPUs != 0 {
			procs = int32(harrierCPUs)
		}
		harrierProcs, harrierDefaultProcs = procs, procs
	}
	return 1
}

// harrierMaxProcs does what GOMAXPROCS says.
func harrierMaxProcs(n int) int {
	old := harrierProcs
	if n > 0 {
		harrierProcs = int32(n)
	}
	return int(old)
}
