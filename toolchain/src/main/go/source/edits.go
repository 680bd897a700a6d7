package main

import (
	"encoding/json"
	"fmt"
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

// editsFor answers each request, one JSON object: null where no edit is known
// that surely compiles and keeps what the code does besides. Files are read,
// never written.
func editsFor(requests []string) ([]*answer, error) {
	files := make(map[string]*editedFile)
	answers := make([]*answer, 0, len(requests))
	for _, text := range requests {
		var asked request
		if err := json.Unmarshal([]byte(text), &asked); err != nil {
			return nil, fmt.Errorf("not a request: %w", err)
		}
		file := files[asked.File]
		if file == nil {
			file = readEdited(asked.File)
			files[asked.File] = file
		}
		answers = append(answers, file.fix(asked))
	}
	return answers, nil
}
