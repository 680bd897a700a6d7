package blocked

import "testing"

func TestAwait(t *testing.T) {
	go heartbeat(func() {})
	t.Log(await())
}
