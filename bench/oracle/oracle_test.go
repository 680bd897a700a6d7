package oracle

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const nothing = '.'

var (
	channels []chan int
	mutexes  [2]sync.Mutex
	rw       sync.RWMutex
	groups   [2]sync.WaitGroup
	joined   sync.WaitGroup
	cond     = sync.NewCond(&mutexes[0])
	first    sync.Once
	atomics  [2]atomic.Int32
	contexts [2]context.Context
	cancels  [2]context.CancelFunc
)

// TestProgram is the program of the memory.
func TestProgram(t *testing.T) {
	if len(run.goroutines) == 0 {
		t.Skip("no program")
	}
	for _, capacity := range run.capacities {
		channels = append(channels, make(chan int, capacity))
	}
	contexts[0], cancels[0] = context.WithCancel(context.Background())
	contexts[1], cancels[1] = context.WithCancel(contexts[0])
	contexts[0].Done()
	contexts[1].Done()
	goroutine(0)
	if run.joined {
		joined.Wait()
	}
}

func goroutine(g int) {
	out := seen[g*room : (g+1)*room]
	out[started] = 1
	defer func() {
		if reason := recover(); reason != nil {
			out[panicked] = letter(reason)
		}
	}()
	m := machine{out: out}
	m.all(run.goroutines[g])
}

func letter(reason any) byte {
	text := ""
	switch r := reason.(type) {
	case string:
		text = r
	case error:
		text = r.Error()
	}
	for i, known := range []string{"send on closed", "close of closed", "negative WaitGroup", "is reused before", "called concurrently with Wait"} {
		if strings.Contains(text, known) {
			return "scnrw"[i]
		}
	}
	return '?'
}

type machine struct {
	out  []byte
	n    int
	last byte
}

func (m *machine) all(list []instruction) {
	for i := 0; i < len(list); i++ {
		in := list[i]
		if in.code == skipUnless {
			if m.last != byte(in.b) {
				i += in.a
			}
			continue
		}
		if in.code == once {
			first.Do(func() { m.all(run.body) })
			m.see(nothing)
			continue
		}
		m.see(do(in))
	}
}

func (m *machine) see(what byte) {
	m.out[1+m.n] = what
	m.n++
	m.out[0] = byte(m.n)
	m.last = what
}

func digit(n int) byte { return '0' + byte(n) }

func do(in instruction) byte {
	switch in.code {
	case spawn:
		if run.joined {
			joined.Add(1)
			go func() {
				defer joined.Done()
				goroutine(in.a)
			}()
		} else {
			go goroutine(in.a)
		}
	case send:
		channels[in.a] <- in.b
	case receive:
		return digit(<-channels[in.a])
	case closing:
		close(channels[in.a])
	case choose:
		return choice(in)
	case lock:
		mutexes[in.a].Lock()
	case unlock:
		mutexes[in.a].Unlock()
	case tryLock:
		return truth(mutexes[in.a].TryLock())
	case readLock:
		rw.RLock()
	case readUnlock:
		rw.RUnlock()
	case writeLock:
		rw.Lock()
	case writeUnlock:
		rw.Unlock()
	case add:
		groups[in.a].Add(in.b)
	case done:
		groups[in.a].Done()
	case wait:
		groups[in.a].Wait()
	case condWait:
		cond.Wait()
	case signal:
		cond.Signal()
	case broadcast:
		cond.Broadcast()
	case load:
		return digit(int(atomics[in.a].Load()))
	case store:
		atomics[in.a].Store(int32(in.b))
	case increment:
		return digit(int(atomics[in.a].Add(1)))
	case swap:
		return truth(atomics[in.a].CompareAndSwap(int32(in.b), int32(in.c)))
	case cancelling:
		cancels[in.a]()
	case cancelled:
		<-contexts[in.a].Done()
	case errOf:
		return truth(contexts[in.a].Err() != nil)
	case after:
		<-time.After(time.Duration(in.a) * time.Millisecond)
	case read:
		reads[in.a]()
	case write:
		writes[in.a]()
	}
	return nothing
}

func truth(b bool) byte {
	if b {
		return '1'
	}
	return '0'
}

// end is what one case of a select is about; its channels are nil but one.
type end struct {
	to    chan<- int
	value int
	from  <-chan int
	ended <-chan struct{}
	timer <-chan time.Time
}

// endOf is channel n, the context n-100 or a timer of n-200 milliseconds. A value of -1
// is one to be received.
func endOf(n, value int) (e end) {
	switch {
	case n >= 200:
		e.timer = time.After(time.Duration(n-200) * time.Millisecond)
	case n >= 100:
		e.ended = contexts[n-100].Done()
	case value >= 0:
		e.to, e.value = channels[n], value
	default:
		e.from = channels[n]
	}
	return
}

// choice is a select with two cases, or one if c is -1, and a default if e is 1.
func choice(in instruction) byte {
	one := endOf(in.a, in.b)
	if in.c < 0 {
		return poll(one)
	}
	two := endOf(in.c, in.d)
	if in.e == 1 {
		select {
		case one.to <- one.value:
			return 'A'
		case v := <-one.from:
			return 'a' + byte(v)
		case <-one.ended:
			return 'a'
		case <-one.timer:
			return 'a'
		case two.to <- two.value:
			return 'B'
		case v := <-two.from:
			return 'k' + byte(v)
		case <-two.ended:
			return 'k'
		case <-two.timer:
			return 'k'
		default:
			return 'z'
		}
	}
	select {
	case one.to <- one.value:
		return 'A'
	case v := <-one.from:
		return 'a' + byte(v)
	case <-one.ended:
		return 'a'
	case <-one.timer:
		return 'a'
	case two.to <- two.value:
		return 'B'
	case v := <-two.from:
		return 'k' + byte(v)
	case <-two.ended:
		return 'k'
	case <-two.timer:
		return 'k'
	}
}

// poll is a select with one case and a default, which the compiler makes a plain operation.
func poll(one end) byte {
	switch {
	case one.to != nil:
		select {
		case one.to <- one.value:
			return 'A'
		default:
		}
	case one.ended != nil:
		select {
		case <-one.ended:
			return 'a'
		default:
		}
	default:
		select {
		case v := <-one.from:
			return 'a' + byte(v)
		default:
		}
	}
	return 'z'
}

// Each variable is accessed at places of its own.
var (
	v0, v1, v2 int
	reads      = [...]func(){readV0, readV1, readV2}
	writes     = [...]func(){writeV0, writeV1, writeV2}
)

//go:noinline
func readV0() { use(v0) }

//go:noinline
func readV1() { use(v1) }

//go:noinline
func readV2() { use(v2) }

//go:noinline
func writeV0() { v0 = 1 }

//go:noinline
func writeV1() { v1 = 1 }

//go:noinline
func writeV2() { v2 = 1 }

//go:noinline
func use(int) {}
