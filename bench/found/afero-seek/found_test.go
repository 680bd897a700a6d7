package afero

import (
	"io"
	"testing"
)

// Two handles of one file.
func TestFound(t *testing.T) {
	fs := NewMemMapFs()
	w, err := fs.Create("file")
	if err != nil {
		t.Fatal(err)
	}
	r, err := fs.Open("file")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		_, _ = w.Write([]byte("x"))
		close(done)
	}()
	_, _ = r.Seek(0, io.SeekEnd)
	<-done
}
