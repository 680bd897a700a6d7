// Package settings starts goroutines if it is asked to, and waits if it is asked for something else.
package settings

import "sync"

type config struct{ parallel, wait bool }

// Ask waits by another setting than that by which it starts goroutines.
func Ask(c *config, hosts []string, ask func(string) error) error {
	var wg sync.WaitGroup
	errs := make([]error, len(hosts))
	for i, host := range hosts {
		one := func(i int) error {
			if c.parallel {
				defer wg.Done()
			}
			errs[i] = ask(host) // want closure-race "is written here"
			return errs[i]
		}
		if c.parallel {
			wg.Add(1)
			go one(i)
		} else if one(i) == nil {
			break
		}
	}
	if c.wait {
		wg.Wait()
	}
	return errs[0]
}
