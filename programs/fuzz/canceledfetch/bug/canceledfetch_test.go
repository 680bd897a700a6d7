package bug

import (
	"context"
	"sync"
	"testing"
)

func TestFetch(t *testing.T) {
	jobs := make(chan string, 2)
	ctx, cancel := context.WithCancel(context.Background())
	var counted sync.WaitGroup
	counted.Add(2)
	jobs <- "home"
	jobs <- "about"
	go fetch(ctx, jobs, counted.Done)
	go cancel()
	counted.Wait() // want waitgroup-stuck "Wait never returns"
}
