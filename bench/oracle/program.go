// Package oracle runs small concurrent programs that are data: what each goroutine
// does is a list of instructions, read before any test begins from memory that a file
// shares. What each instruction saw is written to the same memory, so that it is there
// however the process ends.
package oracle

import (
	"bytes"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// What an instruction does; dev.harrier.bench.oracle.Code has the same in the same order.
const (
	spawn = iota
	send
	receive
	closing
	choose // a select: two cases, each a channel and a direction, and whether there is a default
	lock
	unlock
	tryLock
	readLock
	readUnlock
	writeLock
	writeUnlock
	add
	done
	wait
	condWait
	signal
	broadcast
	once
	load
	store
	increment
	swap // compare and swap
	cancelling
	cancelled
	errOf
	after
	read
	write
	skipUnless // leaves out instructions unless the latest one saw this
)

type instruction struct{ code, a, b, c, d, e int }

// program is what the memory says: whether the test waits for all goroutines in the
// end, the capacities of the channels, what the Once runs, and what each goroutine does.
// The first one is the test's own.
type program struct {
	joined     bool
	capacities []int
	body       []instruction
	goroutines [][]instruction
}

const (
	room     = 64   // bytes for what one goroutine saw
	most     = 8    // goroutines
	text     = 4096 // bytes for the program, which ends with a zero
	panicked = room - 1
	started  = room - 2
	here     = ^uintptr(99) // AT_FDCWD
)

var (
	run  program
	seen []byte
)

// The program is no input of the test, it is the test: it is read by calls that Harrier
// does not take for reading something.
func init() {
	file := []byte("memory\x00")
	fd, _, failed := syscall.RawSyscall6(syscall.SYS_OPENAT, here, uintptr(unsafe.Pointer(&file[0])), syscall.O_RDWR, 0, 0, 0)
	if failed != 0 {
		return // checked, or built, without a program
	}
	start, _, failed := syscall.RawSyscall6(syscall.SYS_MMAP, 0, room*most+text, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED, fd, 0)
	if failed != 0 {
		panic(failed)
	}
	memory := unsafe.Slice(*(**byte)(unsafe.Pointer(&start)), room*most+text)
	seen = memory[:room*most]
	words, _, _ := bytes.Cut(memory[room*most:], []byte{0})
	if len(words) == 0 {
		return
	}
	parts := strings.Split(string(words), "/")
	run.joined = parts[0] == "1"
	run.capacities = numbers(parts[1])
	run.body = instructions(parts[2])
	for _, part := range parts[3:] {
		run.goroutines = append(run.goroutines, instructions(part))
	}
}

func numbers(text string) (all []int) {
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			panic(err)
		}
		all = append(all, n)
	}
	return
}

func instructions(text string) (all []instruction) {
	for _, one := range strings.Split(text, ",") {
		if n := append(numbers(one), make([]int, 6)...); strings.TrimSpace(one) != "" {
			all = append(all, instruction{n[0], n[1], n[2], n[3], n[4], n[5]})
		}
	}
	return
}
