package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFlagThatALoopWaitsForIsSetByOthers(t *testing.T) {
	const source = `package m

import (
	"net"
	"sync"
	"time"
)

type Stream struct {
	mu      sync.Mutex
	closed  bool
	own     bool
	handled bool
	helped  bool
	checked bool
	busy    bool
	served  bool
	inside  bool
	begun   bool
	handler func()
	more    chan int
	n       int
	l       net.Listener
}

func (s *Stream) Next() int {
	for {
		if s.closed { // loop closed
			return 0
		}
		s.mu.Lock()
		n := s.n
		s.mu.Unlock()
		if n > 0 {
			return n
		}
	}
}

func (s *Stream) Sets() {
	for !s.own {
		s.own = <-s.more > 0
	}
}

func (s *Stream) Handles() {
	for !s.handled {
		<-s.more
		s.handler()
	}
}

func (s *Stream) Helps() {
	for !s.helped {
		<-s.more
		s.help()
	}
}

func (s *Stream) help() { s.helped = true }

func (s *Stream) Checks() {
	if s.checked {
		return
	}
	for range 3 {
		<-s.more
	}
}

func (s *Stream) Counts() (n int) {
	for !s.busy {
		n++
	}
	return n
}

func (s *Stream) Serve() {
	for !s.served { // loop served
		if _, err := s.l.Accept(); err != nil {
			time.Sleep(time.Second)
		}
	}
}

func (s *Stream) Go() {
	go func() {
		for !s.inside { // loop inside
			time.Sleep(time.Second)
		}
	}()
}

func (s *Stream) Close() {
	s.closed, s.own, s.handled, s.helped, s.checked, s.busy = true, true, true, true, true, true
	s.served, s.inside = true, true
}

func (s *Stream) Waits() {
	for !s.begun {
		<-s.more
	}
}

func (s *Stream) Init() { s.begun = true }
`
	want := make(map[string]bool)
	for i, text := range strings.Split(source, "\n") {
		if _, name, ok := strings.Cut(text, "// loop "); ok {
			want[fmt.Sprintf("Stream.%s m.go:%d", name, i+1)] = true
		}
	}
	for _, one := range probesOf(t, source, "package m\n").Guards {
		if !one.Loop {
			continue
		}
		for _, at := range one.Held {
			key := one.Field + " " + filepath.Base(at)
			if !want[key] {
				t.Errorf("%s is no flag that a loop waits for", key)
			}
			delete(want, key)
		}
		if len(one.Bare) != 1 {
			t.Errorf("%s is set in %v", one.Field, one.Bare)
		}
	}
	for key := range want {
		t.Errorf("%s is missing", key)
	}
}
