// Package bug announces the next change of the clocks where it runs.
package bug

import "time"

// changes is whether the clocks are changed within the year.
func changes(year int) bool {
	_, winter := time.Date(year, 1, 1, 0, 0, 0, 0, time.Local).Zone()
	_, summer := time.Date(year, 7, 1, 0, 0, 0, 0, time.Local).Zone()
	return winter != summer
}

func announced(year int) bool {
	change := make(chan int)
	if changes(year) {
		go func() {
			change <- year // want goroutine-leak?
		}()
	}
	select {
	case <-change:
		return true
	default:
		return false
	}
}
