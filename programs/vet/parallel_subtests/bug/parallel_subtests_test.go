package parallel_subtests

import (
	"os"
	"testing"
)

func TestShared(t *testing.T) {
	var err error
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err = os.Stat(name) // want closure-race "err is written here"
			if err == nil {
				t.Error(name)
			}
		})
	}
}

func TestTwo(t *testing.T) {
	n := 0
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		n++ // want closure-race "n is written here"
	})
	t.Run("b", func(t *testing.T) {
		t.Parallel()
		n++
	})
}

func TestOneMap(t *testing.T) {
	all := map[string]bool{}
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all[name] = true // want closure-race "all\[\.\.\.\] is written here"
		})
	}
}
