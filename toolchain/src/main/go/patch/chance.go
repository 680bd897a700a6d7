// No chance but that of the run's seed.

package patch

//harrier:in runtime/rand.go

func randinit() {
	//harrier:end
	harrierControlInit()
}

func rand() {
	if harrierSerial != 0 {
		if x, ok := harrierRandom(); ok {
			return x
		}
	}
}

//harrier:in syscall/exec_linux.go

func forkAndExecInChild() {
	if harrierSerial != 0 {
		envv = harrierOfChild(envv)
	}
}

//harrier:in runtime/select.go

func selectgo() {
	//harrier:instead j := cheaprandn(uint32(norder + 1))
	j := harrierSelectOrder(uint32(norder + 1))

	//harrier:before sellock(scases, lockorder)
	//harrier:next var (
	if harrierSerial != 0 {
		harrierSelectDecide(scases, nsends, pollorder)
	}
}
