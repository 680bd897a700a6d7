// Package fixed announces the next change of the clocks where it runs.
package fixed

import "time"

// changes is whether the clocks are changed within the year.
func changes(year int) bool {
	_, winter := time.Date(year, 1, 1, 0, 0, 0, 0, time.Local).Zone()
	_, summer := time.Date(year, 7, 1, 0, 0, 0, 0, time.Local).Zone()
	return winter != summer
}

func announced(year int) bool {
	change := make(chan int, 1)
	if changes(year) {
		go func() {
			change <- year
		}()
	}
	select {
	case <-change:
		return true
	default:
		return false
	}
}
