package memfs

import (
	"os"
	"sync"
	"testing"
)

// Truncate changes the content of a file without the lock that WriteAt holds, also through another handle.
func TestFoundTruncate(t *testing.T) {
	files := New()
	one, err := files.Create("f")
	if err != nil {
		t.Fatal(err)
	}
	other, err := files.OpenFile("f", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	calls.Go(func() { one.Truncate(9) })
	calls.Go(func() { other.Write([]byte("text")) })
	calls.Wait()
}
