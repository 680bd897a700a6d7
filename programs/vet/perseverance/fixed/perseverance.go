// Package perseverance reads what a goroutine has written when it is over.
package perseverance

import (
	"net"
	"sync"
	"time"
)

// Count waits until the goroutine says that it has stopped.
func Count(subscribe func(func()), publish func() error) int {
	var wg sync.WaitGroup
	wg.Add(1)
	subscribe(wg.Done)
	failed := 0
	quit := make(chan bool, 1)
	stopped := make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-quit:
				return
			default:
			}
			if publish() != nil {
				failed++
			}
		}
	}()
	wg.Wait()
	quit <- true
	<-stopped
	return failed
}

// Counts waits for each goroutine.
func Counts(sizes []int, subscribe func(int, func()), publish func() error) (counts []int) {
	for _, size := range sizes {
		var wg sync.WaitGroup
		wg.Add(size)
		subscribe(size, wg.Done)
		failed := 0
		quit := make(chan bool)
		stopped := make(chan bool)
		go func() {
			defer close(stopped)
			for {
				select {
				case <-quit:
					return
				default:
				}
				if publish() != nil {
					failed++
				}
			}
		}()
		wg.Wait()
		quit <- true
		<-stopped
		counts = append(counts, failed)
	}
	return counts
}

// Published publishes so often; whether the wait is over before is not in sight.
func Published(n int, subscribe func(func()), publish func() error) int {
	var wg sync.WaitGroup
	wg.Add(1)
	subscribe(wg.Done)
	failed := 0
	go func() {
		for range n {
			if publish() != nil {
				failed++ // want withheld closure-race "failed is written here"
			}
		}
	}()
	wg.Wait()
	return failed
}

// Accepted looks at err only if the goroutine is over.
func Accepted(l net.Listener) error {
	defer l.Close()
	var err error
	accepted := make(chan struct{}, 1)
	go func() {
		_, err = l.Accept()
		accepted <- struct{}{}
	}()
	select {
	case <-accepted:
		return err
	case <-time.After(time.Second):
		return nil
	}
}

// Closed ends what the goroutine waits for.
func Closed(l net.Listener) error {
	var err error
	go func() {
		_, err = l.Accept() // want withheld closure-race "err is written here"
	}()
	seen := err
	l.Close()
	return seen
}

// Latest takes the one connection that is made.
func Latest(l net.Listener, dial func() error) (c net.Conn, err error) {
	accepted := make(chan bool, 1)
	stop := make(chan bool)
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			c, _ = l.Accept() // want withheld closure-race "c is written here"
			accepted <- true
		}
	}()
	err = dial()
	<-accepted
	return c, err
}
