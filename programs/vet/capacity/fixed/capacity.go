// Package capacity counts sends and receives as the memory model does.
package capacity

// Slots fills the buffer again: the last send finds room only when every goroutine has taken its token back.
func Slots(n int, f func(int) int) int {
	const limit = 4
	slots := make(chan struct{}, limit)
	out := make([]int, n)
	for i := range n {
		slots <- struct{}{}
		go func() {
			out[i] = f(i)
			<-slots
		}()
	}
	for range limit {
		slots <- struct{}{}
	}
	sum := 0
	for _, v := range out {
		sum += v
	}
	return sum
}

// Third sends one more than the buffer holds: the first receive came before.
func Third(f func() int) int {
	ch := make(chan int, 2)
	x := 0
	go func() {
		x = f()
		<-ch
	}()
	ch <- 1
	ch <- 2
	ch <- 3
	return x
}

func Drained(f func() int) int {
	done := make(chan bool, 3)
	x, y := 0, 0
	go func() {
		x = f()
		done <- true
	}()
	go func() {
		y = f()
		done <- true
	}()
	<-done
	<-done
	return x + y
}
