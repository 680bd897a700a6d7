package probe

import (
	"iter"
	"sync"
)

// An Index is safe for concurrent use, also while it is ranged over.
type Index struct {
	mu    sync.Mutex
	words map[string]int
}

// NewIndex is empty.
func NewIndex() *Index { return &Index{words: make(map[string]int)} }

// Put adds a word.
func (x *Index) Put(word string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.words[word]++ // want data-race?
}

// All are the words.
func (x *Index) All() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for word, n := range x.words { // want data-race
			if !yield(word, n) {
				return
			}
		}
	}
}
