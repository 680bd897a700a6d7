package fixed

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
	d := newDirectory()
	d.create("a")
	runtime.GC()
	d.wait()
}
