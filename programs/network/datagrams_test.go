package network

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// receiver is a socket for datagrams.
func receiver(t *testing.T, network string) net.PacketConn {
	t.Helper()
	address := map[string]string{"udp": "127.0.0.1:0", "udp6": "[::1]:0"}[network]
	if network == "unixgram" {
		address = filepath.Join(t.TempDir(), "s")
	}
	c, err := net.ListenPacket(network, address)
	if err != nil && network == "udp6" {
		t.Skip("this machine has no IPv6: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func eachOfDatagrams(t *testing.T, test func(t *testing.T, network string)) {
	for _, network := range []string{"udp", "udp6", "unixgram"} {
		t.Run(network, func(t *testing.T) { test(t, network) })
	}
}

func send(t *testing.T, c net.PacketConn, s string, to net.Addr) {
	t.Helper()
	if n, err := c.WriteTo([]byte(s), to); n != len(s) || err != nil {
		t.Fatal(n, err)
	}
}

func receive(t *testing.T, c net.PacketConn, want string) net.Addr {
	t.Helper()
	b := make([]byte, 100)
	n, from, err := c.ReadFrom(b)
	if err != nil || string(b[:n]) != want {
		t.Fatalf("%q, %v; want %q", b[:n], err, want)
	}
	return from
}

// nothing has nothing to receive.
func nothing(t *testing.T, c net.PacketConn) {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	n, _, err := c.ReadFrom(make([]byte, 10))
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal(n, err)
	}
	c.SetReadDeadline(time.Time{})
}

func TestDatagrams(t *testing.T) {
	eachOfDatagrams(t, func(t *testing.T, network string) {
		a, b := receiver(t, network), receiver(t, network)
		send(t, a, "one", b.LocalAddr())
		send(t, a, "", b.LocalAddr())
		send(t, a, "three", b.LocalAddr())
		for _, want := range []string{"one", "", "three"} {
			if from := receive(t, b, want); from.String() != a.LocalAddr().String() {
				t.Error(from, a.LocalAddr())
			}
		}
		nothing(t, b)
		got := make(chan string)
		go func() {
			b := make([]byte, 10)
			n, _, err := a.ReadFrom(b)
			if err != nil {
				t.Error(err)
			}
			got <- string(b[:n])
		}()
		time.Sleep(time.Millisecond)
		send(t, b, "back", a.LocalAddr())
		if s := <-got; s != "back" {
			t.Error(s)
		}
	})
}

func TestDatagramsAreCut(t *testing.T) {
	eachOfDatagrams(t, func(t *testing.T, network string) {
		a := receiver(t, network)
		send(t, a, "hello", a.LocalAddr())
		send(t, a, "next", a.LocalAddr())
		b := make([]byte, 3)
		if n, _, err := a.ReadFrom(b); n != 3 || err != nil || string(b) != "hel" {
			t.Error(n, err, b)
		}
		receive(t, a, "next")
	})
}

func TestMessageFlags(t *testing.T) {
	a := receiver(t, "udp").(*net.UDPConn)
	send(t, a, "hello", a.LocalAddr())
	n, oobn, flags, from, err := a.ReadMsgUDP(make([]byte, 3), make([]byte, 100))
	if n != 3 || oobn != 0 || flags&syscall.MSG_TRUNC == 0 || from.String() != a.LocalAddr().String() || err != nil {
		t.Error(n, oobn, flags, from, err)
	}
	at := a.LocalAddr().(*net.UDPAddr).AddrPort()
	if n, _, err := a.WriteMsgUDPAddrPort([]byte("again"), nil, at); n != 5 || err != nil {
		t.Error(n, err)
	}
	b := make([]byte, 10)
	n, sender, err := a.ReadFromUDPAddrPort(b)
	if string(b[:n]) != "again" || sender != at || err != nil {
		t.Error(b[:n], sender, err)
	}
}

// A connected socket has one peer, and takes only its datagrams.
func TestConnectedDatagrams(t *testing.T) {
	for _, network := range []string{"udp", "udp6"} {
		t.Run(network, func(t *testing.T) {
			server, other := receiver(t, network), receiver(t, network)
			c, err := net.Dial(network, server.LocalAddr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			write(t, c, "ask")
			from := receive(t, server, "ask")
			if from.String() != c.LocalAddr().String() || c.RemoteAddr().String() != server.LocalAddr().String() {
				t.Error(from, c.LocalAddr(), c.RemoteAddr())
			}
			send(t, other, "not this", from)
			send(t, server, "answer", from)
			read(t, c, "answer")
			_, err = c.(net.PacketConn).WriteTo([]byte("x"), server.LocalAddr())
			fails(t, err, net.ErrWriteToConnected)
		})
	}
}

func TestNobodyReceives(t *testing.T) {
	t.Run("in memory", func(t *testing.T) { nobodyReceives(t, func(*net.UDPConn) {}) })
	t.Run("relayed", func(t *testing.T) { nobodyReceives(t, func(c *net.UDPConn) { askForTOS(t, c) }) })
}

func nobodyReceives(t *testing.T, prepare func(*net.UDPConn)) {
	server := receiver(t, "udp")
	conn, err := net.Dial("udp", server.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	c := conn.(*net.UDPConn)
	defer c.Close()
	prepare(c)
	server.Close()
	write(t, c, "x")
	_, err = c.Read(make([]byte, 1))
	fails(t, err, syscall.ECONNREFUSED)
	write(t, c, "x")
	_, err = c.Write([]byte("x"))
	fails(t, err, syscall.ECONNREFUSED)
	// A socket that is not connected is not informed.
	other := receiver(t, "udp").(*net.UDPConn)
	prepare(other)
	send(t, other, "x", server.LocalAddr())
	send(t, other, "x", server.LocalAddr())
	nothing(t, other)
	// Who waits is.
	failed := make(chan error)
	go func() {
		_, err := c.Read(make([]byte, 1))
		failed <- err
	}()
	time.Sleep(time.Millisecond)
	write(t, c, "x")
	fails(t, <-failed, syscall.ECONNREFUSED)
}

func TestReceiverComesBack(t *testing.T) {
	server := receiver(t, "udp")
	at := server.LocalAddr()
	_, err := net.ListenPacket("udp", at.String())
	fails(t, err, syscall.EADDRINUSE)
	c, err := net.Dial("udp", at.String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	server.Close()
	again, err := net.ListenPacket("udp", at.String())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	write(t, c, "x")
	receive(t, again, "x")
}

func TestUnixPeerGoes(t *testing.T) {
	server := receiver(t, "unixgram")
	c, err := net.Dial("unixgram", server.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	write(t, c, "hello")
	if from := receive(t, server, "hello"); from != nil && from.String() != "" {
		t.Error(from)
	}
	server.Close()
	_, err = c.Write([]byte("x"))
	fails(t, err, syscall.ECONNREFUSED)
	_, err = c.Write([]byte("x"))
	fails(t, err, syscall.ENOTCONN)
	_, err = net.Dial("unixgram", filepath.Join(t.TempDir(), "none"))
	fails(t, err, os.ErrNotExist)
}

func TestWildcardReceives(t *testing.T) {
	server, err := net.ListenPacket("udp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	_, port, _ := net.SplitHostPort(server.LocalAddr().String())
	for _, host := range []string{"127.0.0.1", "127.0.0.2", "localhost", ""} {
		c, err := net.Dial("udp", net.JoinHostPort(host, port))
		if err != nil {
			t.Fatal(err)
		}
		write(t, c, "ask")
		from := receive(t, server, "ask")
		if _, p, _ := net.SplitHostPort(c.LocalAddr().String()); !strings.HasSuffix(from.String(), ":"+p) {
			t.Error(from, c.LocalAddr())
		}
		if host != "127.0.0.2" { // an answer comes from 127.0.0.1
			send(t, server, "answer", from)
			read(t, c, "answer")
		}
		c.Close()
	}
}

func TestTooLong(t *testing.T) {
	a := receiver(t, "udp")
	if n, err := a.WriteTo(make([]byte, 65507), a.LocalAddr()); n != 65507 || err != nil {
		t.Error(n, err)
	}
	_, err := a.WriteTo(make([]byte, 65508), a.LocalAddr())
	fails(t, err, syscall.EMSGSIZE)
}

// What comes while the queue is full is lost.
func TestFullQueueDrops(t *testing.T) {
	a, b := receiver(t, "udp"), receiver(t, "udp").(*net.UDPConn)
	if err := b.SetReadBuffer(16 << 10); err != nil {
		t.Fatal(err)
	}
	const sent = 1000
	for range sent {
		send(t, a, "0123456789", b.LocalAddr())
	}
	got := 0
	for ; ; got++ {
		b.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
		if _, _, err := b.ReadFrom(make([]byte, 10)); err != nil {
			break
		}
	}
	if got < 30 || got > 60 {
		t.Error(got)
	}
}

// Who sends to a Unix socket whose queue is full waits.
func TestFullUnixQueueWaits(t *testing.T) {
	server := receiver(t, "unixgram")
	c, err := net.Dial("unixgram", server.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const sent = 2000
	go func() {
		for range sent {
			if _, err := c.Write([]byte("0123456789")); err != nil {
				t.Error(err)
			}
		}
	}()
	for range sent {
		receive(t, server, "0123456789")
	}
	nothing(t, server)
	c.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
	for err = nil; err == nil; {
		_, err = c.Write(make([]byte, 1000))
	}
	fails(t, err, os.ErrDeadlineExceeded)
}

func TestCloseEndsWaitForDatagram(t *testing.T) {
	eachOfDatagrams(t, func(t *testing.T, network string) {
		a := receiver(t, network)
		ended := make(chan error)
		go func() {
			_, _, err := a.ReadFrom(make([]byte, 1))
			ended <- err
		}()
		time.Sleep(time.Millisecond)
		a.Close()
		fails(t, <-ended, net.ErrClosed)
		_, err := a.WriteTo([]byte("x"), a.LocalAddr())
		fails(t, err, net.ErrClosed)
	})
}

// A socket whose descriptor is used by the program keeps what has arrived.
func TestDescriptorOfDatagrams(t *testing.T) {
	eachOfDatagrams(t, func(t *testing.T, network string) {
		a, b := receiver(t, network), receiver(t, network)
		send(t, a, "before", b.LocalAddr())
		f, err := b.(interface{ File() (*os.File, error) }).File()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		copied, err := net.FilePacketConn(f)
		if err != nil {
			t.Fatal(err)
		}
		defer copied.Close()
		send(t, a, "after", b.LocalAddr())
		if from := receive(t, copied, "before"); from.String() != a.LocalAddr().String() {
			t.Error(from)
		}
		receive(t, b, "after")
		send(t, b, "back", a.LocalAddr())
		receive(t, a, "back")
		at := b.LocalAddr()
		b.Close()
		send(t, a, "later", at)
		receive(t, copied, "later")
	})
}

func TestVersionsOfIPDiffer(t *testing.T) {
	server, c := receiver(t, "udp"), receiver(t, "udp6")
	both, err := net.ListenPacket("udp", "[::1]:0")
	if err != nil {
		t.Fatal(err)
	}
	defer both.Close()
	_, err = both.WriteTo([]byte("x"), server.LocalAddr())
	fails(t, err, syscall.ENETUNREACH)
	if _, err = c.WriteTo([]byte("x"), server.LocalAddr()); err == nil {
		t.Error("sent")
	}
	nothing(t, server)
}

// What fits into the queue of a Unix socket is there for code that uses its descriptor.
func TestDescriptorOfFullUnixQueue(t *testing.T) {
	server := receiver(t, "unixgram").(*net.UnixConn)
	c, err := net.Dial("unixgram", server.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
	sent := 0
	for ; ; sent++ {
		if _, err = c.Write([]byte(strconv.Itoa(sent))); err != nil {
			break
		}
	}
	fails(t, err, os.ErrDeadlineExceeded)
	f, err := server.File()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	copied, err := net.FilePacketConn(f)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	for i := range sent {
		receive(t, copied, strconv.Itoa(i))
	}
	nothing(t, copied)
}

func TestRawReadOfDatagram(t *testing.T) {
	a, b := receiver(t, "udp"), receiver(t, "udp")
	send(t, a, "hello", b.LocalAddr())
	raw, err := b.(*net.UDPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	p := make([]byte, 10)
	n := 0
	if err := raw.Read(func(fd uintptr) bool {
		n, _, err = syscall.Recvfrom(int(fd), p, 0)
		return err != syscall.EAGAIN
	}); err != nil || string(p[:n]) != "hello" {
		t.Error(p[:n], err)
	}
}

// A socket that asks where datagrams were sent to learns it, and may answer from there.
func TestWhereDatagramWasSent(t *testing.T) {
	server, err := net.ListenUDP("udp4", &net.UDPAddr{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	raw, err := server.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, syscall.IP_PKTINFO, 1)
	}); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1", "127.0.0.2"} {
		at := netip.AddrPortFrom(netip.MustParseAddr(host), server.LocalAddr().(*net.UDPAddr).AddrPort().Port())
		c, err := net.Dial("udp4", at.String())
		if err != nil {
			t.Fatal(err)
		}
		write(t, c, "ask")
		oob := make([]byte, 100)
		_, oobn, _, from, err := server.ReadMsgUDP(make([]byte, 10), oob)
		if err != nil {
			t.Fatal(err)
		}
		messages, err := syscall.ParseSocketControlMessage(oob[:oobn])
		if err != nil || len(messages) != 1 || messages[0].Header.Type != syscall.IP_PKTINFO ||
			netip.AddrFrom4([4]byte(messages[0].Data[8:])) != at.Addr() {
			t.Fatal(messages, err)
		}
		clear(oob[syscall.CmsgLen(0):syscall.CmsgLen(4)])
		if _, _, err := server.WriteMsgUDP([]byte("answer"), oob[:oobn], from); err != nil {
			t.Fatal(err)
		}
		read(t, c, "answer")
		c.Close()
	}
}

// asksForTOS is a socket that learns how each datagram was marked.
func asksForTOS(t *testing.T) *net.UDPConn {
	t.Helper()
	c := receiver(t, "udp").(*net.UDPConn)
	askForTOS(t, c)
	return c
}

func askForTOS(t *testing.T, c *net.UDPConn) {
	t.Helper()
	raw, err := c.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, syscall.IP_RECVTOS, 1)
	}); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// marked is a control message that has a datagram marked with tos.
func marked(tos byte) []byte {
	oob := make([]byte, syscall.CmsgSpace(1))
	header := (*syscall.Cmsghdr)(unsafe.Pointer(&oob[0]))
	header.Level, header.Type = syscall.IPPROTO_IP, syscall.IP_TOS
	header.SetLen(syscall.CmsgLen(1))
	oob[syscall.CmsgLen(0)] = tos
	return oob
}

// The kernel knows how a datagram was marked, and it relays those of other sockets as well.
func TestMarksOfDatagrams(t *testing.T) {
	server, plain := asksForTOS(t), receiver(t, "udp").(*net.UDPConn)
	for i, from := range []*net.UDPConn{asksForTOS(t), plain} {
		go func() {
			if _, _, err := from.WriteMsgUDP([]byte("ask"), marked(byte(i+1)), server.LocalAddr().(*net.UDPAddr)); err != nil {
				t.Error(err)
			}
		}()
		b, oob := make([]byte, 10), make([]byte, 100)
		n, oobn, _, to, err := server.ReadMsgUDP(b, oob)
		if err != nil || string(b[:n]) != "ask" {
			t.Fatal(b[:n], err)
		}
		messages, err := syscall.ParseSocketControlMessage(oob[:oobn])
		if err != nil || len(messages) != 1 || messages[0].Data[0] != byte(i+1) {
			t.Fatal(messages, err)
		}
		go server.WriteTo([]byte("answer"), to)
		receive(t, from, "answer")
	}
	nothing(t, server)
	nothing(t, plain)
}

// Datagrams that wait in memory are read when a socket asks for more than memory knows.
func TestMarksAreAskedForLate(t *testing.T) {
	a, b := receiver(t, "udp"), receiver(t, "udp").(*net.UDPConn)
	send(t, a, "1", b.LocalAddr())
	send(t, a, "2", b.LocalAddr())
	raw, err := b.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	raw.Control(func(fd uintptr) {
		syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, syscall.IP_RECVTOS, 1)
	})
	receive(t, b, "1")
	receive(t, b, "2")
	nothing(t, b)
}

func TestDatagramHandedOver(t *testing.T) {
	for _, network := range []string{"udp", "unixgram"} {
		server := receiver(t, network).(net.Conn)
		c, err := net.Dial(network, server.LocalAddr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		x := 0
		go func() {
			x = 1
			c.Write([]byte("x"))
		}()
		time.Sleep(time.Millisecond)
		f, err := server.(interface{ File() (*os.File, error) }).File()
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if _, err := server.Read(make([]byte, 1)); err != nil || x != 1 {
			t.Error(x, err)
		}
	}
}
