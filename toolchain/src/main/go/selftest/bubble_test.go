//go:build go1.25

package selftest

import (
	"sync"
	"testing"
	"testing/synctest"
)

// bubble waits for reasons that have names of their own there.
func bubble(t *testing.T) {
	c := make(chan int)  // records make
	go sendsInBubble(c)  // records spawn
	synctest.Wait()      // records block [waiting]
	<-c                  // records receive unblocking
	go chooseInBubble(c) // records spawn
	synctest.Wait()      // records block [waiting]
	<-c                  // records receive unblocking
	var g sync.WaitGroup
	g.Add(1)             // records add +1
	go waitsInBubble(&g) // records spawn
	synctest.Wait()      // records block [waiting]
	g.Done()             // records add -1
}

func sendsInBubble(c chan int) {
	c <- 1 // records block [chan send], send blocked
}

func chooseInBubble(c chan int) {
	select { // records block [select] send receive, select send* receive blocked
	case c <- 1:
	case <-make(chan int): // records make
	}
}

func waitsInBubble(group *sync.WaitGroup) {
	group.Wait() // records block [sync.WaitGroup.Wait], wait blocked
}
