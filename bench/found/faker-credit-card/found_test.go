package faker

import (
	"sync"
	"testing"
)

// CCType and CCNumber keep the type of the card in a variable of the package.
func TestFoundCreditCard(t *testing.T) {
	var calls sync.WaitGroup
	calls.Go(func() { CCType() })
	calls.Go(func() { CCNumber() })
	calls.Wait()
}
