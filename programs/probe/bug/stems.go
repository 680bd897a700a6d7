package probe

import (
	"strings"
	"sync"
)

// stems are those of the words that were asked for.
var stems = make(map[string]string)

// Stem is a word without its ending.
func Stem(word string) string {
	stem, ok := stems[word] // want data-race~
	if !ok {
		stem = strings.TrimSuffix(strings.TrimSuffix(word, "s"), "ing")
		stems[word] = stem // want data-race?
	}
	return stem
}

// A Tally counts words. It is for one goroutine.
type Tally struct{ counts map[string]int }

// NewTally has no words yet.
func NewTally() *Tally { return &Tally{counts: make(map[string]int)} }

// longest is the longest word of all.
var longest string

// Add counts a word.
func (t *Tally) Add(word string) {
	t.counts[word]++
	if len(word) > len(longest) { // want data-race~
		longest = word // want data-race?
	}
}

// Count says how often a word was added.
func (t *Tally) Count(word string) int { return t.counts[word] }

// A lexeme knows how often it was asked for.
type lexeme struct{ uses int }

var (
	lexemes   = make(map[string]*lexeme)
	lexemesMu sync.Mutex
)

// Use says how often a word was used, with this time.
func Use(word string) int {
	lexemesMu.Lock()
	one := lexemes[word]
	if one == nil {
		one = new(lexeme)
		lexemes[word] = one
	}
	lexemesMu.Unlock()
	one.uses++ // want data-race~
	return one.uses
}
