package credentials

import (
	"path/filepath"
	"sync"
	"testing"

	"oras.land/oras-go/v2/registry/remote/auth"
)

// IsAuthConfigured reads the configuration without the lock under which Put changes it.
func TestFoundIsAuthConfigured(t *testing.T) {
	store, err := NewStore(filepath.Join(t.TempDir(), "config.json"), StoreOptions{AllowPlaintextPut: true})
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	calls.Go(func() { store.IsAuthConfigured() })
	calls.Go(func() { store.Put(t.Context(), "example.com", auth.Credential{Username: "u", Password: "p"}) })
	calls.Wait()
}
