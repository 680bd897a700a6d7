package mockoidc

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// Authorize adds a session to a map without a lock; a server calls it in a goroutine for
// each request.
func TestFoundAuthorize(t *testing.T) {
	m, err := NewServer(nil)
	if err != nil {
		t.Fatal(err)
	}
	query := url.Values{
		"scope": {"openid"}, "response_type": {"code"}, "redirect_uri": {"http://localhost"},
		"state": {"state"}, "nonce": {"nonce"}, "client_id": {m.ClientID},
	}
	var calls sync.WaitGroup
	calls.Add(2)
	for range 2 {
		go func() {
			defer calls.Done()
			request := httptest.NewRequest(http.MethodGet, "http://localhost/authorize?"+query.Encode(), nil)
			answer := httptest.NewRecorder()
			m.Authorize(answer, request)
			if answer.Code != http.StatusFound {
				t.Error(answer.Code, answer.Body)
			}
		}()
	}
	calls.Wait()
}
