// Command source says what Go source files have to do with concurrency, as JSON on
// standard output. Without a flag it lists where packages use it: file, line and
// kind; it loads them as go vet does, with the go command that it is given. The
// flags -operands, -variables, -loops and -assertions ask about single files and lines,
// and -edits how files would have to be edited to fix findings.
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
	"strings"
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
	operands := flag.Bool("operands", false, "list instead what the operations of the given files operate on")
	variables := flag.Bool("variables", false, "list instead the variables on the given lines, each as file:line")
	loops := flag.Bool("loops", false, "list instead what loops around the waits on the given lines do, each as file:line")
	assertions := flag.Bool("assertions", false, "list instead what the calls on the given lines depend on that report failures, each as file:line")
	edits := flag.Bool("edits", false, "list instead the edits that fix findings, for each request (edits.go)")
	flag.Parse()
	switch {
	case *operands:
		write(operandsOf(flag.Args()))
		return
	case *loops:
		write(loopsAt(flag.Args()))
		return
	case *assertions:
		write(assertionsAt(flag.Args()))
		return
	case *variables:
		write(variablesAt(opts.goCommand, flag.Args()))
		return
	case *edits:
		answers, err := editsFor(flag.Args())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		write(answers)
		return
	}
	opts.patterns = flag.Args()
	if err := run(opts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(list any) {
	if err := json.NewEncoder(os.Stdout).Encode(list); err != nil {
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
			path, _, _ := strings.Cut(p.ImportPath, " [")
			problems = append(problems, path+": "+firstError(problem))
		}
		find.visit(checked)
	}
	return output{find.sorted(), problems}, nil
}

// firstError is what the compiler says first: the go command's headings name the
// package, and what follows is reported where it is built.
func firstError(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return text
}
