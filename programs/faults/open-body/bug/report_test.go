package bug

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func serve(t *testing.T, text string) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return server
}

func TestReport(t *testing.T) {
	first, second := serve(t, "head"), serve(t, "tail")
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	text, err := reporter{&http.Client{Transport: transport}}.report(first.URL, second.URL)
	if err == nil && text != "headtail" {
		t.Errorf("got %q", text)
	}
}
