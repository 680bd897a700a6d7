// Descriptors: only the hooks ask the poller, and it says to them which goroutine is ready.

package patch

//harrier:in runtime/proc.go

func startTheWorldWithSema() {
	//harrier:instead if netpollinited() {
	if netpollinited() && harrierSerial == 0 {
	}
}

func sysmon() {
	//harrier:instead if netpollinited() && lastpoll != 0 && lastpoll+10*1000*1000 < now {
	if netpollinited() && harrierSerial == 0 && lastpoll != 0 && lastpoll+10*1000*1000 < now {
	}
}

func findRunnable() {
	//harrier:instead if netpollinited() && netpollAnyWaiters() && sched.lastpoll.Load() != 0 && sched.pollingNet.Swap(1) == 0 {
	if harrierSerial == 0 && netpollinited() && netpollAnyWaiters() && sched.lastpoll.Load() != 0 && sched.pollingNet.Swap(1) == 0 {
	}

	//harrier:before if !list.empty() {
	//harrier:next gp := list.pop()
	if harrierSerial != 0 {
		injectglist(&list)
		netpollAdjustWaiters(delta)
		goto top
	}
}

//harrier:in runtime/netpoll.go

func poll_runtime_pollReset() {
	if harrierSerial != 0 {
		harrierUsesDescriptor()
	}

	//harrier:after pd.rg.Store(pdNil)
	if harrierSerial != 0 {
		if code := harrierWaitToRead(pd); code != pollNoError {
			return code
		}
	}
}

func netpollready() {
	//harrier:before toRun.push(rg)
	if harrierSerial != 0 {
		harrierDescriptorReady(rg)
	}

	//harrier:before toRun.push(wg)
	if harrierSerial != 0 {
		harrierDescriptorReady(wg)
	}
}
