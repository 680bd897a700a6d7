package bug

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
	if got := <-newSource().values; got != 0 {
		t.Fatal(got)
	}
}

func TestNeverReady(t *testing.T) {
	t.Run("send", func(t *testing.T) { go new(tracker).report("line") })
	t.Run("receive", func(t *testing.T) { go new(tracker).await() })
	t.Run("select", func(t *testing.T) { go new(tracker).both() })
	t.Run("empty", func(t *testing.T) { go park() })
	time.Sleep(time.Millisecond)
}

func TestPublish(t *testing.T) {
	go publish("started")
	time.Sleep(time.Millisecond)
}

func TestQueue(t *testing.T) {
	q := &queue{jobs: make(chan int)}
	go q.put(1)
	time.Sleep(time.Millisecond)
	go q.size()
	time.Sleep(time.Millisecond)
}

func TestWithin(t *testing.T) {
	if within(time.Millisecond, func() { time.Sleep(20 * time.Millisecond) }) {
		t.Fatal("late is never read")
	}
}
