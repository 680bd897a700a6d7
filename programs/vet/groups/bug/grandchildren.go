package groups

import "sync"

// Grandchildren counts what comes before the writes.
func Grandchildren(n int, send func(int)) []int {
	var sent []int
	var all sync.WaitGroup
	all.Add(n)
	go func() {
		for i := 0; i < n; i++ {
			go func() {
				send(i)
				all.Done()
			}()
			sent = append(sent, i) // want closure-race "sent is written here by the goroutine"
		}
	}()
	all.Wait()
	return sent
}

// Released opens the gate too early.
func Released() bool {
	var gate, done sync.WaitGroup
	finished := false
	gate.Add(1)
	done.Add(1)
	go func() {
		gate.Wait()
		finished = true // want closure-race "finished is written here by the goroutine"
		done.Done()
	}()
	gate.Done()
	early := finished
	done.Wait()
	return early || finished
}

// Elements reads the array while it is filled.
func Elements(work func(int) int) (sum int) {
	var wg sync.WaitGroup
	results := [3]int{}
	for i := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[i] = work(i) // want closure-race "results.* is written here by the goroutine"
		}()
	}
	for _, r := range results {
		sum += r
	}
	wg.Wait()
	return sum
}

// Returned reads in a statement before that of the wait.
func Returned(f func() int) (int, error) {
	var wg waiter
	x := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = f() // want closure-race "x is written here by the goroutine"
	}()
	y := x + 1
	return y, wg.await()
}

type waiter struct{ sync.WaitGroup }

func (w *waiter) await() error {
	w.Wait()
	return nil
}
