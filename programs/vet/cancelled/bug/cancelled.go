// Package cancelled makes a second context while a goroutine is to cancel the first.
package cancelled

import (
	"context"
	"database/sql"
	"time"
)

// Interrupted makes the second context at once.
func Interrupted(run func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		cancel() // want closure-race "cancel is read here"
	}()
	ctx, cancel = context.WithTimeout(ctx, time.Second)
	defer cancel()
	return run(ctx)
}

// Fetched does not wait for the first query to start.
func Fetched(db *sql.DB, with func(context.Context, chan<- string) context.Context) error {
	ctx := with(context.Background(), make(chan string, 1))
	go func() {
		db.ExecContext(ctx, "SELECT 1") // want closure-race "ctx is read here"
	}()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "SELECT 2")
	return err
}
