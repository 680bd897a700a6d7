// Package history has the shapes of races that were fixed in etcd and grpc-go, as they were fixed.
package history

import (
	"context"
	"errors"
	"log"
)

func Transport(ctx context.Context, receive, send func() error) (result error) {
	failed := make(chan error, 1)
	go func() {
		for {
			var err error
			if err = receive(); err != nil {
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
	case result = <-failed:
	case <-ctx.Done():
		result = ctx.Err()
	}
	return result
}

func Watch(ctx context.Context, receive func() error) (err error) {
	failed := make(chan error, 1)
	go func() {
		if rerr := receive(); rerr != nil {
			log.Println("cannot receive:", rerr)
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

func Metrics(listen, serve, put func() error) error {
	done := make(chan struct{})
	go func() {
		var err error
		defer close(done)
		if err = listen(); err != nil {
			return
		}
		err = serve()
		if !errors.Is(err, context.Canceled) {
			log.Println(err)
		}
	}()
	err := put()
	if err != nil {
		log.Println(err)
	}
	<-done
	return nil
}

func Dial(accept, dial func() error) int {
	done := make(chan struct{})
	connections := 0
	go func() {
		defer close(done)
		for {
			if accept() != nil {
				return
			}
			connections++
		}
	}()
	if dial() != nil {
		return 0
	}
	<-done
	if connections < 2 {
		log.Println("too few connections")
	}
	return connections
}
