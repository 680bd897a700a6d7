package handlers

import (
	"net/http"
	"net/http/httptest"
)

// Failing makes a server for tests that fails a number of times. A test sends one request after the other.
func Failing(times int) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if times > 0 {
			times--
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
}
