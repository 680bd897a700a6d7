package posthog

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// The flags are asked for while the poller fetches them again.
func TestFound(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"flags":[]}`))
	}))
	defer server.Close()
	client, err := NewWithConfig("key", Config{
		PersonalApiKey:                     "secret",
		Endpoint:                           server.URL,
		DefaultFeatureFlagsPollingInterval: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for i := 0; i < 2; i++ {
		_, _ = client.GetFeatureFlags()
		time.Sleep(time.Millisecond)
	}
}
