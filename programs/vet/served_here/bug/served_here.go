// Package served_here makes a handler that a server runs for many requests.
package served_here

import "net/http"

func Counted(next http.Handler) http.Handler {
	count := 0
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count++ // want possible closure-race "count is written here"
		next.ServeHTTP(w, r)
	})
}
