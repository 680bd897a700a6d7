// Package history has the shapes of races that were fixed in etcd, grpc-go and cockroach; bench/results/vet-history.md names the changes.
package history

import (
	"context"
	"errors"
	"log"
)

// Transport shares its named result with a goroutine that outlives it when ctx ends first.
func Transport(ctx context.Context, receive, send func() error) (err error) {
	failed := make(chan error)
	go func() {
		for {
			if err = receive(); err != nil { // want closure-race "err is written here by the goroutine"
				failed <- err
				return
			}
			if err = send(); err != nil {
				failed <- err
				return
			}
		}
	}()
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return err
}

// Watch logs the named result where it means its own error.
func Watch(ctx context.Context, receive func() error) (err error) {
	failed := make(chan error, 1)
	go func() {
		if rerr := receive(); rerr != nil {
			log.Println("cannot receive:", err) // want closure-race "err is read here by the goroutine"
			failed <- rerr
		}
	}()
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = ctx.Err()
	}
	return err
}

// Metrics lets the server's goroutine and the caller assign one err.
func Metrics(listen, serve, put func() error) error {
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err = listen(); err != nil { // want closure-race "err is written here by the goroutine"
			return
		}
		err = serve()
		if !errors.Is(err, context.Canceled) {
			log.Println(err)
		}
	}()
	if err = put(); err != nil {
		log.Println(err)
	}
	<-done
	return nil
}

// Dial reads the counter before it has waited for the goroutine that counts.
func Dial(accept, dial func() error) int {
	done := make(chan struct{})
	connections := 0
	go func() {
		defer close(done)
		for {
			if accept() != nil {
				return
			}
			connections++ // want closure-race "connections is written here by the goroutine"
		}
	}()
	if dial() != nil {
		return 0
	}
	if connections < 2 {
		log.Println("too few connections")
	}
	<-done
	return connections
}
