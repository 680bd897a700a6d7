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

// Each subtest makes its maps, whether before or after it becomes parallel, and chooses one later.
func TestMaps(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		outer := map[string]bool{}
		t.Run(name, func(t *testing.T) {
			early := map[string]bool{}
			t.Parallel()
			type table struct{ cells map[string]bool }
			var last *table
			for _, word := range []string{"x", "y"} {
				if word == name {
					last = &table{cells: map[string]bool{}}
				}
				early[word] = true
				outer[word] = true
				if last != nil {
					last.cells[word] = true
				}
			}
			for word := range early {
				t.Run(word, func(t *testing.T) { delete(early, word) })
			}
		})
	}
}
