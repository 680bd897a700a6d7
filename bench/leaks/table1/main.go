// Table1 runs the microbenchmarks of GOROOT for goroutine leaks (GoKer, common
// patterns, stress tests) with several binaries and counts in how many runs
// leaks were found, as Table 1 of the GOLF paper does. What is expected is read
// from GOROOT, and nothing of it is kept here.
//
//	table1 -runs 100 -procs 1,2,4 plain=DIR harrier=DIR+HARRIER_LEAKS=report
//
// Each DIR has two executables, goker and micro; run.sh makes them. A variable
// of the environment may follow.
//
// With -marking it measures what collections cost instead, as Figure 4 does.
//
// Three measures are printed. The paper's: each go statement whose goroutines
// leak, and the share of runs in which one of them was found there. Go's: each
// leak that its test names, which distinguishes why the goroutines of one
// statement wait. And how many of those that stood blocked when the profile was
// written were found: whatever is less than that did not happen.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"
)

type tool struct{ name, directory, variable string }

// run is one execution: which leaks of its program, and which go statements.
type run struct {
	tool, procs int
	leaks       []share         // by the leak's place in the list of its program
	statements  map[string]bool // where goroutines of these leaks were created: found or not
	reported    map[string]bool // likewise, with what was reported without being asked
	unexpected  string          // in a correct program
	failed      bool
}

// share says what became of a leak in one run.
type share struct{ blocked, found, reported bool }

func execute(p program, t tool, procs string) run {
	log, err := os.CreateTemp("", "table1")
	if err != nil {
		panic(err)
	}
	log.Close()
	defer os.Remove(log.Name())
	cmd := exec.Command(t.directory+"/"+p.binary, p.name)
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+procs, "GODEBUG=asyncpreemptoff=1", "HARRIER_LEAKS_OUT="+log.Name(), t.variable)
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	out, err := cmd.CombinedOutput()
	timer.Stop()
	r := run{leaks: make([]share, len(p.leaks)), statements: map[string]bool{}, reported: map[string]bool{}, failed: err != nil}
	dump, reports := inDump(string(out)), inLog(log.Name())
	for i, leak := range p.leaks {
		for _, b := range dump {
			if b.is(leak) {
				r.leaks[i].blocked = true
				r.leaks[i].found = r.leaks[i].found || b.leaked
				r.statements[b.created] = r.statements[b.created] || b.leaked
				r.reported[b.created] = r.reported[b.created] || b.leaked
			}
		}
		r.leaks[i].reported = r.leaks[i].found
		for _, b := range reports {
			if b.is(leak) {
				r.leaks[i].reported = true
				r.reported[b.created] = true
			}
		}
	}
	if len(p.leaks) == 0 {
		for _, b := range append(dump, reports...) {
			if b.leaked {
				r.unexpected = b.calls[len(b.calls)-1]
			}
		}
	}
	return r
}

func main() {
	runs := flag.Int("runs", 100, "runs of each test")
	procs := flag.String("procs", "1,2,4", "values of GOMAXPROCS")
	only := flag.String("only", "", "regular expression for names of tests")
	four := flag.Bool("marking", false, "measure the processor time of collections of two tools instead")
	jobs := flag.Int("jobs", runtime.NumCPU(), "at a time")
	flag.Parse()
	root, _ := exec.Command("go", "env", "GOROOT").Output()
	var tools []tool
	for _, arg := range flag.Args() {
		name, directory, _ := strings.Cut(arg, "=")
		directory, variable, _ := strings.Cut(directory, "+")
		tools = append(tools, tool{name, directory, variable})
	}
	all := programs(strings.TrimSpace(string(root)), regexp.MustCompile(*only))
	if *four {
		figure4(all, tools, *runs)
		return
	}
	table := table{tools: tools, procs: strings.Split(*procs, ","), runs: *runs}
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan bool, *jobs)
	for _, p := range all {
		collected := &results{program: p}
		table.results = append(table.results, collected)
		for range *runs { // in turn, so that what else the machine does meets all alike
			for i, n := range table.procs {
				for j, t := range tools {
					slots <- true
					wg.Go(func() {
						r := execute(p, t, n)
						<-slots
						r.tool, r.procs = j, i
						mu.Lock()
						collected.runs = append(collected.runs, r)
						mu.Unlock()
					})
				}
			}
		}
		fmt.Fprintln(os.Stderr, p.name)
	}
	wg.Wait()
	table.print()
}
