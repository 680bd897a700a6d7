package bug

import (
	"sync"
	"testing"
)

func TestTransfers(t *testing.T) {
	a, b := &account{balance: 10}, &account{balance: 10}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); transfer(a, b, 3) }()
	go func() { defer wg.Done(); transfer(b, a, 3) }()
	wg.Wait()
	if a.balance != 10 || b.balance != 10 {
		t.Fatal(a.balance, b.balance)
	}
}
