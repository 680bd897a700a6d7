package fixed

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestFetch(t *testing.T) {
	jobs := make(chan string, 2)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	var counted sync.WaitGroup
	counted.Add(2)
	jobs <- "home"
	jobs <- "about"
	go fetch(ctx, jobs, counted.Done)
	counted.Wait() // want waitgroup-stuck~
}
