// Package network has what programs rely on of connections over loopback. Its tests pass
// over the kernel's, and over those that a controlled run carries in memory.
package network

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func listen(t *testing.T, network string) net.Listener {
	t.Helper()
	address := map[string]string{"tcp": "127.0.0.1:0", "tcp6": "[::1]:0"}[network]
	if network == "unix" {
		address = filepath.Join(t.TempDir(), "s")
	}
	l, err := net.Listen(network, address)
	if err != nil && network == "tcp6" {
		t.Skip("this machine has no IPv6: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func connect(t *testing.T, l net.Listener) (client, server net.Conn) {
	t.Helper()
	client, err := net.Dial(l.Addr().Network(), l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return client, server
}

func each(t *testing.T, test func(t *testing.T, l net.Listener)) {
	for _, network := range []string{"tcp", "tcp6", "unix"} {
		t.Run(network, func(t *testing.T) { test(t, listen(t, network)) })
	}
}

func write(t *testing.T, c net.Conn, s string) {
	t.Helper()
	if n, err := c.Write([]byte(s)); n != len(s) || err != nil {
		t.Fatal(n, err)
	}
}

func read(t *testing.T, c net.Conn, want string) {
	t.Helper()
	b := make([]byte, len(want))
	if _, err := io.ReadFull(c, b); err != nil || string(b) != want {
		t.Fatalf("%q, %v; want %q", b, err, want)
	}
}

func fails(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v; want %v", err, want)
	}
}

func TestNames(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		if client.RemoteAddr().String() != l.Addr().String() || server.LocalAddr().String() != l.Addr().String() {
			t.Error(client.RemoteAddr(), server.LocalAddr(), l.Addr())
		}
		if client.LocalAddr().String() != server.RemoteAddr().String() {
			t.Error(client.LocalAddr(), server.RemoteAddr())
		}
	})
}

func TestWildcard(t *testing.T) {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "", "127.0.0.1"} {
		c, err := net.Dial("tcp", net.JoinHostPort(host, port))
		if err != nil {
			t.Fatal(err)
		}
		s, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if c.LocalAddr().String() != s.RemoteAddr().String() {
			t.Error(c.LocalAddr(), s.RemoteAddr())
		}
		c.Close()
		s.Close()
	}
}

func TestAddressInUseAndRefused(t *testing.T) {
	l := listen(t, "tcp")
	at := l.Addr().String()
	_, err := net.Listen("tcp", at)
	fails(t, err, syscall.EADDRINUSE)
	l.Close()
	_, err = l.Accept()
	fails(t, err, net.ErrClosed)
	_, err = net.Dial("tcp", at)
	fails(t, err, syscall.ECONNREFUSED)
	again, err := net.Listen("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	connect(t, again)
}

func TestDialFromPort(t *testing.T) {
	l := listen(t, "tcp")
	free := listen(t, "tcp")
	from := &net.TCPAddr{Port: free.Addr().(*net.TCPAddr).Port}
	to := l.Addr().(*net.TCPAddr)
	_, err := net.DialTCP("tcp", from, to)
	fails(t, err, syscall.EADDRINUSE)
	free.Close()
	client, err := net.DialTCP("tcp", from, to)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.SetLinger(0) // the port is free when it is closed
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if at := server.RemoteAddr().(*net.TCPAddr); at.Port != from.Port || client.LocalAddr().String() != at.String() {
		t.Error(client.LocalAddr(), at)
	}
	write(t, client, "one")
	read(t, server, "one")
	_, err = net.DialTCP("tcp", from, to)
	fails(t, err, syscall.EADDRINUSE)
	client.Close()
	client, err = net.DialTCP("tcp", from, to)
	if err != nil {
		t.Fatal(err)
	}
	client.SetLinger(0)
	client.Close()
}

// Those who share a port by an option do so.
func TestDialFromSharedPort(t *testing.T) {
	shares := func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) {
			if err := syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, 0xf, 1); err != nil { // SO_REUSEPORT
				t.Error(err)
			}
		})
	}
	own, err := (&net.ListenConfig{Control: shares}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	l := listen(t, "tcp")
	client, err := (&net.Dialer{LocalAddr: own.Addr(), Control: shares}).Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	client.(*net.TCPConn).SetLinger(0)
	client.Close()
}

func TestUnixPath(t *testing.T) {
	l := listen(t, "unix")
	at := l.Addr().String()
	if _, err := os.Stat(at); err != nil {
		t.Fatal(err)
	}
	_, err := net.Listen("unix", at)
	fails(t, err, syscall.EADDRINUSE)
	l.Close()
	_, err = net.Dial("unix", at)
	fails(t, err, os.ErrNotExist)
}

func TestAbstractName(t *testing.T) {
	l, err := net.Listen("unix", "@harrier"+filepath.Base(t.TempDir())+t.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, server := connect(t, l)
	write(t, client, "x")
	read(t, server, "x")
}

func TestClosedListenerResetsItsQueue(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		c, err := net.Dial(l.Addr().Network(), l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		l.Close()
		_, err = c.Read(make([]byte, 1))
		fails(t, err, syscall.ECONNRESET)
	})
}

func TestEndComesBehindData(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		write(t, client, "last words")
		client.Close()
		read(t, server, "last words")
		for range 2 {
			_, err := server.Read(make([]byte, 1))
			fails(t, err, io.EOF)
		}
		_, err := client.Write([]byte("x"))
		fails(t, err, net.ErrClosed)
	})
}

func TestHalfClose(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		write(t, client, "question")
		if err := client.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		_, err := client.Write([]byte("x"))
		fails(t, err, syscall.EPIPE)
		if b, err := io.ReadAll(server); err != nil || string(b) != "question" {
			t.Fatal(string(b), err)
		}
		write(t, server, "answer")
		read(t, client, "answer")
	})
}

func TestUnreadDataResets(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		write(t, client, "never read")
		server.Close()
		_, err := client.Read(make([]byte, 1))
		fails(t, err, syscall.ECONNRESET)
		_, err = client.Write([]byte("x"))
		fails(t, err, syscall.EPIPE)
	})
}

func TestLingerOfZeroResets(t *testing.T) {
	client, server := connect(t, listen(t, "tcp"))
	server.(*net.TCPConn).SetLinger(0)
	server.Close()
	_, err := client.Read(make([]byte, 1))
	fails(t, err, syscall.ECONNRESET)
}

func TestWritesToWhoHasClosed(t *testing.T) {
	client, server := connect(t, listen(t, "tcp"))
	server.Close()
	write(t, client, "the first one is answered by a reset")
	_, err := client.Write([]byte("x"))
	fails(t, err, syscall.EPIPE)
}

func TestDeadlines(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		start := time.Now()
		client.SetReadDeadline(start.Add(50 * time.Millisecond))
		_, err := client.Read(make([]byte, 1))
		fails(t, err, os.ErrDeadlineExceeded)
		if passed := time.Since(start); passed < 50*time.Millisecond {
			t.Error(passed)
		}
		client.SetReadDeadline(time.Time{})
		write(t, server, "x")
		read(t, client, "x")
		large := make([]byte, 64<<20) // before the deadline is set: that takes a busy machine its time
		client.SetWriteDeadline(time.Now().Add(500 * time.Millisecond))
		n, err := client.Write(large)
		fails(t, err, os.ErrDeadlineExceeded)
		if n <= 0 || n >= 64<<20 {
			t.Error(n)
		}
		l.(interface{ SetDeadline(time.Time) error }).SetDeadline(time.Now().Add(time.Millisecond))
		_, err = l.Accept()
		fails(t, err, os.ErrDeadlineExceeded)
	})
}

func TestCloseEndsWaits(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, _ := connect(t, l)
		ended := make(chan error, 3)
		go func() {
			_, err := client.Read(make([]byte, 1))
			ended <- err
		}()
		go func() {
			_, err := client.Write(make([]byte, 64<<20))
			ended <- err
		}()
		go func() {
			_, err := l.Accept()
			ended <- err
		}()
		time.Sleep(time.Millisecond)
		client.Close()
		l.Close()
		for range 3 {
			fails(t, <-ended, net.ErrClosed)
		}
	})
}

func TestMuchData(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		data := make([]byte, 8<<20)
		for i := range data {
			data[i] = byte(i * i >> 7)
		}
		var both sync.WaitGroup
		both.Add(2)
		send := func(to net.Conn) {
			defer both.Done()
			if _, err := to.Write(data); err != nil {
				t.Error(err)
			}
			to.(interface{ CloseWrite() error }).CloseWrite()
		}
		go send(client)
		go send(server)
		for _, from := range []net.Conn{client, server} {
			b, err := io.ReadAll(from)
			if err != nil || !bytes.Equal(b, data) {
				t.Error(len(b), err)
			}
		}
		both.Wait()
	})
}

func TestCopies(t *testing.T) {
	client, server := connect(t, listen(t, "tcp"))
	inner, end := connect(t, listen(t, "unix"))
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("from a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	go func() {
		io.Copy(client, f)
		parts := net.Buffers{[]byte(", and "), nil, []byte("in parts")}
		parts.WriteTo(client)
		client.Close()
	}()
	go func() {
		io.Copy(inner, server)
		inner.Close()
	}()
	if b, err := io.ReadAll(end); err != nil || string(b) != "from a file, and in parts" {
		t.Error(string(b), err)
	}
}

func TestDescriptorIsLent(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		raw, err := client.(syscall.Conn).SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		peek := func() (n int, err error) {
			raw.Read(func(fd uintptr) bool {
				n, _, err = syscall.Recvfrom(int(fd), make([]byte, 16), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
				return true
			})
			return
		}
		if _, err := peek(); err != syscall.EAGAIN {
			t.Error(err)
		}
		write(t, server, "early")
		if n, err := peek(); n != 5 || err != nil {
			t.Error(n, err)
		}
		read(t, client, "early")
		raw.Write(func(fd uintptr) bool {
			syscall.Write(int(fd), []byte("late"))
			return true
		})
		read(t, server, "late")
		raw.Control(func(fd uintptr) {
			if _, err := syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_ERROR); err != nil {
				t.Error(err)
			}
		})
		server.Close()
		if n, err := peek(); n != 0 || err != nil {
			t.Error(n, err)
		}
	})
}

func TestFileOfConnection(t *testing.T) {
	each(t, func(t *testing.T, l net.Listener) {
		client, server := connect(t, l)
		write(t, server, "before")
		f, err := client.(interface{ File() (*os.File, error) }).File()
		if err != nil {
			t.Fatal(err)
		}
		copied, err := net.FileConn(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		defer copied.Close()
		read(t, copied, "before")
		write(t, server, "after")
		read(t, client, "after")
		write(t, copied, "back")
		read(t, server, "back")
		client.Close()
		copied.Close()
		_, err = server.Read(make([]byte, 1))
		fails(t, err, io.EOF)
	})
}

func TestControl(t *testing.T) {
	l := listen(t, "tcp")
	called := false
	d := net.Dialer{Control: func(network, address string, c syscall.RawConn) error {
		called = true
		return c.Control(func(fd uintptr) {
			if err := syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1); err != nil {
				t.Error(err)
			}
		})
	}}
	c, err := d.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	write(t, c, "x")
	read(t, server, "x")
	if !called {
		t.Error("Control was not called")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := d.DialContext(cancelled, "tcp", l.Addr().String()); err == nil {
		t.Error("dialed with a cancelled context")
	}
}

func TestChildDials(t *testing.T) {
	if at := os.Getenv("NETWORK_AT"); at != "" {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		write(t, c, "from a child")
		return
	}
	l := listen(t, "tcp")
	child := exec.Command(os.Args[0], "-test.run=^TestChildDials$")
	child.Env = append(os.Environ(), "NETWORK_AT="+l.Addr().String())
	var out strings.Builder
	child.Stdout, child.Stderr = &out, &out
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if b, err := io.ReadAll(c); string(b) != "from a child" {
		t.Error(string(b), err)
	}
	if err := child.Wait(); err != nil {
		t.Error(err, out.String())
	}
}
