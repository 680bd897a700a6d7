// Package settings starts goroutines if it is asked to, and then waits for them.
package settings

import "sync"

type config struct{ parallel, wait bool }

// Ask starts, counts and awaits goroutines by one setting, which it leaves alone.
func Ask(c *config, hosts []string, ask func(string) error) error {
	var wg sync.WaitGroup
	errs := make([]error, len(hosts))
	for i, host := range hosts {
		one := func(i int) error {
			if c.parallel {
				defer wg.Done()
			}
			errs[i] = ask(host)
			return errs[i]
		}
		if c.parallel {
			wg.Add(1)
			go one(i)
		} else if one(i) == nil {
			break
		}
	}
	if c.parallel {
		wg.Wait()
	}
	return errs[0]
}
