package main

import (
	"os"
	"regexp"
	"strings"
)

// program is one microbenchmark, with the leaks that Go's own test names; none
// if it is correct.
type program struct {
	name   string
	binary string // goker or micro
	leaks  []*regexp.Regexp
}

var (
	quoted  = regexp.MustCompile("`([^`]+)`")
	begin   = regexp.MustCompile(`\n\t\tmake\w*Test\("(\w+)"`)
	comment = regexp.MustCompile(`(?m)^\s*//.*$`)
)

// programs reads them out of Go's own test. The first lists of it are about
// testgoroutineleakprofile, the last about its folder goker.
func programs(root string, chosen *regexp.Regexp) []program {
	source, err := os.ReadFile(root + "/src/runtime/goroutineleakprofile_test.go")
	if err != nil {
		panic(err)
	}
	text := comment.ReplaceAllString(string(source), "")
	goker := strings.Index(text, "gokerTestCases := ")
	starts := begin.FindAllStringSubmatchIndex(text, -1)
	var all []program
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		body := text[at[0]:end]
		if stop := strings.Index(body, "\n\t}\n"); stop >= 0 {
			body = body[:stop]
		}
		p := program{name: text[at[2]:at[3]], binary: "micro"}
		if at[0] > goker {
			p.binary = "goker"
		}
		for _, m := range quoted.FindAllStringSubmatch(body, -1) {
			p.leaks = append(p.leaks, regexp.MustCompile(m[1]))
		}
		if chosen.MatchString(p.name) {
			all = append(all, p)
		}
	}
	return all
}
