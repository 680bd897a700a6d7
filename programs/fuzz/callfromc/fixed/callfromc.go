// Package fixed converts a file with a library in C, which reports by a callback how
// far it has come. The callback waits for a reader, or until the reader has given up.
package fixed

/*
extern void progress(int reader, int percent);

static int convert(int reader) {
	int sum = 0;
	for (int percent = 50; percent <= 100; percent += 50) {
		progress(reader, percent);
		sum += percent;
	}
	return sum;
}
*/
import "C"

import "sync"

type reader struct {
	steps     chan int
	cancelled <-chan struct{}
}

var readers sync.Map // by number

//export progress
func progress(number, percent C.int) {
	known, _ := readers.Load(int(number))
	r := known.(*reader)
	select {
	case r.steps <- int(percent):
	case <-r.cancelled:
	}
}

// convert returns how much was done when it was finished or cancelled.
func convert(number int, cancelled <-chan struct{}) (done int) {
	steps := make(chan int)
	readers.Store(number, &reader{steps, cancelled})
	go C.convert(C.int(number))
	for done < 100 {
		select {
		case done = <-steps:
		case <-cancelled:
			return done
		}
	}
	return done
}
