package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A line of GODEBUG=gctrace=1. The processor time of a collection is what it
// took before marking, marking (assists, background, idle), and after it.
var collection = regexp.MustCompile(`(?m)^gc \d+ .* ms clock, ([\d.+/]+) ms cpu,.*$`)

// marking gives the processor milliseconds of each collection of one run. The
// last is that of the profile, for which run.sh has the plain binaries collect as
// they always do: there the goroutines are that leak, and both tools mark them.
func marking(p program, t tool) []float64 {
	cmd := exec.Command(t.directory+"/"+p.binary, p.name)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=5", "GODEBUG=asyncpreemptoff=1,gctrace=1",
		"HARRIER_LEAKS_OUT=/dev/null", "HARRIER_LEAKS_EXIT=off", t.variable)
	timer := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	out, _ := cmd.CombinedOutput()
	timer.Stop()
	var all []float64
	for _, m := range collection.FindAllStringSubmatch(string(out), -1) {
		sum := 0.0
		for _, part := range strings.FieldsFunc(m[1], func(r rune) bool { return r == '+' || r == '/' }) {
			ms, _ := strconv.ParseFloat(part, 64)
			sum += ms
		}
		all = append(all, sum)
	}
	return all
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// figure4 prints for each program how much processor time a collection takes
// with the second tool, over that with the first: Figure 4 of the paper.
func figure4(all []program, tools []tool, runs int) {
	ratios := map[bool][]float64{}
	for _, p := range all {
		var times [2][]float64
		for range runs {
			for i := range times {
				times[i] = append(times[i], marking(p, tools[i])...)
			}
		}
		if len(times[0]) < 5 || len(times[1]) < 5 {
			continue // hardly ever collected
		}
		before, after := mean(times[0]), mean(times[1])
		buggy := len(p.leaks) > 0
		ratios[buggy] = append(ratios[buggy], after/before)
		fmt.Printf("%s\t%d\t%.3f ms\t%d\t%.3f ms\t%.2f\n", p.name, len(times[0]), before, len(times[1]), after, after/before)
	}
	for _, buggy := range []bool{true, false} {
		r := ratios[buggy]
		if len(r) == 0 {
			continue
		}
		slices.Sort(r)
		fmt.Printf("buggy %v: %d programs, median %.2f, least %.2f, most %.2f\n", buggy, len(r), r[len(r)/2], r[0], r[len(r)-1])
	}
}
