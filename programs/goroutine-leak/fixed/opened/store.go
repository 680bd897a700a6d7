// Package opened asks a database and closes it.
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
	db := sql.OpenDB(at)
	defer db.Close()
	return db.Ping()
}
