package fixed

import (
	"os"
	"os/exec"
	"testing"
)

func TestLastOfNone(t *testing.T) {
	if got := <-lastOf(nil); got != 0 {
		t.Fatal(got)
	}
}

func TestRecovered(t *testing.T) {
	if try(func() { panic("on purpose") }) == nil {
		t.Fatal("no error")
	}
}

// A test may have a child process panic, and judge that itself.
func TestChildPanics(t *testing.T) {
	if os.Getenv("PANIC_IN_CHILD") != "" {
		panic("on purpose")
	}
	child := exec.Command(os.Args[0], "-test.run=^TestChildPanics$")
	child.Env = append(os.Environ(), "PANIC_IN_CHILD=1")
	if child.Run() == nil {
		t.Fatal("the child did not panic")
	}
}
