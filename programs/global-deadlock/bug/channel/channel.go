// Package channel waits for an answer that no goroutine was asked to give.
package channel

type request struct {
	key   string
	reply chan string
}

// A store answers requests one by one.
type store struct {
	requests chan request
	data     map[string]string
}

func newStore() *store {
	s := &store{requests: make(chan request), data: map[string]string{}}
	go func() {
		for r := range s.requests {
			if value, ok := s.data[r.key]; ok {
				r.reply <- value
			}
		}
	}()
	return s
}

// get forgets that a missing key has no answer.
func (s *store) get(key string) string {
	r := request{key, make(chan string)}
	s.requests <- r
	return <-r.reply // want global-deadlock "deadlocked in chan receive"
}
