package fixed

import (
	"testing"
	"time"
)

func TestAsk(t *testing.T) {
	got := ask([]string{"a", "b"}, func(server string) string { return server + "!" })
	if len(got) > 2 {
		t.Fatal(got)
	}
	time.Sleep(time.Second)
}
