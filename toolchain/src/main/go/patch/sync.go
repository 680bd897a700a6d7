// What locks, once, wait groups and conditions do. A lock that is free is recorded
// when it is taken, one that can't is asked for first. The release is recorded before it
// happens. So acquire and release alternate in the order of tickets. What records its call
// site must not be inlined into the user's code.

package patch

//harrier:in sync/mutex.go

//go:noinline
func (m *Mutex) Lock() {
	//harrier:instead m.mu.Lock()
	if harrierOn == 0 {
		m.mu.Lock()
		return
	}
	harrierPoint(unsafe.Pointer(m))
	if !m.mu.TryLock() {
		harrierRequest(unsafe.Pointer(m), harrierMutexKind)
		m.mu.Lock()
	}
	harrierAcquire(unsafe.Pointer(m), harrierMutexKind, sys.GetCallerPC())
}

//go:noinline
func (m *Mutex) TryLock() {
	//harrier:instead return m.mu.TryLock()
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(m))
	}
	ok := m.mu.TryLock()
	if ok && harrierOn != 0 {
		harrierAcquire(unsafe.Pointer(m), harrierMutexKind, sys.GetCallerPC())
	} else if harrierOn != 0 {
		harrierRefused(unsafe.Pointer(m), harrierMutexKind, sys.GetCallerPC())
	}
	return ok
}

//go:noinline
func (m *Mutex) Unlock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(m))
		harrierRelease(unsafe.Pointer(m), harrierMutexKind, sys.GetCallerPC())
	}
}

// The mutex inside is used by its unhooked name: it is not an object of its own.

//harrier:in sync/rwmutex.go

//go:noinline
func (rw *RWMutex) RLock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(rw))
	}

	//harrier:before runtime_SemacquireRWMutexR(
	if harrierOn != 0 {
		harrierRequest(unsafe.Pointer(rw), harrierRWMutexKind|harrierSharedMode)
	}

	//harrier:end
	if harrierOn != 0 {
		harrierAcquire(unsafe.Pointer(rw), harrierRWMutexKind|harrierSharedMode, sys.GetCallerPC())
	}
}

//go:noinline
func (rw *RWMutex) TryRLock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(rw))
	}

	//harrier:after if c < 0 {
	if harrierOn != 0 {
		harrierRefused(unsafe.Pointer(rw), harrierRWMutexKind|harrierSharedMode, sys.GetCallerPC())
	}

	//harrier:before return true
	if harrierOn != 0 {
		harrierAcquire(unsafe.Pointer(rw), harrierRWMutexKind|harrierSharedMode, sys.GetCallerPC())
	}
}

//go:noinline
func (rw *RWMutex) RUnlock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(rw))
		harrierRelease(unsafe.Pointer(rw), harrierRWMutexKind|harrierSharedMode, sys.GetCallerPC())
	}
}

//go:noinline
func (rw *RWMutex) Lock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(rw))
	}

	//harrier:instead rw.w.Lock()
	if harrierOn != 0 && !rw.w.mu.TryLock() {
		harrierRequest(unsafe.Pointer(rw), harrierRWMutexKind)
		rw.w.mu.Lock()
	} else if harrierOn == 0 {
		rw.w.mu.Lock()
	}

	//harrier:before runtime_SemacquireRWMutex(
	if harrierOn != 0 {
		harrierRequest(unsafe.Pointer(rw), harrierRWMutexKind)
	}

	//harrier:end
	if harrierOn != 0 {
		harrierAcquire(unsafe.Pointer(rw), harrierRWMutexKind, sys.GetCallerPC())
	}
}

//go:noinline
func (rw *RWMutex) TryLock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(rw))
	}

	//harrier:instead if !rw.w.TryLock() {
	if !rw.w.mu.TryLock() {
		if harrierOn != 0 {
			harrierRefused(unsafe.Pointer(rw), harrierRWMutexKind, sys.GetCallerPC())
		}
	}

	//harrier:instead rw.w.Unlock()
	rw.w.mu.Unlock()
	if harrierOn != 0 {
		harrierRefused(unsafe.Pointer(rw), harrierRWMutexKind, sys.GetCallerPC())
	}

	//harrier:before return true
	if harrierOn != 0 {
		harrierAcquire(unsafe.Pointer(rw), harrierRWMutexKind, sys.GetCallerPC())
	}
}

//go:noinline
func (rw *RWMutex) Unlock() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(rw))
		harrierRelease(unsafe.Pointer(rw), harrierRWMutexKind, sys.GetCallerPC())
	}

	//harrier:instead rw.w.Unlock()
	rw.w.mu.Unlock()
}

//harrier:in sync/once.go

// It defers, so it is not inlined in any case.
func (o *Once) doSlow() {
	//harrier:instead o.m.Lock()
	harrierOnceEnter(o, harrierOnceCaller(sys.GetCallerPC()))

	//harrier:instead defer o.m.Unlock()
	defer harrierOnceLeave(o, harrierOnceCaller(sys.GetCallerPC()))
}

//harrier:in sync/waitgroup.go

func (wg *WaitGroup) Add() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(wg))
		harrierAdd(unsafe.Pointer(wg), delta)
	}
}

func (wg *WaitGroup) Wait() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(wg))
	}

	//harrier:after if v == 0 {
	if harrierOn != 0 {
		harrierWaited(unsafe.Pointer(wg), harrierWaitGroupKind)
	}

	//harrier:before runtime_SemacquireWaitGroup(
	if harrierOn != 0 {
		harrierRequest(unsafe.Pointer(wg), harrierWaitGroupKind)
	}

	//harrier:after runtime_SemacquireWaitGroup(&wg.sema, synctestDurable)
	//harrier:or runtime_SemacquireWaitGroup(&wg.sema)
	if harrierOn != 0 {
		harrierWaited(unsafe.Pointer(wg), harrierWaitGroupKind)
	}
}

// The library does not inform race detectors that a signal comes before the wait that it ends.

//harrier:in sync/cond.go

func (c *Cond) Wait() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(c))
	}

	//harrier:before runtime_notifyListWait(&c.notify, t)
	if harrierOn != 0 {
		harrierRequest(unsafe.Pointer(c), harrierCondKind)
	}

	//harrier:after runtime_notifyListWait(&c.notify, t)
	if harrierOn != 0 {
		harrierWaited(unsafe.Pointer(c), harrierCondKind)
	}
	if race.Enabled {
		race.Acquire(harrierTicket(c, t))
	}
}

func (c *Cond) Signal() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(c))
		harrierSignal(unsafe.Pointer(c), false)
	}
	if race.Enabled {
		harrierNotify(c, false)
	}
}

func (c *Cond) Broadcast() {
	if harrierOn != 0 {
		harrierPoint(unsafe.Pointer(c))
		harrierSignal(unsafe.Pointer(c), true)
	}
	if race.Enabled {
		harrierNotify(c, true)
	}
}
