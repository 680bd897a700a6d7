// Where each test, example and benchmark begins and ends, and the alarm of -timeout.

package patch

//harrier:in testing/testing.go

type common struct {
	harrierTestScope harrierTestScope
}

func (c *common) Fail() {
	//harrier:before c.failed = true
	c.harrierTestScope.fail(c.failed)
}

func tRunner() {
	//harrier:before t.resetRaces()
	//harrier:next fn(t)
	t.harrierTestScope = harrierStart(t.name)

	//harrier:before t.report() // Report after all subtests have finished.
	t.harrierTestScope.end(t.Failed(), t.Skipped())
}

func (m *M) startAlarm() {
	harrierTestsBegin(m)

	//harrier:before panic(fmt.Sprintf("test timed out
	harrierAlarmRings(extra)

	//harrier:after })
	//harrier:next return deadline
	harrierAlarmStarted(m)
}

func (m *M) stopAlarm() {
	harrierAlarmStopped()
}

//harrier:in testing/run_example.go

func runExample() {
	//harrier:before eg.F()
	harrierTestScope := harrierStart(eg.Name)

	//harrier:before finished = true
	harrierTestScope.end(false, false)
}

//harrier:in testing/benchmark.go

func (b *B) runN() {
	//harrier:before b.ResetTimer()
	//harrier:next b.StartTimer()
	b.harrierTestScope = harrierStart(b.name)

	//harrier:after b.StopTimer()
	b.harrierTestScope.end(b.Failed(), b.Skipped())
}
