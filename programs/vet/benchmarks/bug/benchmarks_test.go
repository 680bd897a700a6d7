package benchmarks

import (
	"os"
	"testing"
)

// BenchmarkStat lets all goroutines assign one err.
func BenchmarkStat(outer *testing.B) {
	for _, name := range []string{"a", "b"} {
		outer.Run(name, func(b *testing.B) {
			var err error
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					_, err = os.Stat(name) // want closure-race "err is written here"
				}
			})
			if err == nil {
				b.Error(name)
			}
		})
	}
}
