// Package opened asks a database and forgets to close it, so that the goroutine that opens its
// connections stays.
package opened

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// away is a database that can't be reached.
type away struct{}

func (away) Connect(context.Context) (driver.Conn, error) { return nil, errors.New("away") }
func (a away) Driver() driver.Driver                      { return nil }

func reachable(at driver.Connector) error {
	db := sql.OpenDB(at) // want goroutine-leak@1.26 "no case of its select will become ready"
	return db.Ping()
}
