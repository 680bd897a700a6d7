// Server is the service of section 6 of the GOLF paper: each request starts a
// goroutine; both fill a map of 100,000 entries, and the request waits for the
// first of two messages. A share of the goroutines sends both ("double send")
// and leaks, with its map.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
)

func fill(entries int) map[int]int {
	m := make(map[int]int)
	for i := range entries {
		m[i] = i
	}
	return m
}

func main() {
	listen := flag.String("listen", "127.0.0.1:18080", "address")
	leaks := flag.Float64("leaks", 0, "share of requests that leak a goroutine")
	entries := flag.Int("entries", 100_000, "entries of each map")
	flag.Parse()
	http.HandleFunc("/work", func(w http.ResponseWriter, r *http.Request) {
		first, second := make(chan int), make(chan int)
		double := rand.Float64() < *leaks
		go func() {
			m := fill(*entries)
			first <- len(m)
			if double {
				second <- len(m)
			}
			runtime.KeepAlive(m)
		}()
		mine := fill(*entries)
		select {
		case n := <-first:
			fmt.Fprintln(w, n+len(mine))
		case n := <-second:
			fmt.Fprintln(w, n+len(mine))
		}
	})
	http.HandleFunc("/stats", func(w http.ResponseWriter, r *http.Request) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		json.NewEncoder(w).Encode(map[string]any{
			"goroutines": runtime.NumGoroutine(),
			"HeapAlloc":  m.HeapAlloc, "HeapInuse": m.HeapInuse, "HeapObjects": m.HeapObjects,
			"StackInuse": m.StackInuse, "NumGC": m.NumGC, "PauseTotalNs": m.PauseTotalNs,
			"GCCPUFraction": m.GCCPUFraction,
		})
	})
	http.HandleFunc("/quit", func(w http.ResponseWriter, r *http.Request) { os.Exit(0) })
	panic(http.ListenAndServe(*listen, nil))
}
