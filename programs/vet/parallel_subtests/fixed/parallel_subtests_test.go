package parallel_subtests

import (
	"os"
	"testing"
)

func TestOwn(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		want := len(name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := os.Stat(name)
			want++
			if err == nil || want == 0 {
				t.Error(name)
			}
		})
	}
}

func TestGroup(t *testing.T) {
	results := map[string]bool{}
	n := 0
	t.Run("group", func(t *testing.T) {
		n++
		t.Run("first", func(t *testing.T) {
			t.Parallel()
			n++
		})
		n++
	})
	n++
	results["all"] = n > 0
	t.Run("sequential", func(t *testing.T) { n++ })
}
