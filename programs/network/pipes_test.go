package network

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}

func TestPipe(t *testing.T) {
	r, w := pipe(t)
	read := make(chan string)
	go func() {
		b, err := io.ReadAll(r)
		if err != nil {
			t.Error(err)
		}
		read <- string(b)
	}()
	for _, s := range []string{"a", "", "bc"} {
		if n, err := w.WriteString(s); n != len(s) || err != nil {
			t.Error(n, err)
		}
		time.Sleep(time.Millisecond)
	}
	w.Close()
	if s := <-read; s != "abc" {
		t.Error(s)
	}
}

func TestPipeEndsBehindData(t *testing.T) {
	r, w := pipe(t)
	w.WriteString("hello")
	w.Close()
	b := make([]byte, 3)
	for _, want := range []string{"hel", "lo"} {
		if n, err := r.Read(b); string(b[:n]) != want || err != nil {
			t.Error(b[:n], err)
		}
	}
	if n, err := r.Read(b); n != 0 || err != io.EOF {
		t.Error(n, err)
	}
}

func TestWriteToClosedPipe(t *testing.T) {
	r, w := pipe(t)
	w.WriteString("lost")
	r.Close()
	_, err := w.WriteString("x")
	fails(t, err, syscall.EPIPE)
	_, err = r.Read(make([]byte, 1))
	fails(t, err, os.ErrClosed)
}

// pipeSize is how much a pipe holds: users that have many get smaller ones.
func pipeSize(t *testing.T) int {
	t.Helper()
	r, _ := pipe(t)
	const getSize = 1032 // F_GETPIPE_SZ
	size, _, err := syscall.Syscall(syscall.SYS_FCNTL, r.Fd(), getSize, 0)
	if err != 0 {
		t.Fatal(err)
	}
	return int(size)
}

func TestFullPipeWaits(t *testing.T) {
	size := pipeSize(t)
	r, w := pipe(t)
	w.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
	n, err := w.Write(make([]byte, 1<<20))
	if n != size || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(n, err)
	}
	w.SetWriteDeadline(time.Time{})
	r.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if n, err := io.Copy(io.Discard, r); n != int64(size) || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(n, err)
	}
	r.SetReadDeadline(time.Time{})
	sent := bytes.Repeat([]byte("0123456789"), 100_000)
	go func() {
		if n, err := w.Write(sent); n != len(sent) || err != nil {
			t.Error(n, err)
		}
		w.Close()
	}()
	if got, err := io.ReadAll(r); !bytes.Equal(got, sent) || err != nil {
		t.Error(len(got), err)
	}
}

func TestClosedPipeEndsWaits(t *testing.T) {
	r, w := pipe(t)
	ended := make(chan error)
	go func() {
		_, err := r.Read(make([]byte, 1))
		ended <- err
	}()
	time.Sleep(time.Millisecond)
	r.Close()
	fails(t, <-ended, os.ErrClosed)
	r, w = pipe(t)
	go func() {
		_, err := w.Write(make([]byte, 1<<20))
		ended <- err
	}()
	time.Sleep(time.Millisecond)
	r.Close()
	fails(t, <-ended, syscall.EPIPE)
}

// What code does with the descriptor it does with what has been written.
func TestDescriptorOfPipe(t *testing.T) {
	r, w := pipe(t)
	w.WriteString("hello")
	b := make([]byte, 10)
	if n, err := syscall.Read(int(r.Fd()), b); string(b[:n]) != "hello" || err != nil {
		t.Error(b[:n], err)
	}
	w.WriteString("again")
	if n, err := r.Read(b); string(b[:n]) != "again" || err != nil {
		t.Error(b[:n], err)
	}
}

func TestChildInheritsPipe(t *testing.T) {
	if _, err := exec.LookPath("echo"); err != nil {
		t.Skip(err)
	}
	r, w := pipe(t)
	w.WriteString("before ")
	child := exec.Command("echo", "child")
	child.Stdout = w
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if b, err := io.ReadAll(r); string(b) != "before child\n" || err != nil {
		t.Error(string(b), err)
	}
	out, err := exec.Command("echo", "out").Output()
	if strings.TrimSpace(string(out)) != "out" || err != nil {
		t.Error(string(out), err)
	}
}

func TestStandardOutputIsCaught(t *testing.T) {
	r, w := pipe(t)
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	os.Stdout = w
	os.Stdout.WriteString("hello")
	os.Stdout = stdout
	w.Close()
	if b, err := io.ReadAll(r); string(b) != "hello" || err != nil {
		t.Error(string(b), err)
	}
}

// What orders accesses in memory does so when the kernel has the data.
func TestPipeHandedOver(t *testing.T) {
	r, w := pipe(t)
	x := 0
	go func() {
		x = 1
		w.WriteString("x")
	}()
	time.Sleep(time.Millisecond)
	r.Fd()
	if _, err := r.Read(make([]byte, 1)); err != nil || x != 1 {
		t.Error(x, err)
	}
}
