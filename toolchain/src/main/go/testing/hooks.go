// Hooks of package testing: declared here, defined in package runtime.

package testing

import "unsafe"

//go:linkname harrierOn runtime.harrierOn
var harrierOn uint32

//go:linkname harrierTestBegin runtime.harrierTestBegin
func harrierTestBegin(name string) uint32

//go:linkname harrierTestEnd runtime.harrierTestEnd
func harrierTestEnd(id uint32, failed, skipped bool)

//go:linkname harrierAlarm runtime.harrierAlarm
func harrierAlarm(t unsafe.Pointer)

func harrierBegin(t *T) {
	if harrierOn != 0 {
		t.harrierTest = harrierTestBegin(t.name)
	}
}

func harrierEnd(t *T) {
	if harrierOn != 0 && t.harrierTest != 0 {
		harrierTestEnd(t.harrierTest, t.Failed(), t.Skipped())
	}
}

func harrierAlarmStarted(m *M) {
	if harrierOn != 0 {
		harrierAlarm(unsafe.Pointer(m.timer))
	}
}

func harrierAlarmStopped() {
	if harrierOn != 0 {
		harrierAlarm(nil)
	}
}
