// Scheduling points: before every operation of package runtime that another goroutine can
// see.

package patch

//harrier:in runtime/chan.go

//harrier:also closechan
func chanrecv() {
	if harrierSerial != 0 {
		harrierSchedulingPoint(unsafe.Pointer(c))
	}
}

func chansend() {
	if harrierSerial != 0 {
		harrierSchedulingPoint(unsafe.Pointer(c))
		if harrierDetails != 0 {
			harrierRecordMessage(c, ep)
		}
	}
}

//harrier:in runtime/select.go

func selectgo() {
	if harrierSerial != 0 {
		harrierSelectPoint(unsafe.Slice(cas0, nsends+nrecvs), nsends)
		if harrierDetails != 0 {
			harrierRecordMessages(unsafe.Slice(cas0, nsends+nrecvs), nsends)
		}
	}
}

//harrier:in runtime/proc.go

func newproc() {
	//harrier:end
	if harrierSerial != 0 {
		harrierSchedulingPoint(nil)
	}
}
