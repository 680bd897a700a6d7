package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.InjectedFault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Connections in memory that fail because the schedule decides so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FaultsTest {
  private static final String LIBRARY =
      """
      package m

      import (
      	"context"
      	"io"
      	"net"
      	"os"
      	"time"
      )

      type exchange struct {
      	dialed, wrote, read error
      	answer              string
      }

      // ask uses its connection three times: it dials, writes and reads.
      func ask(network, address string) (e exchange) {
      	c, err := net.Dial(network, address)
      	if e.dialed = err; err != nil {
      		return
      	}
      	defer c.Close()
      	_, e.wrote = c.Write([]byte("hello"))
      	answer := make([]byte, 5)
      	n, err := c.Read(answer)
      	e.answer, e.read = string(answer[:n]), err
      	return
      }

      func serve(l net.Listener, ended chan error) {
      	c, err := l.Accept()
      	if err != nil {
      		ended <- err
      		return
      	}
      	defer c.Close()
      	question := make([]byte, 5)
      	if _, err := io.ReadFull(c, question); err != nil {
      		ended <- err
      		return
      	}
      	if _, err = c.Write(question); err == nil {
      		_, err = c.Read(question)
      	}
      	ended <- err
      }

      // fill uses its connection twice: it dials and writes.
      func fill(address string) (int, error) {
      	c, err := net.Dial("unix", address)
      	if err != nil {
      		return 0, err
      	}
      	defer c.Close()
      	c.SetDeadline(time.Now().Add(time.Minute))
      	return c.Write(make([]byte, 1<<20))
      }

      // converse uses c twice: it writes and reads.
      func converse(c net.Conn) (e exchange) {
      	_, e.wrote = c.Write([]byte("hello"))
      	answer := make([]byte, 5)
      	n, err := c.Read(answer)
      	e.answer, e.read = string(answer[:n]), err
      	return
      }

      // send writes once to c, and reports how much.
      func send(c net.Conn) (int, error) { return c.Write([]byte("hello")) }

      // keep uses a file twice: it writes and synchronizes.
      func keep(name string) (n int, wrote, synced error) {
      	f, err := os.Create(name)
      	if err != nil {
      		return 0, err, err
      	}
      	defer f.Close()
      	n, wrote = f.Write([]byte("hello"))
      	synced = f.Sync()
      	return
      }

      // tell sends two datagrams.
      func tell(c net.Conn) {
      	c.Write([]byte{1})
      	c.Write([]byte{2})
      }

      // ends reports whether a context ends that is derived from ctx.
      func ends(ctx context.Context) bool {
      	derived, cancel := context.WithCancel(ctx)
      	defer cancel()
      	select {
      	case <-derived.Done():
      		return true
      	default:
      		return false
      	}
      }

      func endsOwn() bool { return ends(context.Background()) }
      """;

  private static final String TESTS =
      """
      package m

      import (
      	"context"
      	"errors"
      	"io"
      	"net"
      	"os"
      	"path/filepath"
      	"slices"
      	"syscall"
      	"testing"
      	"time"
      )

      func both(t *testing.T, check func(e exchange, server error) bool) {
      	for network, address := range map[string]string{"tcp": "127.0.0.1:0", "unix": filepath.Join(t.TempDir(), "s")} {
      		t.Run(network, func(t *testing.T) {
      			l, err := net.Listen(network, address)
      			if err != nil {
      				t.Fatal(err)
      			}
      			ended := make(chan error, 1)
      			go serve(l, ended)
      			e := ask(network, l.Addr().String())
      			if e.dialed != nil {
      				l.Close()
      			}
      			if server := <-ended; !check(e, server) {
      				t.Error(e, server)
      			}
      			l.Close()
      		})
      	}
      }

      func TestNone(t *testing.T) {
      	both(t, func(e exchange, server error) bool {
      		return e == exchange{answer: "hello"} && server == io.EOF
      	})
      }

      func TestRefused(t *testing.T) {
      	both(t, func(e exchange, server error) bool {
      		return errors.Is(e.dialed, syscall.ECONNREFUSED) && errors.Is(server, net.ErrClosed)
      	})
      }

      // The end of a Unix socket that writes has EPIPE where one of TCP has ECONNRESET.
      func TestWriteReset(t *testing.T) {
      	both(t, func(e exchange, server error) bool {
      		return (errors.Is(e.wrote, syscall.ECONNRESET) || errors.Is(e.wrote, syscall.EPIPE)) &&
      			e.read != nil && errors.Is(server, syscall.ECONNRESET)
      	})
      }

      func TestReadReset(t *testing.T) {
      	both(t, func(e exchange, server error) bool {
      		return e.wrote == nil && errors.Is(e.read, syscall.ECONNRESET) &&
      			(errors.Is(server, syscall.ECONNRESET) || errors.Is(server, syscall.EPIPE))
      	})
      }

      func TestClosed(t *testing.T) {
      	both(t, func(e exchange, server error) bool { return e.wrote == nil && e.read == io.EOF && server != nil })
      }

      func TestShort(t *testing.T) {
      	both(t, func(e exchange, server error) bool { return e.answer == "he" && e.read == nil })
      }

      func overTCP(t *testing.T, check func(e exchange, seconds int, server error) bool) {
      	l, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer l.Close()
      	ended := make(chan error, 1)
      	go serve(l, ended)
      	begun := time.Now()
      	e := ask("tcp", l.Addr().String())
      	if seconds := int(time.Since(begun).Seconds()); !check(e, seconds, <-ended) {
      		t.Error(e, seconds)
      	}
      }

      func TestSilent(t *testing.T) {
      	overTCP(t, func(e exchange, seconds int, server error) bool {
      		return e.wrote == nil && errors.Is(e.read, syscall.ETIMEDOUT) && seconds == 150 && errors.Is(server, syscall.ETIMEDOUT)
      	})
      }

      // A process that does not answer over a Unix socket is killed in the end.
      func TestSilentProcess(t *testing.T) {
      	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer l.Close()
      	ended := make(chan error, 1)
      	go serve(l, ended)
      	begun := time.Now()
      	e := ask("unix", l.Addr().String())
      	if e.wrote != nil || !errors.Is(e.read, syscall.ECONNRESET) || int(time.Since(begun).Seconds()) != 150 {
      		t.Error(e, time.Since(begun))
      	}
      	if err := <-ended; !errors.Is(err, syscall.ECONNRESET) {
      		t.Error(err)
      	}
      }

      // A buffer of 208 KB fills, and a deadline ends the wait for room.
      func TestSilentWrite(t *testing.T) {
      	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer l.Close()
      	n, err := fill(l.Addr().String())
      	if n != 208<<10 || !errors.Is(err, os.ErrDeadlineExceeded) {
      		t.Error(n, err)
      	}
      }

      func TestLate(t *testing.T) {
      	overTCP(t, func(e exchange, seconds int, server error) bool {
      		return e == exchange{answer: "hello"} && seconds == 3 && server == io.EOF
      	})
      }

      func TestNotAccepted(t *testing.T) {
      	l, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer l.Close()
      	go ask("tcp", l.Addr().String())
      	for _, want := range []error{syscall.EMFILE, nil} {
      		c, err := l.Accept()
      		if !errors.Is(err, want) {
      			t.Fatal(err)
      		}
      		if err == nil {
      			c.Close()
      		}
      	}
      }

      // told has the kernel relay the datagrams if relayed: it alone knows their classes.
      func told(t *testing.T, relayed bool, want ...byte) {
      	receiver, err := net.ListenPacket("udp4", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer receiver.Close()
      	if raw, err := receiver.(*net.UDPConn).SyscallConn(); err != nil {
      		t.Fatal(err)
      	} else if relayed {
      		raw.Control(func(fd uintptr) {
      			err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, syscall.IP_RECVTOS, 1)
      		})
      		if err != nil {
      			t.Fatal(err)
      		}
      	}
      	c, err := net.Dial("udp", receiver.LocalAddr().String())
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer c.Close()
      	tell(c)
      	receiver.SetReadDeadline(time.Now().Add(time.Second))
      	var got []byte
      	for b := make([]byte, 1); ; got = append(got, b[0]) {
      		if _, _, err := receiver.ReadFrom(b); err != nil {
      			break
      		}
      	}
      	if !slices.Equal(got, want) {
      		t.Error(got)
      	}
      }

      func TestLost(t *testing.T) { told(t, false, 1) }

      func TestDoubled(t *testing.T) { told(t, false, 1, 2, 2) }

      func TestEarly(t *testing.T) { told(t, false, 2, 1) }

      func TestRelayedLost(t *testing.T) { told(t, true, 1) }

      func TestRelayedDoubled(t *testing.T) { told(t, true, 1, 2, 2) }

      func TestRelayed(t *testing.T) { told(t, true, 1, 2) }

      func TestCut(t *testing.T) {
      	for network, address := range map[string]string{"tcp": "127.0.0.1:0", "unix": filepath.Join(t.TempDir(), "s")} {
      		t.Run(network, func(t *testing.T) {
      			l, err := net.Listen(network, address)
      			if err != nil {
      				t.Fatal(err)
      			}
      			defer l.Close()
      			c, err := net.Dial(network, l.Addr().String())
      			if err != nil {
      				t.Fatal(err)
      			}
      			defer c.Close()
      			server, err := l.Accept()
      			if err != nil {
      				t.Fatal(err)
      			}
      			defer server.Close()
      			n, err := send(c)
      			if n != 2 || !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
      				t.Error(n, err)
      			}
      			if all, err := io.ReadAll(server); string(all) != "he" || err != nil {
      				t.Error(all, err)
      			}
      		})
      	}
      }

      // What reads the other end of a net.Pipe, and what it has then.
      func piped(t *testing.T, check func(e exchange, all string, err error) bool) {
      	a, b := net.Pipe()
      	type end struct {
      		all string
      		err error
      	}
      	ended := make(chan end)
      	go func() {
      		question := make([]byte, 5)
      		n, err := io.ReadFull(b, question)
      		if err == nil {
      			_, err = b.Write(question)
      		}
      		ended <- end{string(question[:n]), err}
      	}()
      	e := converse(a)
      	if err := a.SetDeadline(time.Time{}); e.read == nil && err != nil {
      		t.Error(err)
      	}
      	a.Close()
      	if _, err := a.Read(nil); err != io.ErrClosedPipe {
      		t.Error(err)
      	}
      	if end := <-ended; !check(e, end.all, end.err) {
      		t.Error(e, end)
      	}
      }

      func TestPipeNone(t *testing.T) {
      	piped(t, func(e exchange, all string, err error) bool {
      		return e == exchange{answer: "hello"} && all == "hello" && err == nil
      	})
      }

      func TestPipeClosed(t *testing.T) {
      	piped(t, func(e exchange, all string, err error) bool {
      		return e.wrote == nil && e.read == io.EOF && all == "hello" && err == io.ErrClosedPipe
      	})
      }

      func TestPipeCut(t *testing.T) {
      	piped(t, func(e exchange, all string, err error) bool {
      		return e.wrote == io.ErrClosedPipe && e.read == io.EOF && all == "he" && err == io.ErrUnexpectedEOF
      	})
      }

      func TestPipeShort(t *testing.T) {
      	a, b := net.Pipe()
      	defer a.Close()
      	go func() {
      		defer b.Close()
      		b.Write([]byte("hello"))
      	}()
      	if all, err := io.ReadAll(only{a}); string(all) != "hello" || err != nil {
      		t.Error(all, err)
      	}
      	if first != 2 {
      		t.Error(first)
      	}
      }

      var first int

      type only struct{ net.Conn }

      func (o only) Read(b []byte) (int, error) {
      	n, err := o.Conn.Read(b)
      	if first == 0 {
      		first = n
      	}
      	return n, err
      }

      func kept(t *testing.T, check func(n int, wrote, synced error) bool, want string) {
      	name := filepath.Join(t.TempDir(), "f")
      	if n, wrote, synced := keep(name); !check(n, wrote, synced) {
      		t.Error(n, wrote, synced)
      	}
      	if all, err := os.ReadFile(name); string(all) != want || err != nil {
      		t.Error(string(all), err)
      	}
      }

      func TestDiskFull(t *testing.T) {
      	kept(t, func(n int, wrote, synced error) bool {
      		return n == 2 && errors.Is(wrote, syscall.ENOSPC) && synced == nil
      	}, "he")
      }

      func TestDiskBroken(t *testing.T) {
      	kept(t, func(n int, wrote, synced error) bool {
      		return n == 0 && errors.Is(wrote, syscall.EIO) && synced == nil
      	}, "")
      }

      func TestNotSynced(t *testing.T) {
      	kept(t, func(n int, wrote, synced error) bool {
      		return n == 5 && wrote == nil && errors.Is(synced, syscall.EIO)
      	}, "hello")
      }

      func TestCanceled(t *testing.T) {
      	ctx, cancel := context.WithCancel(context.Background())
      	defer cancel()
      	if !ends(ctx) || ctx.Err() != context.Canceled {
      		t.Error(ctx.Err())
      	}
      }

      func TestTimeoutCanceled(t *testing.T) {
      	ctx, cancel := context.WithTimeout(context.Background(), 1000000000)
      	defer cancel()
      	if !ends(ctx) || ctx.Err() != context.Canceled {
      		t.Error(ctx.Err())
      	}
      }

      func TestNotHeld(t *testing.T) {
      	if endsOwn() || ends(t.Context()) {
      		t.Error("ended")
      	}
      	t.Run("below", func(t *testing.T) {
      		if ends(t.Context()) {
      			t.Error("ended")
      		}
      	})
      }

      func TestInTest(t *testing.T) {
      	l, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	defer l.Close()
      	c, err := net.Dial("tcp", l.Addr().String())
      	if err != nil {
      		t.Fatal(err)
      	}
      	c.Close()
      }
      """;

  /** The default order of the usual seed, over connections in memory. */
  private static final String CONTROL = "5,3,0,0,0,0,0,0,0,0,1";

  private CompiledTest test;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("m.go"), LIBRARY);
    test = CompiledTest.controlled(directory, TESTS);
  }

  private static List<Event.Choice> faults(Execution run) {
    return run.all(Event.Choice.class).stream()
        .filter(choice -> choice.kind() == ChoiceKind.FAULT)
        .toList();
  }

  /** A run in which that use of a connection by the goroutine of each subtest fails. */
  private Execution failing(String name, int use, InjectedFault fault, int bytes) throws Exception {
    String pattern = "^" + name + "$";
    StringBuilder entries = new StringBuilder();
    int count = 0;
    Execution whole = test.run(CONTROL, "", pattern);
    for (Event.TestBegin begin : whole.all(Event.TestBegin.class)) {
      for (Event.Spawn spawn : whole.all(Event.Spawn.class)) {
        if (spawn.child().equals(begin.goroutine())) {
          entries.append(
              "16,%d,%d,%d,%d%n".formatted(spawn.name().value(), use, fault.code(), bytes));
          count++;
        }
      }
    }
    return test.run(CONTROL, "0," + count + "\n" + entries, pattern);
  }

  private static void assertPasses(Execution run) {
    assertThat(run.all(Event.TestEnd.class))
        .isNotEmpty()
        .allMatch(end -> end.status() == Event.TestStatus.PASSED);
  }

  @Test
  void withoutAFaultNothingFails() throws Exception {
    Execution run = test.run(CONTROL, "", "^TestNone$");
    assertPasses(run);
    assertThat(faults(run)).isEmpty();
  }

  @Test
  void aDialIsRefused() throws Exception {
    Execution run = failing("TestRefused", 1, InjectedFault.REFUSED, 0);
    assertPasses(run);
    assertThat(faults(run))
        .hasSize(2)
        .allMatch(f -> run.functions(f).contains("example.com/m.ask"));
  }

  @Test
  void aConnectionIsResetForBothEnds() throws Exception {
    assertPasses(failing("TestWriteReset", 2, InjectedFault.RESET, 0));
    assertPasses(failing("TestReadReset", 3, InjectedFault.RESET, 0));
  }

  @Test
  void aConnectionIsClosedForBothEnds() throws Exception {
    assertPasses(failing("TestClosed", 3, InjectedFault.CLOSED, 0));
  }

  /** The first attempt to read finds nothing. */
  @Test
  void aReadGetsLessThanThereIs() throws Exception {
    assertPasses(failing("TestShort", 4, InjectedFault.SHORT_READ, 2));
  }

  @Test
  void aConnectionFallsSilentUntilBothEndsGiveUp() throws Exception {
    assertPasses(failing("TestSilent", 3, InjectedFault.SILENT, 0));
    assertPasses(failing("TestSilentProcess", 3, InjectedFault.SILENT, 0));
    assertPasses(failing("TestSilentWrite", 2, InjectedFault.SILENT, 0));
  }

  @Test
  void aDialTakesLong() throws Exception {
    assertPasses(failing("TestLate", 1, InjectedFault.LATE_DIAL, 3));
  }

  /** The first attempt finds no goroutine. */
  @Test
  void anAcceptFails() throws Exception {
    assertPasses(failing("TestNotAccepted", 1, InjectedFault.ACCEPT_FAILS, 0));
  }

  @Test
  void datagramsAreLostDoubledAndEarly() throws Exception {
    assertPasses(failing("TestLost", 2, InjectedFault.LOST, 0));
    assertPasses(failing("TestDoubled", 2, InjectedFault.DOUBLED, 0));
    assertPasses(failing("TestEarly", 2, InjectedFault.EARLY, 0));
  }

  /** The order of those that the kernel has is its own. */
  @Test
  void datagramsThatTheKernelRelaysAreLostAndDoubled() throws Exception {
    assertPasses(failing("TestRelayedLost", 2, InjectedFault.LOST, 0));
    assertPasses(failing("TestRelayedDoubled", 2, InjectedFault.DOUBLED, 0));
    Execution early = failing("TestRelayed", 2, InjectedFault.EARLY, 0);
    assertPasses(early);
    assertThat(faults(early)).isEmpty();
  }

  @Test
  void aWriteIsCutOff() throws Exception {
    assertPasses(failing("TestCut", 3, InjectedFault.CUT_WRITE, 2));
  }

  /** A read of a net.Pipe is a use before it waits, and one when it has something. */
  @Test
  void theEndsOfANetPipeArePartedAndReadInParts() throws Exception {
    Execution none = failing("TestPipeNone", 9, InjectedFault.CLOSED, 0);
    assertPasses(none);
    assertThat(faults(none)).isEmpty();
    assertPasses(failing("TestPipeClosed", 2, InjectedFault.CLOSED, 5));
    assertPasses(failing("TestPipeCut", 1, InjectedFault.CUT_WRITE, 2));
    assertPasses(failing("TestPipeShort", 2, InjectedFault.SHORT_READ, 2));
  }

  @Test
  void filesFail() throws Exception {
    assertPasses(failing("TestDiskFull", 1, InjectedFault.DISK_FULL, 2));
    assertPasses(failing("TestDiskBroken", 1, InjectedFault.DISK_BROKEN, 0));
    assertPasses(failing("TestNotSynced", 2, InjectedFault.DISK_BROKEN, 0));
  }

  /** Files have a share of their own. */
  @Test
  void onlyFilesFailWhereTheyAreAskedFor() throws Exception {
    Execution run = test.run(CONTROL + ",0,0,1024", "", "^TestDiskBroken$");
    assertThat(faults(run)).isNotEmpty();
    Execution again = test.run(CONTROL, run.plan(), "^TestDiskBroken$");
    assertThat(again.text()).isEqualTo(run.text());
    assertThat(faults(test.run(CONTROL + ",1024,1024", "", "^TestDiskBroken$"))).isEmpty();
    assertThat(faults(test.run(CONTROL + ",0,0,1024", "", "^TestPipeCut$"))).isEmpty();
  }

  @Test
  void whatCanNotFailSoDoesNot() throws Exception {
    Execution run = failing("TestNone", 2, InjectedFault.REFUSED, 0);
    assertPasses(run);
    assertThat(faults(run)).isEmpty();
  }

  /** One connection at a time: a test of two that fall silent is over its time limit. */
  @Test
  void aRunThatDrawsFaultsIsItsPlan() throws Exception {
    for (int seed = 1; seed <= 8; seed++) {
      for (String name : List.of("^TestNone$/^tcp$", "^TestNone$/^unix$")) {
        String control = "1,%d,0,0,0,0,0,0,0,0,1".formatted(seed);
        Execution run = test.run(control + ",256", "", name);
        assertThat(faults(run)).hasSizeLessThanOrEqualTo(2);
        Execution again = test.run("5,%d,0,0,0,0,0,0,0,0,1".formatted(seed), run.plan(), name);
        assertThat(again.text()).as("%s, seed %d", name, seed).isEqualTo(run.text());
      }
    }
  }

  @Test
  void aContextIsCanceledThatTheTestCanCancel() throws Exception {
    for (String name : List.of("TestCanceled", "TestTimeoutCanceled")) {
      Execution run = test.run(CONTROL + ",0,1024", "", "^" + name + "$");
      assertPasses(run);
      assertThat(faults(run))
          .hasSize(1)
          .allMatch(fault -> run.functions(fault).contains("example.com/m.ends"));
      Execution again = test.run(CONTROL, run.plan(), "^" + name + "$");
      assertThat(again.text()).as(name).isEqualTo(run.text());
    }
  }

  @Test
  void noOtherContextIsCanceled() throws Exception {
    Execution run = test.run(CONTROL + ",0,1024", "", "^TestNotHeld$");
    assertPasses(run);
    assertThat(faults(run)).isEmpty();
    assertThat(faults(test.run(CONTROL + ",1024", "", "^TestCanceled$"))).isEmpty();
  }

  @Test
  void noUseByATestIsDrawn() throws Exception {
    assertThat(faults(test.run(CONTROL + ",1024", "", "^TestInTest$"))).isEmpty();
    assertThat(faults(test.run(CONTROL + ",1024", "", "^TestNone$/^tcp$"))).isNotEmpty();
  }
}
