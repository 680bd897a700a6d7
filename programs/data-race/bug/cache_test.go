package bug

import (
	"sync"
	"testing"
)

func TestHits(t *testing.T) {
	c := &cache{items: map[string]int{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.get("a") })
	}
	wg.Wait()
}

func TestPeek(t *testing.T) {
	c := &cache{items: map[string]int{}}
	done := make(chan bool)
	go func() {
		c.put("a", 1)
		done <- true
	}()
	c.peek("a")
	<-done
}

func TestLookups(t *testing.T) {
	t.Run("both", func(t *testing.T) {
		var wg sync.WaitGroup
		wg.Go(func() { count() })
		wg.Go(func() { count() })
		wg.Wait()
	})
}

func TestResult(t *testing.T) {
	var result string
	begun, ended := make(chan bool), make(chan bool)
	go func() {
		close(begun)
		result = "late" // want data-race "result is written here by the goroutine started at cache_test.go:40"
		close(ended)
	}()
	<-begun
	if result != "" {
		t.Log(result)
	}
	<-ended
}
