// Hooks of package testing: declared here, defined in package runtime.

package testing

import "unsafe"

//go:linkname harrierOn runtime.harrierOn
var harrierOn uint32

//go:linkname harrierTestBegin runtime.harrierTestBegin
func harrierTestBegin(name string) (id, parent uint32)

//go:linkname harrierTestLeave runtime.harrierTestLeave
func harrierTestLeave(parent uint32)

//go:linkname harrierTestFail runtime.harrierTestFail
func harrierTestFail(id uint32)

//go:linkname harrierTestEnd runtime.harrierTestEnd
func harrierTestEnd(id uint32, failed, skipped bool)

//go:linkname harrierAlarm runtime.harrierAlarm
func harrierAlarm(t unsafe.Pointer)

// harrierTestScope is a test, an example, or one round of a benchmark. Its goroutine
// may continue afterwards, for the one it worked for before.
type harrierTestScope struct{ id, parent uint32 }

func harrierStart(name string) (s harrierTestScope) {
	if harrierOn != 0 {
		s.id, s.parent = harrierTestBegin(name)
	}
	return
}

func (s harrierTestScope) fail(already bool) {
	if harrierOn != 0 && s.id != 0 && !already {
		harrierTestFail(s.id)
	}
}

func (s harrierTestScope) end(failed, skipped bool) {
	if harrierOn != 0 && s.id != 0 {
		harrierTestEnd(s.id, failed, skipped)
		harrierTestLeave(s.parent)
	}
}

//go:linkname harrierSerial runtime.harrierSerial
var harrierSerial uint32

//go:linkname harrierTestsAt runtime.harrierTestsAt
func harrierTestsAt() string

// harrierDeps matches the names of tests. A pattern that is one name needs no regular
// expression, which each execution would compile again.
type harrierDeps struct{ testDeps }

func (d harrierDeps) MatchString(pat, str string) (bool, error) {
	if n := len(pat) - 1; n > 0 && pat[0] == '^' && pat[n] == '$' && harrierIsName(pat[1:n]) {
		return str == pat[1:n], nil
	}
	return d.testDeps.MatchString(pat, str)
}

func harrierIsName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// harrierTestsBegin returns once for each execution, if this process makes copies of
// itself: with the tests that the copy is to run.
func harrierTestsBegin(m *M) {
	if harrierSerial != 0 {
		m.deps = harrierDeps{m.deps}
	}
	run := harrierTestsAt()
	if run == "" {
		return
	}
	*match = run
	for i, argument := range os.Args {
		if strings.HasPrefix(argument, "-test.run=") {
			os.Args[i] = "-test.run=" + run
		}
	}
}

func harrierAlarmStarted(m *M) {
	if harrierOn != 0 {
		harrierAlarm(unsafe.Pointer(m.timer))
	}
}

//go:linkname harrierWhyEnded runtime.harrierWhyEnded
var harrierWhyEnded uint32

// As in package runtime.
const (
	harrierNothingRuns = iota + 1
	harrierTestsStuck
)

// harrierAlarmRings says why tests are ended, where that is not their time limit.
func harrierAlarmRings(running string) {
	const noticed = " - deadlock! (noticed by Harrier before the time limit)"
	switch harrierWhyEnded {
	case harrierNothingRuns:
		panic("all goroutines are asleep" + noticed + running)
	case harrierTestsStuck:
		panic("no test that runs can ever end" + noticed + running)
	}
}

func harrierAlarmStopped() {
	if harrierOn != 0 {
		harrierAlarm(nil)
	}
}
