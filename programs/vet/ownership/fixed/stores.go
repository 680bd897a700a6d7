package ownership

type store interface {
	Lock() error
	Unlock()
}

type file struct{ free chan bool }

func (f *file) Lock() error {
	<-f.free
	return nil
}

func (f *file) Unlock() { f.free <- true }

type memory struct{ free chan bool }

func (m *memory) Lock() error {
	<-m.free
	return nil
}

func (m *memory) Unlock() { m.free <- true }

type session struct {
	tokens store
	renew  func()
}

func (s *session) renewed() {
	if s.tokens.Lock() == nil {
		defer s.tokens.Unlock()
		s.renew()
	}
}

// Renewed looks while the goroutine waits for the store.
func Renewed(s *session) bool {
	called := false
	s.renew = func() {
		called = true // want withheld closure-race "called is written here"
	}
	s.tokens.Lock()
	over := make(chan bool)
	go func() {
		s.renewed()
		close(over)
	}()
	early := called
	s.tokens.Unlock()
	<-over
	return early
}
