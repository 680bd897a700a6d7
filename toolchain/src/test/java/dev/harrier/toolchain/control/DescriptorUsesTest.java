package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a controlled run records of connections, listeners, pipes and sockets in memory. */
final class DescriptorUsesTest {
  private static final String PROGRAM =
      """
      package m

      import (
      	"io"
      	"net"
      	"os"
      	"strings"
      	"testing"
      )

      func TestStream(t *testing.T) {
      	l, err := net.Listen("tcp", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	c, err := net.Dial("tcp", l.Addr().String())
      	if err != nil {
      		t.Fatal(err)
      	}
      	c.Write([]byte(strings.Repeat("a", 100)))
      	c.Close()
      	s, err := l.Accept()
      	if err != nil {
      		t.Fatal(err)
      	}
      	b := make([]byte, 100)
      	io.ReadFull(s, b)
      	s.Read(b)
      	s.Close()
      	l.Close()
      }

      func TestPipe(t *testing.T) {
      	r, w, err := os.Pipe()
      	if err != nil {
      		t.Fatal(err)
      	}
      	w.WriteString("hello")
      	r.Read(make([]byte, 8))
      }

      func TestSocket(t *testing.T) {
      	a, err := net.ListenPacket("udp", "127.0.0.1:0")
      	if err != nil {
      		t.Fatal(err)
      	}
      	a.WriteTo([]byte("to itself"), a.LocalAddr())
      	a.ReadFrom(make([]byte, 16))
      }
      """;

  /** The default order of the usual seed, over connections in memory. */
  private static final String CONTROL = "5,3,0,0,0,0,0,0,0,0,1";

  private static final String DETAILS = "0,1\n17\n";

  /**
   * The uses of descriptors in memory but those that prepare them, as {@code CONNECTION 2 read: 3
   * aaa}; they are numbered in the order in which they are named. The library reads a file to learn
   * how many connections may wait.
   */
  private static List<String> uses(Execution run) {
    List<String> lines = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    for (Event event : run.all(Event.class)) {
      switch (event) {
        case Event.Operation operation ->
            operation
                .use()
                .ifPresent(use ->
                    lines.add(
                        "%s %d %s"
                            .formatted(
                                use.of(),
                                use.isOfKernel() ? 0 : number(operation.variable(), numbers),
                                use.way().name().toLowerCase(Locale.ROOT))));
        case Event.Memory memory when memory.moment() instanceof Event.Memory.After ->
            lines.add(
                lines.removeLast()
                    + ": "
                    + memory.value().map(value -> shown(value, numbers)).orElseThrow());
        default -> {
          // It is about no descriptor.
        }
      }
    }
    return lines.stream()
        .filter(line -> !line.endsWith(" other") && !line.startsWith("KERNEL"))
        .toList();
  }

  private static int number(long variable, List<Long> known) {
    if (!known.contains(variable)) {
      known.add(variable);
    }
    return known.indexOf(variable) + 1;
  }

  private static String shown(Value value, List<Long> known) {
    return switch (value) {
      case Value.Text text -> text.length() + " " + text.start();
      case Value.Numeric number ->
          number.type() + " " + number(Long.parseLong(number.digits()), known);
      default -> throw new AssertionError(value);
    };
  }

  @Test
  void usesSayWhatTheyAreOfAndWhatPassed(@TempDir Path directory) throws Exception {
    CompiledTest test = CompiledTest.controlled(directory, PROGRAM);
    String start = "a".repeat(40);
    Execution stream = test.run(CONTROL, DETAILS, "^TestStream$");
    assertThat(uses(stream))
        .as(stream.text())
        .containsExactly(
            "LISTENER 1 dial: connection 2",
            "CONNECTION 2 write: 100 " + start,
            "CONNECTION 2 close",
            "LISTENER 1 accept: connection 2",
            "CONNECTION 2 read: 100 " + start,
            "CONNECTION 2 read: 0 ",
            "CONNECTION 2 close",
            "LISTENER 1 close");
    Execution pipe = test.run(CONTROL, DETAILS, "^TestPipe$");
    assertThat(uses(pipe))
        .as(pipe.text())
        .containsExactly("PIPE 1 write: 5 hello", "PIPE 1 read: 5 hello");
    Execution socket = test.run(CONTROL, DETAILS, "^TestSocket$");
    assertThat(uses(socket))
        .as(socket.text())
        .containsExactly("SOCKET 1 write: 9 to itself", "SOCKET 1 read: 9 to itself");
    // Without being asked for, no bytes are recorded, of the same uses.
    Execution plain = test.run(CONTROL, "", "^TestStream$");
    assertThat(plain.all(Event.Memory.class)).isEmpty();
    assertThat(uses(plain)).hasSize(8);
  }
}
