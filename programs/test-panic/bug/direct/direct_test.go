package direct

import "testing"

func TestLoad(t *testing.T) {
	load(func() error { return errNoConfig })
}
