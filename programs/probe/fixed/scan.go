package probe

import "strings"

// A Scan counts the texts that have a word, in a goroutine of its own.
type Scan struct {
	word  string
	texts []string
	found int
	over  chan struct{}
}

// NewScan begins.
func NewScan(word string, texts ...string) *Scan {
	s := &Scan{word: word, texts: texts, over: make(chan struct{})}
	go s.run()
	return s
}

func (s *Scan) run() {
	defer close(s.over)
	for _, text := range s.texts {
		if strings.Contains(text, s.word) {
			s.found++
		}
	}
}

// Wait returns when all texts have been read.
func (s *Scan) Wait() { <-s.over }

// Found is how many have the word, and 0 until all texts have been read.
func (s *Scan) Found() int {
	select {
	case <-s.over:
		return s.found
	default:
		return 0
	}
}
