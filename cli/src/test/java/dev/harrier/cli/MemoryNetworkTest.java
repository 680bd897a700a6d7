package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.explored.Explored;
import dev.harrier.report.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections inside the process behave alike in memory and over the kernel. */
final class MemoryNetworkTest {
  private static final Path PROGRAM = Path.of("..", "programs", "network").toAbsolutePath();

  @TempDir private Path copy;

  @BeforeEach
  void copyProgram() throws IOException {
    try (Stream<Path> files = Files.list(PROGRAM)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(PROGRAM.relativize(file)));
      }
    }
  }

  /** Random schedules, for timers that fire early are no difference of interest. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "kernel"})
  void programsSeeTheSameConnections(String network) throws Exception {
    Result result =
        new HarrierProcess(copy)
            .call("fuzz", "--net", network, "--strategy", "random", "--per-test", "2", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out()).contains("nothing found");
  }

  /** Over the kernel's connections every sleep would wait for the peer. */
  @Test
  void sleepsNextToConnectionsTakeNoRealTime() throws Exception {
    Files.writeString(
        copy.resolve("sleeps_test.go"),
        """
        package network

        import (
        	"net"
        	"syscall"
        	"testing"
        	"time"
        )

        func TestSleeps(t *testing.T) {
        	client, server := connect(t, listen(t, "tcp"))
        	go func() {
        		for range 3000 {
        			time.Sleep(time.Second)
        			server.Write([]byte("x"))
        		}
        	}()
        	for range 3000 {
        		read(t, client, "x")
        	}
        }

        func TestSleepsByDatagrams(t *testing.T) {
        	a, b := receiver(t, "udp"), receiver(t, "udp")
        	go func() {
        		for range 3000 {
        			time.Sleep(time.Second)
        			a.WriteTo([]byte("x"), b.LocalAddr())
        		}
        	}()
        	for range 3000 {
        		receive(t, b, "x")
        	}
        }

        func TestSleepsByRelayedDatagrams(t *testing.T) {
        	a, b := receiver(t, "udp"), asksForTOS(t)
        	raw, err := b.SyscallConn()
        	if err != nil {
        		t.Fatal(err)
        	}
        	go func() {
        		for range 3000 {
        			time.Sleep(time.Second)
        			a.WriteTo([]byte("x"), b.LocalAddr())
        		}
        	}()
        	p := make([]byte, 1)
        	for range 3000 {
        		if err := raw.Read(func(fd uintptr) bool {
        			_, _, err := syscall.Recvfrom(int(fd), p, 0)
        			return err != syscall.EAGAIN
        		}); err != nil || p[0] != 'x' {
        			t.Fatal(p, err)
        		}
        	}
        }

        func TestSleepsByRelayedRefusals(t *testing.T) {
        	server := asksForTOS(t)
        	server.Close()
        	c, err := net.Dial("udp", server.LocalAddr().String())
        	if err != nil {
        		t.Fatal(err)
        	}
        	defer c.Close()
        	askForTOS(t, c.(*net.UDPConn))
        	for range 3000 {
        		go func() {
        			time.Sleep(time.Second)
        			c.Write([]byte("x"))
        		}()
        		_, err := c.Read(make([]byte, 1))
        		fails(t, err, syscall.ECONNREFUSED)
        	}
        }

        func TestSleepsByPipe(t *testing.T) {
        	r, w := pipe(t)
        	go func() {
        		for range 3000 {
        			time.Sleep(time.Second)
        			w.WriteString("x")
        		}
        		w.Close()
        	}()
        	b := make([]byte, 1)
        	for n, err := r.Read(b); n > 0; n, err = r.Read(b) {
        		if err != nil {
        			t.Fatal(err)
        		}
        	}
        }
        """);
    // A minute of real time each, at 20 ms for each sleep.
    Result result =
        new HarrierProcess(copy)
            .call("fuzz", "-run", "TestSleeps", "-timeout", "2h", "--per-test", "1", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out()).contains("nothing found");
    assertThat(result.toString()).doesNotContain("the kernel carried");
    // Package net is no reason for C in the program, of which no copies could be made.
    assertThat(result.toString()).doesNotContain("a process was started");
  }

  /** A file of a connection is one of the kernel's; a dial that is refused is no connection. */
  @Test
  void aRunSaysWhichTestsTheKernelCarried() throws Exception {
    Files.writeString(
        copy.resolve("carried_test.go"),
        """
        package network

        import (
        	"net"
        	"testing"
        )

        func TestCarriedInside(t *testing.T) {
        	l := listen(t, "tcp")
        	client, server := connect(t, l)
        	server.Write([]byte("x"))
        	read(t, client, "x")
        	l.Close()
        	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
        		t.Error("dialed")
        	}
        }

        func TestCarriedOutside(t *testing.T) {
        	client, server := connect(t, listen(t, "tcp"))
        	file, err := server.(*net.TCPConn).File()
        	if err != nil {
        		t.Fatal(err)
        	}
        	defer file.Close()
        	server.Write([]byte("x"))
        	read(t, client, "x")
        }

        func TestCarriedNothing(t *testing.T) {}
        """);
    Result result =
        new HarrierProcess(copy).call("fuzz", "-run", "TestCarried", "--per-test", "2", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    Explored.Connections connections =
        new RunStore(copy.resolve(".harrier"), copy)
            .latest()
            .run()
            .ending()
            .orElseThrow()
            .explored()
            .connections()
            .orElseThrow();
    assertThat(connections.inside()).isEqualTo(1);
    assertThat(connections.outside()).singleElement().asString().endsWith(".TestCarriedOutside");
    assertThat(result.toString()).contains("TestCarriedOutside, of 2 tests with connections");
  }
}
