// Package selftest performs every operation that the hooks record. What stands
// behind "records" names the events that the trace has of that line, in the
// text form of traces without the numbers; of a line without it there are none.
// What comes from no line is named behind "also records".
//
// A goroutine that has to wait is waited for (wait_test.go), so that every run has the same.
package selftest

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"
)

// also records exit, unblock, timer, spawn of a timer's function, collected
// also records checkpoint [test end], checkpoint [process end]
// also records test-begin TestRecords, test-begin Example_nothing, test-begin BenchmarkNothing, test-end passed
func TestRecords(t *testing.T) {
	buffered()
	partners()
	selects()
	waitingSelects()
	mutex()
	readers()
	writers()
	once()
	group()
	cond()
	canceled()
	timers()
	sleeps()
	reads()
	recovered()
	forever()
	dropped()
}

func Example_nothing() {
	// Output:
}

func BenchmarkNothing(b *testing.B) {}

func buffered() {
	c := make(chan int, 1) // records make capacity 1
	c <- 1                 // records send
	<-c                    // records receive
	c <- 1                 // records send
	close(c)               // records close
	<-c                    // records receive
	<-c                    // records receive closed
}

func partners() {
	c := make(chan int) // records make
	go sends(c)         // records spawn
	parked("sends")
	<-c            // records receive unblocking
	go receives(c) // records spawn
	parked("receives")
	c <- 1           // records send unblocking
	go seesClosed(c) // records spawn
	parked("seesClosed")
	close(c) // records close
	ended("seesClosed")
}

func sends(c chan int) {
	c <- 1 // records block [chan send], send blocked
}

func receives(c chan int) {
	<-c // records block [chan receive], receive blocked
}

func seesClosed(c chan int) {
	<-c // records block [chan receive], receive closed blocked
}

func selects() {
	c, d := make(chan int, 1), make(chan int, 1) // records make capacity 1, make capacity 1
	select {
	case <-c: // records select receive default*
	default:
	}
	select {
	case c <- 1: // records select send* default
	default:
	}
	select {
	case c <- 1: // records select send default*
	default:
	}
	select {
	case <-c: // records select receive* default
	default:
	}
	select { // records select receive receive default*
	case <-c:
	case <-d:
	default:
	}
	select { // records select send* receive
	case c <- 1:
	case <-d:
	}
	select { // records select send receive*
	case c <- 1:
	case <-c:
	}
	close(d) // records close
	select { // records select receive* receive closed
	case <-c:
	case <-d:
	}
}

func waitingSelects() {
	c, d := make(chan int), make(chan int) // records make, make
	go chooses(c, d)                       // records spawn
	parked("chooses")
	<-c // records receive unblocking
	ended("chooses")
}

func chooses(c, d chan int) {
	select { // records block [select] send receive, select send* receive blocked
	case c <- 1:
	case <-d:
	}
}

func mutex() {
	var mu sync.Mutex
	mu.Lock()     // records acquire
	go locks(&mu) // records spawn
	parked("locks")
	mu.TryLock()
	mu.Unlock() // records release
	ended("locks")
	mu.TryLock() // records acquire
	mu.Unlock()  // records release
}

func locks(mu *sync.Mutex) {
	mu.Lock()   // records block [sync.Mutex.Lock], acquire blocked
	mu.Unlock() // records release
}

func readers() {
	var mu sync.RWMutex
	mu.Lock()         // records acquire
	go readLocks(&mu) // records spawn
	parked("readLocks")
	mu.Unlock() // records release
	ended("readLocks")
	mu.TryRLock() // records acquire read
	mu.TryLock()
	mu.RUnlock() // records release read
}

func readLocks(mu *sync.RWMutex) {
	mu.RLock()   // records block [sync.RWMutex.RLock], acquire read blocked
	mu.RUnlock() // records release read
}

func writers() {
	var mu sync.RWMutex
	mu.RLock()         // records acquire read
	go writeLocks(&mu) // records spawn
	parked("writeLocks")
	mu.RUnlock() // records release read
	ended("writeLocks")
	mu.TryLock() // records acquire
	mu.Unlock()  // records release
}

func writeLocks(mu *sync.RWMutex) {
	mu.Lock()   // records block [sync.RWMutex.Lock], acquire blocked
	mu.Unlock() // records release
}

func once() {
	var once sync.Once
	once.Do(func() {}) // records acquire, release
	once.Do(func() {})
}

func group() {
	var group sync.WaitGroup
	group.Wait()     // records wait
	group.Add(1)     // records add +1
	go waits(&group) // records spawn
	parked("waits")
	group.Done() // records add -1
	ended("waits")
}

func waits(group *sync.WaitGroup) {
	group.Wait() // records block [sync.WaitGroup.Wait], wait blocked
}

func cond() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go awaits(c) // records spawn
	parked("awaits")
	c.Signal() // records signal
	ended("awaits")
	c.Broadcast() // records broadcast
}

func awaits(c *sync.Cond) {
	c.L.Lock()   // records acquire
	c.Wait()     // records block [sync.Cond.Wait], wait blocked
	c.L.Unlock() // records release
}

func canceled() {
	ctx, cancel := context.WithCancel(context.Background()) // records context
	done := ctx.Done()                                      // records make, context-done
	cancel()                                                // records context-cancel, close
	<-done                                                  // records receive closed
}

func timers() {
	set := time.NewTimer(time.Hour) // records make capacity 1, timer-set
	set.Reset(time.Hour)            // records timer-set
	set.Stop()
	time.AfterFunc(time.Millisecond, fires) // records timer-set
	begun("fires")
	ended("fires")
}

func fires() {
	time.Sleep(10 * time.Millisecond) // records block [sleep]
}

func sleeps() {
	time.Sleep(time.Millisecond) // records block [sleep]
}

func reads() {
	r, w, _ := os.Pipe()
	go readsFrom(r) // records spawn
	parked("readsFrom")
	w.Write([]byte{1})
	ended("readsFrom")
}

func readsFrom(r *os.File) {
	r.Read(make([]byte, 1)) // records block [IO wait]
}

func recovered() {
	defer func() {
		recover() // records recover
	}()
	var c chan int
	close(c) // records panic
}

func forever() {
	go sendsNowhere()          // records spawn
	go receivesWithoutSender() // records spawn
	go choosesNothing()        // records spawn
	parked("sendsNowhere")
	parked("receivesWithoutSender")
	parked("choosesNothing")
}

func sendsNowhere() {
	var c chan int
	c <- 1 // records block [chan send (nil chan)]
}

func receivesWithoutSender() {
	var c chan int
	<-c // records block [chan receive (nil chan)]
}

func choosesNothing() {
	select {} // records block [select (no cases)]
}

// dropped loses a lock that is held: the collector shows it.
func dropped() {
	forgets()
	collected()
}

//go:noinline
func forgets() {
	held := new(struct {
		sync.Mutex
		_ [64]byte
	})
	held.Lock() // records acquire
}
