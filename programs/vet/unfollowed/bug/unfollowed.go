// Package unfollowed hands a channel to one of several implementations of an interface, and reads before that.
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

type silent struct{}

func (silent) report(<-chan int) error { return nil }

type nothing struct{}

func (nothing) report(<-chan int) error { return nil }

// All are the implementations.
var All = []reporter{quiet{}, loud{}, silent{}, nothing{}}

// Read looks at the status before the results have gone anywhere.
func Read(r reporter, results <-chan int) (int, error) {
	status := 0
	copies := make(chan int)
	go func() {
		defer close(copies)
		for result := range results {
			if result != 0 {
				status = 2 // want possible closure-race "status is written here"
			}
			copies <- result
		}
	}()
	before := status
	err := r.report(copies)
	return before, err
}

// Beside hands over another channel.
func Beside(r reporter, results, others <-chan int) (int, error) {
	status := 0
	copies := make(chan int, 100)
	go func() {
		defer close(copies)
		for result := range results {
			status = result // want possible closure-race "status is written here"
			copies <- result
		}
	}()
	err := r.report(others)
	return status, err
}
