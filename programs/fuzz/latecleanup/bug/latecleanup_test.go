package bug

import (
	"runtime"
	"testing"
)

func TestCleanup(t *testing.T) {
	p := newPool()
	p.connect(1)
	runtime.GC()
	p.close()
}

func TestFinalizer(t *testing.T) {
	d := &directory{gone: make(chan struct{}, 1)}
	d.create("a")
	runtime.GC()
	d.wait()
}
