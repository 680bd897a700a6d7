package handlers

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A test sends one request after the other; the answer orders its read behind the handler's write.
func TestPath(t *testing.T) {
	path := ""
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		requests++
	}))
	defer server.Close()
	response, err := http.Get(server.URL + "/x")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if path != "/x" || requests != 1 {
		t.Error(path, requests)
	}
}

// TestServed hands the handler to a server that is called, not made.
func TestServed(t *testing.T) {
	reached := false
	listener := httptest.NewUnstartedServer(nil).Listener
	handler := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true })
	go http.Serve(listener, handler)
	response, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if !reached {
		t.Error("nobody came")
	}
}

// TestPerRequest calls the handler itself, once.
func TestPerRequest(t *testing.T) {
	called := false
	PerRequest(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		called = true
	})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	if !called {
		t.Error("nobody came")
	}
}
