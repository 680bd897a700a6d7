package unclosed

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestStatus(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("well"))
	}))
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{}}
	if s, err := status(client, server.URL); err != nil || s != "200 OK" {
		t.Fatal(s, err)
	}
}
