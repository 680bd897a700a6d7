// Package handlers changes captured variables in handlers, which the server runs for many requests at once.
package handlers

import (
	"fmt"
	"net/http"
)

func Count() {
	count := 0
	http.HandleFunc("/count", func(w http.ResponseWriter, _ *http.Request) {
		count++ // want possible closure-race "count is written here by the goroutine .*http handler"
		fmt.Fprintln(w, count)
	})
}

func Two(mux *http.ServeMux) {
	last := ""
	mux.HandleFunc("/set", func(_ http.ResponseWriter, r *http.Request) {
		last = r.URL.Path // want possible closure-race "last is written here by the goroutine .*http handler"
	})
	mux.HandleFunc("/get", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, last)
	})
}

// Limited is middleware: the function literal becomes a handler by its conversion.
func Limited(next http.Handler, limit int) http.Handler {
	served := 0
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if served++; served > limit { // want possible closure-race "served is written here by the goroutine .*http handler"
			http.Error(w, "enough", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func Cached(load func(string) string) http.Handler {
	cache := map[string]string{}
	mux := http.NewServeMux()
	mux.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := cache[r.URL.Path]; !ok {
			cache[r.URL.Path] = load(r.URL.Path) // want possible closure-race "cache\\[...\\] is written here"
		}
		fmt.Fprintln(w, cache[r.URL.Path])
	}))
	return mux
}
