package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// blocked is a goroutine as a dump or a report shows it.
type blocked struct {
	calls   []string // "function(...) [reason]", innermost first
	created string   // file:line of its go statement
	leaked  bool
}

// is reports whether it is one of those that Go's test names so.
func (b *blocked) is(leak *regexp.Regexp) bool {
	for _, call := range b.calls {
		if leak.MatchString(call) {
			return true
		}
	}
	return false
}

var (
	goroutine = regexp.MustCompile(`(?s)goroutine \d+ \[([^\]]+)\]:\n(.*?)(?:\n\n|\n?$)`)
	place     = regexp.MustCompile(`\t(\S+:\d+)`)
)

// inDump gives the goroutines of a dump, leaked and not.
func inDump(output string) []blocked {
	var all []blocked
	for _, m := range goroutine.FindAllStringSubmatch(output, -1) {
		reason, _, _ := strings.Cut(m[1], ",")
		reason, leaked := strings.CutSuffix(reason, " (leaked)")
		b := blocked{leaked: leaked}
		calls, created, _ := strings.Cut(m[2], "created by ")
		for _, line := range strings.Split(calls, "\n") {
			if line != "" && line[0] != '\t' {
				b.calls = append(b.calls, line+" ["+reason+"]")
			}
		}
		if at := place.FindStringSubmatch(created); at != nil {
			b.created = filepath.Base(at[1])
		}
		all = append(all, b)
	}
	return all
}

// inLog gives the goroutines that a binary of harrier build reported.
func inLog(path string) []blocked {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var all []blocked
	for _, line := range strings.Split(string(data), "\n") {
		type frame struct {
			Function, File string
			Line           int
		}
		var leak struct {
			Type, Reason     string
			Blocked, Created []frame
		}
		if json.Unmarshal([]byte(line), &leak) != nil || leak.Type != "leak" {
			continue
		}
		b := blocked{leaked: true}
		for _, f := range leak.Blocked {
			b.calls = append(b.calls, f.Function+"() ["+leak.Reason+"]")
		}
		if len(leak.Created) > 0 {
			b.created = filepath.Base(leak.Created[0].File) + ":" + strconv.Itoa(leak.Created[0].Line)
		}
		all = append(all, b)
	}
	return all
}
