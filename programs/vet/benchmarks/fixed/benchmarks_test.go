package benchmarks

import (
	"os"
	"testing"
)

// BenchmarkStat uses the outer benchmark, which runs once and so in one goroutine.
func BenchmarkStat(b *testing.B) {
	for _, name := range []string{"a", "b"} {
		b.Run(name, func(inner *testing.B) {
			var err error
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					_, err = os.Stat(name)
				}
			})
			if err == nil {
				inner.Error(name)
			}
		})
	}
}
