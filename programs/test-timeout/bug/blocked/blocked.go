// Package blocked waits for an event while a heartbeat continues: nothing proves
// that the event will not come.
package blocked

import "time"

var events = make(chan string)

func heartbeat(beat func()) {
	for range time.Tick(time.Millisecond) {
		beat()
	}
}

func await() string {
	return <-events // want test-timeout "blocked in chan receive"
}
