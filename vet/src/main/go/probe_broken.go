package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// hiddenTests do not type-check, and with them nothing builds that belongs to their
// package: their generated parts may be missing, or a version of what they import.
type hiddenTests struct {
	why     map[string]string   // by package
	files   map[string][]string // by package
	overlay string              // hides them; "" if there are none
}

func (h *hiddenTests) remove() {
	if h.overlay != "" {
		_ = os.Remove(h.overlay)
	}
}

// brokenTests are those of packages that were asked for. External ones may need the
// others, so that all are hidden if these do not type-check.
func brokenTests(in *loaded, asked map[string]bool) (*hiddenTests, error) {
	hidden := &hiddenTests{why: make(map[string]string), files: make(map[string][]string)}
	replace := make(map[string]string)
	for i, p := range in.pkgs {
		path, bad := in.failed(i, asked)
		if !bad || p.ForTest == "" || len(p.GoFiles) == 0 {
			continue
		}
		files := p.GoFiles
		if p.PkgPath == p.ForTest {
			files, _ = filepath.Glob(filepath.Join(filepath.Dir(p.GoFiles[0]), "*_test.go"))
		}
		for _, file := range files {
			if _, known := replace[file]; !known && strings.HasSuffix(file, "_test.go") {
				replace[file] = ""
				hidden.files[path] = append(hidden.files[path], file)
			}
		}
		if hidden.why[path] == "" {
			hidden.why[path] = firstLine(p.Errors[0])
		}
	}
	if len(replace) == 0 {
		return hidden, nil
	}
	file, err := os.CreateTemp("", "harrier-tests-*.json")
	if err != nil {
		return nil, err
	}
	hidden.overlay = file.Name()
	defer file.Close()
	return hidden, json.NewEncoder(file).Encode(map[string]any{"Replace": replace})
}

// failed reports whether a package was asked for and does not type-check, and its path
// without that of its tests.
func (in *loaded) failed(i int, asked map[string]bool) (path string, bad bool) {
	p := in.pkgs[i]
	path = strings.TrimSuffix(p.PkgPath, "_test")
	return path, in.ssaPkgs[i] == nil && len(p.Errors) != 0 && asked[path]
}

// failedPackages are those that were asked for and do not type-check.
func failedPackages(in *loaded, asked map[string]bool) []*probe {
	var all []*probe
	seen := make(map[string]bool)
	for i, p := range in.pkgs {
		path, bad := in.failed(i, asked)
		if !bad || seen[path] {
			continue
		}
		seen[path] = true
		made := noProbe(path)
		made.Failure = firstLine(p.Errors[0])
		all = append(all, made)
	}
	return all
}

// firstLine is what is wrong first, with its place: the go command may give all that
// the compiler says.
func firstLine(of packages.Error) string {
	for line := range strings.Lines(of.Msg) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if at, _, ok := cutLine(of.Pos); ok && !positioned.MatchString(line) {
			line = filepath.Base(at) + ": " + line
		}
		return strings.TrimPrefix(line, "./")
	}
	return of.Msg
}
