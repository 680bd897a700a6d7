// Package bug has a goroutine write a journal, and waits for it when the disk is full.
package bug

import "os"

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

func (j *journal) add(entry string) { j.entries <- entry } // want global-deadlock

func (j *journal) close() error {
	close(j.entries)
	<-j.ended
	return j.file.Close()
}
