// Package bug leaks goroutines in the ways that production code does.
package bug

import (
	"errors"
	"time"
)

var errTimeout = errors.New("timed out")

// fetch gives up after a while; its helper then has no receiver to hand the
// result to.
func fetch(query func() string, patience time.Duration) (string, error) {
	result := make(chan string)
	go func() {
		result <- query() // want goroutine-leak "sends on an unbuffered channel and no goroutine will receive"
	}()
	select {
	case r := <-result:
		return r, nil
	case <-time.After(patience):
		return "", errTimeout
	}
}

// first takes the fastest answer and forgets the others.
func first(replicas ...func() int) int {
	answers := make(chan int)
	for _, ask := range replicas {
		go func() {
			answers <- ask() // want goroutine-leak "no goroutine will receive"
		}()
	}
	return <-answers
}

// check sends twice where its caller receives once.
func check(values []int) error {
	failed := make(chan error)
	go func() {
		for _, v := range values {
			if v < 0 {
				failed <- errors.New("negative") // want goroutine-leak "no goroutine will receive"
			}
		}
		close(failed)
	}()
	return <-failed
}

// within reports late a task that takes longer than its time; a task that is done first leaves the
// goroutine of the timer on the channel.
func within(limit time.Duration, task func()) bool {
	late := make(chan bool)
	time.AfterFunc(limit, func() {
		late <- true // want goroutine-leak "no goroutine will receive"
	})
	done := make(chan bool, 1)
	go func() {
		task()
		done <- false
	}()
	return <-done
}
