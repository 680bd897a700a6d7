// Command exporter loads Go packages as go vet loads them, builds their SSA
// form, and writes it to standard output in the format of docs/internals/ssa-format.md.
// With -calls it writes tests that call functions instead, a JSON object a line.
//
// It exits with 0 after a complete stream, even when some packages did not
// load (the stream names them), and with 1, and one line on standard error,
// when nothing could be loaded at all. A reader must not trust a stream that
// lacks its end record.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
)

func main() {
	var opts options
	flag.StringVar(&opts.dir, "C", ".", "directory whose module is loaded")
	flag.StringVar(&opts.tags, "tags", "", "comma-separated build tags")
	flag.BoolVar(&opts.tests, "tests", true, "load test files too")
	starters := flag.String("starters", "", "comma-separated functions and types of handlers that start goroutines;\n"+
		"only the code that closures in goroutines lead to is written")
	leads := flag.Bool("leads", false, "write which functions lead to which, and which are tests")
	calls := flag.String("calls", "", "places as FILE:LINE, one per line: write tests that call the functions around them, as JSON")
	ssaOnly := flag.Bool("ssa-only", false, "build SSA and write nothing; benchmarks compare with it")
	probing := flag.Bool("probe", false, "write tests that call methods of one object at the same time, as JSON")
	var want probeOptions
	flag.Func("type", "regular expression of the types to probe", pattern(&want.types))
	flag.Func("func", "regular expression of the methods to probe", pattern(&want.funcs))
	flag.IntVar(&want.most, "most", 0, "scenarios of all types together at most; 0 for any number")
	flag.BoolVar(&want.grow, "grow", false, "more of each type than -scenarios, where -most of all types together leave some")
	flag.IntVar(&want.perType, "scenarios", usualScenarios, "scenarios of one type at most")
	flag.DurationVar(&want.time, "for", 0, "after loading, the time after which no package is begun; 0 for any")
	flag.StringVar(&want.results, "results", "", "file where sequential orders write what they return")
	flag.Parse()
	opts.patterns = flag.Args()
	if *probing {
		opts.probe = &want
	}
	if err := run(opts, names(*starters), *leads, *ssaOnly, *calls); err != nil {
		fmt.Fprintln(os.Stderr, strings.TrimSpace(err.Error()))
		os.Exit(1)
	}
}

// headroom is what the collector may let the heap grow by beyond its usual
// goal, twice of what lives. Its pages are never touched, so they take no
// memory; without it, the collector would mark a growing heap again and again.
const headroom = 256 << 20

func run(opts options, starters map[string]bool, leads, ssaOnly bool, calls string) error {
	if !ssaOnly {
		reserve := make([]byte, headroom)
		defer runtime.KeepAlive(reserve)
	}
	loaded, err := load(opts)
	if err != nil || ssaOnly {
		return err
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	if opts.probe != nil {
		if err := writeProbes(opts, loaded, *opts.probe, out); err != nil {
			return err
		}
		return out.Flush()
	}
	if calls != "" {
		if err := writeCalls(loaded, strings.Split(calls, "\n"), out); err != nil {
			return err
		}
		return out.Flush()
	}
	newExporter(newEncoder(out), loaded).export(starters, leads)
	return out.Flush()
}

// pattern sets a regular expression.
func pattern(to **regexp.Regexp) func(string) error {
	return func(text string) (err error) {
		*to, err = regexp.Compile(text)
		return err
	}
}

func names(list string) map[string]bool {
	set := make(map[string]bool)
	for name := range strings.SplitSeq(list, ",") {
		if name != "" {
			set[name] = true
		}
	}
	return set
}
