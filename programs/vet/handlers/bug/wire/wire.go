// Package wire keeps the method of the last request.
package wire

import "net/http"

// Serve serves many requests at once.
func Serve(address string) (method string, err error) {
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		method = r.Method // want possible closure-race "method is written here"
	})
	err = http.ListenAndServe(address, h)
	return method, err
}
