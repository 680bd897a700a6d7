package handlers

import "net/http"

// Failing makes a server that fails a number of times. Any goroutine may send requests, several at once.
func Failing(address string, times int) *http.Server {
	return &http.Server{Addr: address, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if times > 0 {
			times-- // want possible closure-race "times is written here by the goroutine .*http handler"
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})}
}
