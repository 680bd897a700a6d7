// Soak keeps several builds of the service under the same steady load, side by
// side, and writes down how their memory grows.
//
//	soak -for 20m -out soak.csv plain=SERVER reclaiming=SERVER+HARRIER_LEAKS=reclaim
//	soak -plot soak.csv >soak.svg
//
// A line of the file is: seconds, name, resident bytes, bytes of the heap,
// goroutines, requests, wrong answers.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type server struct {
	name, address   string
	process         *os.Process
	requests, wrong atomic.Int64
}

var client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 32}}

func start(spec string, entries int, leaks float64) *server {
	name, binary, _ := strings.Cut(spec, "=")
	binary, variable, _ := strings.Cut(binary, "+")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	s := &server{name: name, address: l.Addr().String()}
	l.Close()
	cmd := exec.Command(binary, "-listen", s.address, "-entries", strconv.Itoa(entries), "-leaks", fmt.Sprint(leaks))
	cmd.Env = append(os.Environ(), "HARRIER_LEAKS_OUT=/dev/null", variable)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	s.process = cmd.Process
	for range 100 {
		if s.get("/stats") != "" {
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	panic(name + " does not answer")
}

func (s *server) get(path string) string {
	response, err := client.Get("http://" + s.address + path)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(body))
}

// load sends requests at a steady rate, whether or not they are answered.
func (s *server) load(rate int, answer string, end time.Time) {
	var wg sync.WaitGroup
	ticker := time.NewTicker(time.Second / time.Duration(rate))
	for range ticker.C {
		if time.Now().After(end) {
			break
		}
		wg.Go(func() {
			s.requests.Add(1)
			if s.get("/work") != answer {
				s.wrong.Add(1)
			}
		})
	}
	wg.Wait()
}

func (s *server) sample(out io.Writer, since time.Time) {
	var stats struct{ Goroutines, HeapAlloc int64 }
	json.Unmarshal([]byte(s.get("/stats")), &stats)
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Pid))
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	resident := int64(0)
	if fields := strings.Fields(after); len(fields) > 0 {
		resident, _ = strconv.ParseInt(fields[0], 10, 64)
	}
	fmt.Fprintf(out, "%.0f,%s,%d,%d,%d,%d,%d\n", time.Since(since).Seconds(), s.name,
		resident<<10, stats.HeapAlloc, stats.Goroutines, s.requests.Load(), s.wrong.Load())
}

func main() {
	runtime.LockOSThread() // which the servers die with
	lasts := flag.Duration("for", 20*time.Minute, "how long")
	every := flag.Duration("every", 10*time.Second, "between samples")
	rate := flag.Int("rate", 100, "requests a second to each server")
	leaks := flag.Float64("leaks", 0.1, "share of requests that leak a goroutine")
	entries := flag.Int("entries", 1000, "entries of each map")
	path := flag.String("out", "soak.csv", "file")
	plotted := flag.String("plot", "", "make a figure of this file, and nothing else")
	flag.Parse()
	if *plotted != "" {
		plot(*plotted)
		return
	}
	out, err := os.Create(*path)
	if err != nil {
		panic(err)
	}
	var servers []*server
	for _, spec := range flag.Args() {
		servers = append(servers, start(spec, *entries, *leaks))
	}
	begin := time.Now()
	var wg sync.WaitGroup
	for _, s := range servers {
		wg.Go(func() { s.load(*rate, strconv.Itoa(2**entries), begin.Add(*lasts)) })
	}
	for time.Since(begin) < *lasts {
		for _, s := range servers {
			s.sample(out, begin)
		}
		time.Sleep(*every)
	}
	wg.Wait()
	for _, s := range servers {
		s.sample(out, begin)
		s.get("/quit")
		s.process.Wait()
	}
}
