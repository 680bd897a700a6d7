// Off does a fixed amount of work that allocates, marks, locks and passes
// messages, and prints the processor time that it took in milliseconds. Run
// binaries of it in turn and compare medians.
package main

import (
	"fmt"
	"sync"
	"syscall"
)

type node struct{ left, right *node }

func tree(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{tree(depth - 1), tree(depth - 1)}
}

func (n *node) count() int {
	if n.left == nil {
		return 1
	}
	return 1 + n.left.count() + n.right.count()
}

func main() {
	long := tree(18)
	sum := 0
	for range 40 {
		sum += tree(14).count()
	}
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v
		}
		close(pong)
	}()
	for i := range 200_000 {
		ping <- i
		sum += <-pong
	}
	close(ping)
	var locks []*sync.Mutex
	for range 300_000 {
		m := new(sync.Mutex)
		m.Lock()
		locks = append(locks, m)
	}
	var group sync.WaitGroup
	for range 100_000 {
		group.Add(1)
		go group.Done()
	}
	group.Wait()
	sum += long.count() + len(locks)
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	fmt.Println((used.Utime.Nano() + used.Stime.Nano()) / 1_000_000)
	if sum == 0 {
		panic("no work")
	}
}
