package fixed

import (
	"path/filepath"
	"testing"
)

func TestAdd(t *testing.T) {
	j, err := open(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.close()
	for range 3 {
		j.add("entry\n")
	}
}
