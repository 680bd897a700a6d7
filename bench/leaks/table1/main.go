// Table1 runs the microbenchmarks of GOROOT for goroutine leaks (GoKer, common
// patterns, stress tests) with several binaries and counts in how many runs
// each leak that Go's own test names was found, as Table 1 of the GOLF paper
// does. What is expected is read from GOROOT, and nothing of it is kept here.
//
//	table1 -runs 100 -procs 1,2,4 plain=DIR harrier=DIR+HARRIER_LEAKS=report
//
// Each DIR has two executables, goker and micro; run.sh makes them. A variable
// of the environment may follow.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"sync"
	"time"
)

type test struct {
	name    string
	program string // goker or micro
	leaks   []*regexp.Regexp
}

// tests reads the cases out of Go's own test. The first pattern lists are
// about testgoroutineleakprofile, the last about its folder goker.
func tests(root string) []test {
	source, err := os.ReadFile(root + "/src/runtime/goroutineleakprofile_test.go")
	if err != nil {
		panic(err)
	}
	pattern := regexp.MustCompile("`([^`]+)`")
	var all []test
	text := string(source)
	goker := strings.Index(text, "gokerTestCases := ")
	begin := regexp.MustCompile(`\n\t\tmake\w*Test\("(\w+)"`)
	starts := begin.FindAllStringSubmatchIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		body := text[at[0]:end]
		if stop := strings.Index(body, "\n\t}\n"); stop >= 0 {
			body = body[:stop]
		}
		var lines []string
		for _, line := range strings.Split(body, "\n") {
			if !strings.HasPrefix(strings.TrimSpace(line), "//") {
				lines = append(lines, line)
			}
		}
		t := test{name: text[at[2]:at[3]], program: "micro"}
		if at[0] > goker {
			t.program = "goker"
		}
		for _, m := range pattern.FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
			t.leaks = append(t.leaks, regexp.MustCompile(m[1]))
		}
		all = append(all, t)
	}
	return all
}

// reported gives "function [reason]" of each goroutine that is called leaked.
var leaked = regexp.MustCompile(`(?s)goroutine \d+ \[([^\]]+?) \(leaked\)[^\]]*\]:\n(.*?)(?:\n\n|$)`)
var frame = regexp.MustCompile(`(?m)^([^\s].*)$`)

func reported(output string) []string {
	var all []string
	for _, m := range leaked.FindAllStringSubmatch(output, -1) {
		for _, f := range frame.FindAllString(m[2], -1) {
			all = append(all, f+" ["+m[1]+"]")
		}
	}
	return all
}

type key struct {
	tool, test string
	leak       int
	procs      string
}

func main() {
	runs := flag.Int("runs", 100, "runs of each test")
	procs := flag.String("procs", "1,2,4", "values of GOMAXPROCS")
	only := flag.String("only", "", "regular expression for names of tests")
	jobs := flag.Int("jobs", runtime.NumCPU(), "at a time")
	flag.Parse()
	chosen := regexp.MustCompile(*only)
	root, _ := exec.Command("go", "env", "GOROOT").Output()
	var tools, dirs, variables []string
	for _, arg := range flag.Args() {
		name, dir, _ := strings.Cut(arg, "=")
		dir, variable, _ := strings.Cut(dir, "+")
		tools, dirs, variables = append(tools, name), append(dirs, dir), append(variables, variable)
	}
	found := map[key]int{}
	other := map[string]int{}
	failed := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan bool, *jobs)
	all := tests(strings.TrimSpace(string(root)))
	for _, t := range all {
		if !chosen.MatchString(t.name) {
			continue
		}
		for _, p := range strings.Split(*procs, ",") {
			for i, tool := range tools {
				for range *runs {
					slots <- true
					wg.Add(1)
					go func() {
						defer func() { <-slots; wg.Done() }()
						cmd := exec.Command(dirs[i]+"/"+t.program, t.name)
						cmd.Env = append(os.Environ(), "GOMAXPROCS="+p, "GODEBUG=asyncpreemptoff=1", "HARRIER_LEAKS_OUT=/dev/null", variables[i])
						timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
						out, err := cmd.CombinedOutput()
						timer.Stop()
						seen := reported(string(out))
						mu.Lock()
						defer mu.Unlock()
						if err != nil {
							failed[tool+" "+t.name]++
						}
						for n, leak := range t.leaks {
							for _, s := range seen {
								if leak.MatchString(s) {
									found[key{tool, t.name, n, p}]++
									break
								}
							}
						}
						if len(t.leaks) == 0 && len(seen) > 0 {
							other[tool+" "+t.name+": "+seen[0]]++
						}
					}()
				}
			}
		}
	}
	wg.Wait()
	list := strings.Split(*procs, ",")
	sums := map[string]int{}
	total, correct := 0, 0
	for _, t := range all {
		if !chosen.MatchString(t.name) {
			continue
		}
		if len(t.leaks) == 0 {
			correct++
		}
		for n, leak := range t.leaks {
			total += *runs * len(list)
			row := ""
			less := false
			for _, tool := range tools {
				row += "\t" + tool
				for _, p := range list {
					c := found[key{tool, t.name, n, p}]
					sums[tool] += c
					sums[tool+" "+p] += c
					less = less || c < *runs
					row += fmt.Sprintf(" %d", c)
				}
			}
			if less {
				fmt.Println(t.name, leak, row)
			}
		}
	}
	for _, tool := range tools {
		fmt.Printf("%s: %.2f%% of %d", tool, 100*float64(sums[tool])/float64(total), total)
		for _, p := range list {
			fmt.Printf(", %s processors %.2f%%", p, 100*float64(sums[tool+" "+p])*float64(len(list))/float64(total))
		}
		fmt.Println()
	}
	fmt.Println(correct, "correct programs; reports there:", other)
	var names []string
	for name := range failed {
		names = append(names, fmt.Sprint(name, " ", failed[name]))
	}
	sort.Strings(names)
	fmt.Println("ended with an error:", names)
}
