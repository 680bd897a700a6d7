package heatmap

import "testing"

// Values reads the options without the lock with which another call of it replaces them.
func TestFound(t *testing.T) {
	hp, err := New()
	if err != nil {
		t.Fatal(err)
	}
	values := [][]float64{{1}}
	done := make(chan struct{})
	go func() {
		if err := hp.Values(nil, nil, values); err != nil {
			t.Error(err)
		}
		close(done)
	}()
	if err := hp.Values(nil, nil, values); err != nil {
		t.Error(err)
	}
	<-done
}
