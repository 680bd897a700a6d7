package groups

import "sync"

// Grandchildren counts what the goroutines do that a goroutine starts after each of its writes.
func Grandchildren(n int, send func(int)) []int {
	var sent []int
	var all sync.WaitGroup
	all.Add(n)
	go func() {
		for i := 0; i < n; i++ {
			sent = append(sent, i)
			go func() {
				send(i)
				all.Done()
			}()
		}
	}()
	all.Wait()
	return sent
}

// Released holds its goroutine back with a group of its own.
func Released() bool {
	var gate, done sync.WaitGroup
	finished := false
	gate.Add(1)
	done.Add(1)
	go func() {
		gate.Wait()
		finished = true
		done.Done()
	}()
	early := finished
	gate.Done()
	done.Wait()
	return early || finished
}

// OnlyLength ranges over an array for its length, which reads nothing.
func OnlyLength(work func(int) int) [3]int {
	var wg sync.WaitGroup
	results := [3]int{}
	for i := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[i] = work(i)
		}()
	}
	wg.Wait()
	return results
}

// Returned returns what is read after the wait: both operands of one return.
func Returned(f func() int) (int, error) {
	var wg waiter
	x := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = f()
	}()
	return x, wg.await()
}

type waiter struct{ sync.WaitGroup }

func (w *waiter) await() error {
	w.Wait()
	return nil
}
