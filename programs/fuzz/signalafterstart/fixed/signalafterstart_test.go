package fixed

import (
	"sync"
	"testing"
)

func TestRun(t *testing.T) {
	signals := make(chan string)
	var group sync.WaitGroup
	group.Go(func() { run(func() {}, signals) })
	signals <- "interrupt" // want global-deadlock~
	group.Wait()
}
