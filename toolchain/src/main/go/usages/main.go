// Command usages lists where Go packages use concurrency: file, line and kind.
// It loads packages as go vet does, with the go command that it is told, and
// writes one JSON object to standard output.
//
// It exits with 0 even when some packages do not type-check (the output names
// them; their usages may be incomplete), and with 1, and a message on standard
// error, when nothing could be loaded.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

// output is what the Java side reads.
type output struct {
	Usages   []usage  `json:"usages"`
	Problems []string `json:"problems"`
}

func main() {
	var opts options
	flag.StringVar(&opts.goCommand, "go", "go", "the go command to load packages with")
	flag.StringVar(&opts.overlay, "overlay", "", "overlay that the packages are built with")
	flag.BoolVar(&opts.tests, "tests", true, "load test files too")
	flag.BoolVar(&opts.deps, "deps", false, "load dependencies too, but for the standard library")
	flag.Func("flag", "further build flag, as go list takes it; may be repeated", func(f string) error {
		opts.buildFlags = append(opts.buildFlags, f)
		return nil
	})
	flag.Parse()
	opts.patterns = flag.Args()
	if err := run(opts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(opts options) error {
	found, err := scanPackages(opts)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(found)
}

func scanPackages(opts options) (output, error) {
	pkgs, err := list(opts)
	if err != nil {
		return output{}, err
	}
	find := newFinder()
	check := newChecker(pkgs)
	problems := []string{}
	for _, p := range targets(pkgs, opts) {
		checked, problem := check.check(p)
		if problem != "" {
			problems = append(problems, p.ImportPath+": "+problem)
		}
		find.visit(checked)
	}
	return output{find.sorted(), problems}, nil
}
