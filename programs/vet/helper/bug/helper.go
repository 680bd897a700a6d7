// Package helper starts goroutines in helpers, and defers in the wrong order.
package helper

import (
	"sync"
	"time"
)

type pool struct {
	wg sync.WaitGroup
}

func (p *pool) run(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *pool) wait() { p.wg.Wait() }

func Forgotten(f func() int) int {
	p := &pool{}
	x := 0
	p.run(func() {
		x = f() // want possible closure-race "x is written here"
	})
	return x
}

func Later(f func() int, use func(int)) {
	x := 0
	time.AfterFunc(time.Second, func() {
		x = f() // want possible closure-race "x is written here by the goroutine .*AfterFunc"
	})
	use(x)
}

func DoneTooEarly(f func() error) error {
	var wg sync.WaitGroup
	var err error
	wg.Add(1)
	go func() {
		defer func() {
			if err == nil {
				err = f() // want closure-race "err is written here"
			}
		}()
		defer wg.Done()
		err = f()
	}()
	wg.Wait()
	return err
}
