package fixed

import (
	"sync"
	"testing"
)

func TestEveryVisitCounts(t *testing.T) {
	v := &visits{pages: make(map[string]int)}
	var wg sync.WaitGroup
	for _, page := range []string{"home", "about"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v.visit(page)
		}()
	}
	wg.Wait()
	got := v.read()
	if got != 2 {
		t.Errorf("%d visits, want 2", got)
	}
}

func TestTheLastPageIsKnown(t *testing.T) {
	v := &visits{pages: make(map[string]int)}
	var wg sync.WaitGroup
	wg.Add(2)
	started := make(chan bool)
	go func() {
		defer wg.Done()
		v.visit("home")
		started <- true
	}()
	<-started
	go func() {
		defer wg.Done()
		v.visit("about")
	}()
	wg.Wait()
	if last := v.last; len(v.pages) == 2 && last != "about" {
		t.Errorf("the last page is %s", last)
	}
}
