// Server sends the same requests to two servers and compares what they answer:
// status, headers but the date, and body.
//
//	server -for 10m -paths DIRECTORY http://127.0.0.1:1 http://127.0.0.1:2
//
// The paths are those of the files below the directory that both serve; some
// requests ask for a part, for another encoding, for what is not there, or are
// given up half way. It prints what was asked, and each difference.
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var client = &http.Client{
	Timeout:       time.Minute,
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// request is what both servers are asked.
type request struct {
	method, path string
	headers      map[string]string
	cut          bool // the client goes away before it has read the answer
}

func choose(paths []string) request {
	r := request{method: "GET", path: paths[rand.IntN(len(paths))], headers: map[string]string{}}
	switch rand.IntN(10) {
	case 0:
		r.headers["Range"] = fmt.Sprintf("bytes=%d-%d", rand.IntN(100), 100+rand.IntN(1000))
	case 1:
		r.headers["Accept-Encoding"] = "gzip"
	case 2:
		r.headers["Accept-Encoding"] = "zstd"
	case 3:
		r.path += ".missing"
	case 4:
		r.method = "HEAD"
	case 5:
		r.path = "/proxied" + r.path
	case 6:
		r.path = "/proxied" + r.path
		r.cut = true
	case 7:
		r.path = "/template?x=" + fmt.Sprint(rand.IntN(1000))
	}
	return r
}

// ask gives the answer in a form that can be compared; "" if it was cut.
func ask(base string, r request) string {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ask, _ := http.NewRequestWithContext(ctx, r.method, base+r.path, nil)
	for name, value := range r.headers {
		ask.Header.Set(name, value)
	}
	response, err := client.Do(ask)
	if err != nil {
		return "error " + strings.ReplaceAll(err.Error(), base, "")
	}
	defer response.Body.Close()
	if r.cut {
		return ""
	}
	sum := sha256.New()
	size, err := io.Copy(sum, response.Body)
	text := fmt.Sprintln(response.StatusCode, size, err)
	for _, name := range slices.Sorted(maps.Keys(response.Header)) {
		if name != "Date" {
			text += fmt.Sprintln(name, response.Header[name])
		}
	}
	return text + fmt.Sprintf("%x", sum.Sum(nil))
}

func main() {
	lasts := flag.Duration("for", 10*time.Minute, "how long")
	connections := flag.Int("connections", 8, "at a time, to each server")
	directory := flag.String("paths", ".", "what both serve")
	flag.Parse()
	var paths []string
	filepath.WalkDir(*directory, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			paths = append(paths, strings.TrimPrefix(path, *directory))
		}
		return nil
	})
	end := time.Now().Add(*lasts)
	var asked, different, cut atomic.Int64
	var wg sync.WaitGroup
	for range *connections {
		wg.Go(func() {
			for time.Now().Before(end) {
				r := choose(paths)
				var answers [2]string
				var both sync.WaitGroup
				for i := range answers {
					both.Go(func() { answers[i] = ask(flag.Arg(i), r) })
				}
				both.Wait()
				asked.Add(1)
				if r.cut {
					cut.Add(1)
				}
				if answers[0] != answers[1] {
					different.Add(1)
					fmt.Println(r, "\n", answers[0], "\n", answers[1])
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(asked.Load(), "requests to each,", cut.Load(), "of them given up,", different.Load(), "answered differently")
	if different.Load() > 0 {
		os.Exit(1)
	}
}
