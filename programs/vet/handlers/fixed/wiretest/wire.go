// Package wiretest helps tests: its handler answers the one request that it sends.
package wiretest

import (
	"net/http"
	"net/http/httptest"
)

type wire struct{ handler http.HandlerFunc }

func (w wire) RoundTrip(r *http.Request) (*http.Response, error) {
	recorder := httptest.NewRecorder()
	w.handler.ServeHTTP(recorder, r)
	return recorder.Result(), nil
}

// Method asks which method a client uses.
func Method() (method string) {
	w := wire{handler: func(_ http.ResponseWriter, r *http.Request) { method = r.Method }}
	client := http.Client{Transport: w}
	if response, err := client.Get("http://example.com"); err == nil {
		response.Body.Close()
	}
	return method
}
