package fixed

import (
	"sync"
	"testing"
)

func TestTransfers(t *testing.T) {
	a, b := &account{number: 1, balance: 10}, &account{number: 2, balance: 10}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); transfer(a, b, 3) }()
	go func() { defer wg.Done(); transfer(b, a, 3) }()
	wg.Wait()
	if a.balance != 10 || b.balance != 10 {
		t.Fatal(a.balance, b.balance)
	}
}
