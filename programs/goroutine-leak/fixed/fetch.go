// Package fixed is package bug with every goroutine released.
package fixed

import (
	"errors"
	"time"
)

var errTimeout = errors.New("timed out")

// fetch gives its helper room for a result that no caller wants any more.
func fetch(query func() string, patience time.Duration) (string, error) {
	result := make(chan string, 1)
	go func() {
		result <- query()
	}()
	select {
	case r := <-result:
		return r, nil
	case <-time.After(patience):
		return "", errTimeout
	}
}

func first(replicas ...func() int) int {
	answers := make(chan int, len(replicas))
	for _, ask := range replicas {
		go func() {
			answers <- ask()
		}()
	}
	return <-answers
}

func check(values []int) error {
	failed := make(chan error, 1)
	go func() {
		defer close(failed)
		for _, v := range values {
			if v < 0 {
				failed <- errors.New("negative")
				return
			}
		}
	}()
	return <-failed
}

// within reports a task that takes longer than its time; the channel has room for the timer's word.
func within(limit time.Duration, task func()) bool {
	late := make(chan bool, 1)
	time.AfterFunc(limit, func() { late <- true })
	done := make(chan bool, 1)
	go func() {
		task()
		done <- false
	}()
	return <-done
}
