package bug

import (
	"runtime"
	"testing"
)

func TestHandingOver(t *testing.T) {
	window, audio := start(), start()
	frames := make(chan int)
	go func() {
		runtime.LockOSThread()
		defer close(frames)
		for i := range 3 {
			window.do(func() { audio.do(func() { frames <- i }) })
		}
	}()
	sum := 0
	for i := range frames {
		sum += i
	}
	go window.do(func() {})
	go window.stop()
	go audio.stop()
	if sum != 3 {
		t.Error(sum)
	}
}
