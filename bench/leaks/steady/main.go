// Steady collects four hundred times next to goroutines that stay: some are
// leaked, the others wait for channels that a global variable leads to. It prints
// the processor time of a collection, by the runtime's own account: the least, a
// tenth and half of them take no longer.
//
//	steady LEAKED LIVE
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"time"
)

var kept []chan int

func wait(n int, keep bool) {
	for range n {
		ch := make(chan int)
		if keep {
			kept = append(kept, ch)
		}
		go func() { <-ch }()
	}
}

func spent(sample []metrics.Sample) float64 {
	metrics.Read(sample)
	return sample[0].Value.Float64()
}

func main() {
	leaked, _ := strconv.Atoi(os.Args[1])
	live, _ := strconv.Atoi(os.Args[2])
	wait(leaked, false)
	wait(live, true)
	time.Sleep(20 * time.Millisecond)
	runtime.GC()
	time.Sleep(20 * time.Millisecond) // new leaks are reported
	sample := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}}
	var micros []float64
	for range 400 {
		before := spent(sample)
		runtime.GC()
		micros = append(micros, (spent(sample)-before)*1e6)
	}
	slices.Sort(micros)
	fmt.Printf("%.0f %.0f %.0f\n", micros[0], micros[40], micros[200])
}
