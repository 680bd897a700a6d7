// Command edits says how source files would have to be edited to fix findings.
//
// Each argument is a request, one JSON object. Written is a JSON array with an
// answer for each request, null where no edit is known that surely compiles and
// keeps what the code does besides. Files are read, never written.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// request asks for a fix of one kind.
type request struct {
	// Kind is what is to be done, a key of fixes.
	Kind string `json:"kind"`
	// File is the absolute path of a Go file.
	File string `json:"file"`
	// Line is that of the operation that the fix is about, from 1.
	Line int `json:"line"`
	// Name is that of a variable, or of the method that locks.
	Name string `json:"name"`
}

// answer is a fix.
type answer struct {
	// Subject is what the fix is about, as the source says it: cancel, c.mu.Unlock.
	Subject string `json:"subject"`
	// Edits do not overlap, and ascend.
	Edits []edit `json:"edits"`
}

// edit puts Text in the place of what is between two places. Lines and columns
// are counted from 1; columns in UTF-16 code units.
type edit struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Text      string `json:"text"`
}

func main() {
	sources := make(map[string]*source)
	answers := make([]*answer, 0, len(os.Args))
	for _, argument := range os.Args[1:] {
		var asked request
		if err := json.Unmarshal([]byte(argument), &asked); err != nil {
			fmt.Fprintln(os.Stderr, "not a request:", err)
			os.Exit(2)
		}
		read := sources[asked.File]
		if read == nil {
			read = readSource(asked.File)
			sources[asked.File] = read
		}
		answers = append(answers, read.fix(asked))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
