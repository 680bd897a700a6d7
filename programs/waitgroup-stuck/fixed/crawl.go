// Package fixed defers every Done and adds one for each goroutine.
package fixed

import "sync"

func crawl(pages map[string]string, visit func(string)) {
	var wg sync.WaitGroup
	for page, link := range pages {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if link == "" {
				return
			}
			visit(page)
		}()
	}
	wg.Wait()
}

func each(items []string, do func(string)) <-chan struct{} {
	var wg sync.WaitGroup
	for _, item := range items {
		if item == "" {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			do(item)
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	return done
}
