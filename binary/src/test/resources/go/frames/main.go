// Command frames prints what the runtime itself says of program counters.
//
//	frames sweep LOW HIGH STEP   of every STEPth counter from anchor+LOW to anchor+HIGH
//	frames stacks                of the counters of real stacks, made in generics, closures and defers
//
// Each line is a distance from the function anchor, then the frames, innermost first, as
// function|file|line, all separated by tabs.
package main

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:noinline
func anchor() {}

var (
	out  = bufio.NewWriter(os.Stdout)
	base = reflect.ValueOf(anchor).Pointer()
)

func main() {
	defer out.Flush()
	fmt.Fprintf(out, "anchor\t%x\n", base)
	if os.Args[1] == "sweep" {
		sweep(number(2), number(3), number(4))
		return
	}
	stacks()
}

func number(i int) int64 {
	n, err := strconv.ParseInt(os.Args[i], 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// sweep asks for the frames of counters as return addresses. The zero counter behind each one makes
// CallersFrames expand the inlined calls of an isolated counter.
func sweep(low, high, step int64) {
	for d := low; d < high; d += step {
		pc := uintptr(int64(base) + d)
		if f := runtime.FuncForPC(pc); f == nil || f.Entry() == pc {
			// No call returns to the entry of a function; CallersFrames reads it as an entry.
			continue
		}
		print(d, runtime.CallersFrames([]uintptr{pc, 0}))
	}
}

func print(d int64, frames *runtime.Frames) {
	fmt.Fprintf(out, "%d", d)
	for {
		f, more := frames.Next()
		if f.PC != 0 {
			fmt.Fprintf(out, "\t%s|%s|%d", f.Function, f.File, f.Line)
		}
		if !more {
			break
		}
	}
	fmt.Fprintln(out)
}

// here prints one line for each counter of the current stack. A counter of an inlined frame is
// printed too: it is a place inside the function that it was inlined into.
func here() {
	pcs := make([]uintptr, 64)
	pcs = pcs[:runtime.Callers(1, pcs)]
	frames := runtime.CallersFrames(pcs)
	for _, pc := range pcs {
		f, _ := frames.Next()
		fmt.Fprintf(out, "%d\t%s|%s|%d\n", int64(pc)-int64(base), f.Function, f.File, f.Line)
	}
}

type pair[K comparable, V any] struct {
	key   K
	value V
}

func (p pair[K, V]) visit(f func(K, V)) { f(p.key, p.value) }

func apply[T any](x T, f func(T)) { f(x) }

type speaker interface{ speak() }
type loud struct{ word string }

func (l *loud) speak() { shout(l.word) }

func shout(word string) { whisper(word + "!") }

func whisper(string) { here() }

type box struct{ speaker }

func stacks() {
	apply(1, func(int) { here() })
	apply("x", func(s string) { pair[string, int]{s, 1}.visit(func(string, int) { here() }) })
	var s speaker = box{&loud{"hi"}}
	s.speak()
	method := s.speak
	method()
	func() {
		defer here()
		defer func() {
			recover()
			here()
		}()
		var m map[string]int
		m["nil"] = 1
	}()
	sort.Slice([]int{3, 1, 2}, func(i, j int) bool { here(); return i < j })
	strings.Map(func(r rune) rune { here(); return r }, "a")
	var once sync.Once
	once.Do(here)
	done := make(chan bool)
	go func() {
		defer close(done)
		here()
	}()
	<-done
}
