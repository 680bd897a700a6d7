// A run starts as cheaply as it can: it may last for less than a millisecond. The
// goroutines that the runtime starts for itself run on the main thread, where else the main
// goroutine would keep it and a second one would be made for them.

package patch

//harrier:in runtime/cgroup_linux.go

func defaultGOMAXPROCSInit() {
	if harrierSerial != 0 {
		if harrierCPUs != 0 {
			return
		}
	}
}

//harrier:in runtime/proc.go

// A process that makes copies of itself has one thread, which main does not keep.
func main() {
	//harrier:before gcenable()
	if harrierSerial != 0 && !harrierForking {
		unlockOSThread()
	}

	//harrier:after gcenable()
	if harrierSerial != 0 && !harrierForking {
		lockOSThread()
	}

	//harrier:instead if haveSysmon {
	if haveSysmon && !harrierForking {
	}

	//harrier:before if mp != &m0 {
	if harrierForking {
		unlockOSThread()
	}

	//harrier:instead needUnlock := true
	needUnlock := !harrierForking

	//harrier:after needUnlock = false
	if harrierForking {
		lockOSThread()
	}
}

func defaultGOMAXPROCSUpdateEnable() {
	if harrierSerial != 0 {
		return
	}
}

func sysmon() {
	//harrier:instead usleep(delay)
	usleep(harrierLookAfter(delay))
}
