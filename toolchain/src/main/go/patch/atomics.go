// Scheduling points before atomic.Value, sync.Map and sync.Pool. In the calls of
// harrierUse, 1 is a load and 3 an update; 20 is the kind of an interface in package
// internal/abi.

package patch

//harrier:in sync/atomic/value.go

func (v *Value) Load() {
	if harrierSerial != 0 {
		harrierAtomic(unsafe.Pointer(v), harrierLoad|20<<harrierKindAt)
	}
}

func (v *Value) Store() {
	if harrierSerial != 0 {
		harrierAtomic(unsafe.Pointer(v), harrierStore|20<<harrierKindAt)
		if harrierDetails != 0 {
			defer harrierAfterValue(unsafe.Pointer(v))
		}
	}
}

//harrier:also CompareAndSwap
func (v *Value) Swap() {
	if harrierSerial != 0 {
		harrierAtomic(unsafe.Pointer(v), harrierUpdate|20<<harrierKindAt)
		if harrierDetails != 0 {
			defer harrierAfterValue(unsafe.Pointer(v))
		}
	}
}

// These are not inlined: the caller is looked for among the frames.

//harrier:in sync/map.go

//harrier:also Range
//go:noinline
func (m *Map) Load() {
	if harrierSerial != 0 {
		m.harrierUse(1)
	}
}

//harrier:also Clear LoadOrStore LoadAndDelete Delete Swap CompareAndSwap CompareAndDelete
//go:noinline
func (m *Map) Store() {
	if harrierSerial != 0 {
		m.harrierUse(3)
	}
}

//harrier:in sync/pool.go

//harrier:also Get
//go:noinline
func (p *Pool) Put() {
	if harrierSerial != 0 {
		p.harrierUse(3)
	}
}

// A function that is nothing but an intrinsic panics where packages are compiled without.

//harrier:in crypto/internal/constanttime/constant_time.go

func boolToUint8() {
	//harrier:instead panic("unreachable; must be intrinsicified")
	if b {
		return 1
	}
	return 0
}
