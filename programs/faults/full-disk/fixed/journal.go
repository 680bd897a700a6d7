// Package fixed has a goroutine write a journal, and knows when it has ended because the disk is full.
package fixed

import (
	"errors"
	"os"
)

type journal struct {
	file    *os.File
	entries chan string
	ended   chan struct{}
}

func open(name string) (*journal, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, entries: make(chan string), ended: make(chan struct{})}
	go j.write()
	return j, nil
}

func (j *journal) write() {
	defer close(j.ended)
	for entry := range j.entries {
		if _, err := j.file.WriteString(entry); err != nil {
			return
		}
		if err := j.file.Sync(); err != nil {
			return
		}
	}
}

func (j *journal) add(entry string) error {
	select {
	case j.entries <- entry:
		return nil
	case <-j.ended:
		return errors.New("the journal has ended")
	}
}

func (j *journal) close() error {
	close(j.entries)
	<-j.ended
	return j.file.Close()
}
