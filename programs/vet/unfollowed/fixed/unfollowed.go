// Package unfollowed hands a channel to one of several implementations of an interface, which receives until it is closed.
package unfollowed

type reporter interface {
	report(results <-chan int) error
}

type quiet struct{}

func (quiet) report(results <-chan int) error {
	for range results {
	}
	return nil
}

type loud struct{ print func(int) }

func (l loud) report(results <-chan int) error {
	for r := range results {
		l.print(r)
	}
	return nil
}

type counting struct{ n int }

func (c *counting) report(results <-chan int) error {
	for range results {
		c.n++
	}
	return nil
}

type sum struct{ n int }

func (s *sum) report(results <-chan int) error {
	for r := range results {
		s.n += r
	}
	return nil
}

// All are the implementations.
var All = []reporter{quiet{}, loud{}, &counting{}, &sum{}}

func Read(r reporter, results <-chan int) (int, error) {
	status := 0
	copies := make(chan int)
	go func() {
		defer close(copies)
		for result := range results {
			if result != 0 {
				status = 2 // want withheld closure-race "status is written here"
			}
			copies <- result
		}
	}()
	err := r.report(copies)
	return status, err
}
