// Package bug converts a file with a library in C, which reports by a callback how
// far it has come. The callback waits for a reader who may have given up.
package bug

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

var readers sync.Map // of channels, by number

//export progress
func progress(reader, percent C.int) {
	channel, _ := readers.Load(int(reader))
	channel.(chan int) <- int(percent) // want goroutine-leak
}

// convert returns how much was done when it was finished or cancelled.
func convert(reader int, cancelled <-chan struct{}) (done int) {
	steps := make(chan int)
	readers.Store(reader, steps)
	go C.convert(C.int(reader))
	for done < 100 {
		select {
		case done = <-steps:
		case <-cancelled:
			return done
		}
	}
	return done
}
