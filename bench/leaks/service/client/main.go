// Client sends requests over a number of connections for some seconds after a
// warm-up, and prints one line of JSON: throughput, latencies in milliseconds,
// and what the server says about itself.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

func main() {
	target := flag.String("target", "http://127.0.0.1:18080", "server")
	connections := flag.Int("connections", 8, "at a time")
	warmup := flag.Duration("warmup", 2*time.Second, "before measuring")
	lasts := flag.Duration("for", 10*time.Second, "measuring")
	flag.Parse()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: *connections}}
	get := func(path string) []byte {
		response, err := client.Get(*target + path)
		if err != nil {
			return nil
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return body
	}
	for range 100 {
		if get("/stats") != nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	begin := time.Now().Add(*warmup)
	end := begin.Add(*lasts)
	var mu sync.Mutex
	var took []time.Duration
	failed := 0
	var wg sync.WaitGroup
	for range *connections {
		wg.Go(func() {
			for time.Now().Before(end) {
				start := time.Now()
				body := get("/work")
				if start.Before(begin) {
					continue
				}
				mu.Lock()
				took = append(took, time.Since(start))
				if body == nil {
					failed++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.Sort(took)
	at := func(share float64) float64 {
		return float64(took[min(len(took)-1, int(share*float64(len(took))))].Microseconds()) / 1000
	}
	var server map[string]any
	json.Unmarshal(get("/stats"), &server)
	out, _ := json.Marshal(map[string]any{
		"requests": len(took), "failed": failed, "perSecond": float64(len(took)) / lasts.Seconds(),
		"P50": at(0.5), "P90": at(0.9), "P99": at(0.99), "P99.9": at(0.999), "P99.99": at(0.9999), "max": at(1),
		"server": server,
	})
	fmt.Println(string(out))
	get("/quit")
}
