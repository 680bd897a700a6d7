// Package cancelled makes a second context when the first has been used.
package cancelled

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Interrupted continues when what it runs has heeded the goroutine.
func Interrupted(run func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		cancel() // want withheld closure-race "cancel is read here"
	}()
	if run(ctx) == nil {
		return errors.New("not interrupted")
	}
	ctx, cancel = context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return run(ctx)
}

// Fetched continues when the first query has said what it is called.
func Fetched(db *sql.DB, with func(context.Context, chan<- string) context.Context) error {
	names := make(chan string, 1)
	ctx := with(context.Background(), names)
	go func() {
		db.ExecContext(ctx, "SELECT 1") // want withheld closure-race "ctx is read here"
	}()
	name := <-names
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "SELECT 2", name)
	return err
}
