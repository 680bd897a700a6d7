// Package pointer_argument hands the address of a variable to a function that reads or writes what it points to.
package pointer_argument

type config struct {
	Name  string
	Count int
}

func (c *config) grow() { c.Count++ } // want possible closure-race "c.Count is written here by the goroutine"

func length(s *string) int { return len(*s) }

func set(n *int, to int) { *n = to } // want possible closure-race "total is written here by the goroutine"

func Read(next func() string) int {
	var c config
	go func() {
		c.Name = next() // want possible closure-race "c.Name is written here"
	}()
	return length(&c.Name)
}

func Written(next func() int) int {
	total := 0
	done := make(chan struct{})
	go func() {
		set(&total, next())
		close(done)
	}()
	set(&total, 1)
	<-done
	return total
}

func Method(rounds int) int {
	var c config
	for range rounds {
		go func() {
			c.grow()
		}()
	}
	return c.Count
}
