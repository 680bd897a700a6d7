// Package bug counts its goroutines wrong.
package bug

import "sync"

// crawl adds one for every page, but a page without a link returns before it
// says that it is done.
func crawl(pages map[string]string, visit func(string)) {
	var wg sync.WaitGroup
	for page, link := range pages {
		wg.Add(1)
		go func() {
			if link == "" {
				return
			}
			visit(page)
			wg.Done()
		}()
	}
	wg.Wait() // want waitgroup-stuck "2 added, 1 done"
}
