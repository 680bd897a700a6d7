package served

import "testing"

func TestCloseBeforeServe(t *testing.T) {
	s := new(server)
	s.Close()
	go s.Serve()
}
