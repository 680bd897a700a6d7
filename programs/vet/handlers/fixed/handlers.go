// Package handlers guards what its handlers share.
package handlers

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
)

func Count() {
	var count atomic.Int64
	http.HandleFunc("/count", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, count.Add(1))
	})
}

func Two(mux *http.ServeMux) {
	var mu sync.Mutex
	last := ""
	mux.HandleFunc("/set", func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		last = r.URL.Path
	})
	mux.HandleFunc("/get", func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(w, last)
	})
}

// Prepared writes before the server starts.
func Prepared(address string, greet func() string) error {
	greeting := ""
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, greeting)
	})
	greeting = greet()
	return http.ListenAndServe(address, nil)
}

// PerRequest gives each request its own variables.
func PerRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := 0
		record := func(s int) { status = s }
		next.ServeHTTP(w, r)
		record(http.StatusOK)
		fmt.Println(status)
	})
}

// Wrapped makes a handler for one request, and runs it once.
func Wrapped(middleware func(http.Handler) http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		reached := false
		middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			reached = true
		})).ServeHTTP(w, r)
		if !reached {
			http.Error(w, "stopped", http.StatusForbidden)
		}
	}
}
