// Package perseverance reads what a goroutine still writes when the wait is over.
package perseverance

import (
	"net"
	"sync"
	"time"
)

// Count waits for others, and asks the goroutine to stop only then.
func Count(subscribe func(func()), publish func() error) int {
	var wg sync.WaitGroup
	wg.Add(1)
	subscribe(wg.Done)
	failed := 0
	quit := make(chan bool, 1)
	go func() {
		for {
			select {
			case <-quit:
				return
			default:
			}
			if publish() != nil {
				failed++ // want closure-race "failed is written here"
			}
		}
	}()
	wg.Wait()
	quit <- true
	return failed
}

// Counts does so for one size after the other.
func Counts(sizes []int, subscribe func(int, func()), publish func() error) (counts []int) {
	for _, size := range sizes {
		var wg sync.WaitGroup
		wg.Add(size)
		subscribe(size, wg.Done)
		failed := 0
		quit := make(chan bool, 1)
		go func() {
			for {
				select {
				case <-quit:
					return
				default:
				}
				if publish() != nil {
					failed++ // want closure-race "failed is written here"
				}
			}
		}()
		wg.Wait()
		quit <- true
		counts = append(counts, failed)
	}
	return counts
}

// Accepted gives up waiting before it closes the listener, and looks at err at once.
func Accepted(l net.Listener) error {
	defer l.Close()
	var err error
	accepted := make(chan struct{}, 1)
	go func() {
		_, err = l.Accept() // want possible closure-race "err is written here"
		accepted <- struct{}{}
	}()
	select {
	case <-accepted:
	case <-time.After(time.Second):
	}
	return err
}

// Latest waits for the first of many values, and reads while the goroutine continues.
func Latest(next func() int) int {
	n := 0
	started := make(chan bool, 1)
	stop := make(chan bool)
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			n = next() // want closure-race "n is written here"
			started <- true
		}
	}()
	<-started
	return n
}
