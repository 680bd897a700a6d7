package fixed

import (
	"testing"
	"time"
)

func TestFetchTimesOut(t *testing.T) {
	gaveUp := make(chan struct{})
	slow := func() string {
		<-gaveUp
		return "late"
	}
	_, err := fetch(slow, time.Millisecond)
	close(gaveUp)
	if err == nil {
		t.Fatal("there was no answer yet")
	}
}

func TestFirst(t *testing.T) {
	one := func() int { return 1 }
	if got := first(one, one, one); got != 1 {
		t.Fatal(got)
	}
}

func TestCheck(t *testing.T) {
	if check([]int{-1, 2, -3}) == nil {
		t.Fatal("no error")
	}
}

func TestSum(t *testing.T) {
	if got := sum([]int{1, 2, 3}); got != 6 {
		t.Fatal(got)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	if got := <-results([]int{2, 2, 2}); got != 4 {
		t.Fatal(got)
	}
}

func TestSource(t *testing.T) {
	t.Parallel()
	s := newSource()
	defer s.stop()
	if got := <-s.values; got != 0 {
		t.Fatal(got)
	}
}

func TestIdleWorker(t *testing.T) {
	done := make(chan struct{})
	jobs <- func() { close(done) }
	<-done
	if <-ids >= <-ids {
		t.Fatal("not increasing")
	}
}

func TestQueue(t *testing.T) {
	q := new(queue)
	done := make(chan struct{})
	go func() {
		q.put(1)
		close(done)
	}()
	<-done
	if q.size() != 1 {
		t.Fatal(q.size())
	}
}

func TestWithin(t *testing.T) {
	if within(time.Millisecond, func() { time.Sleep(20 * time.Millisecond) }) {
		t.Fatal("late is never read")
	}
}
