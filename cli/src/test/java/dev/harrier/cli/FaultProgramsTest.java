package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Programs that go wrong where a connection fails, and only there. */
final class FaultProgramsTest {
  private static final Path PROGRAMS =
      Path.of("..", "programs").toAbsolutePath().normalize().resolve("faults");

  @TempDir private Path copy;

  private RunReport fuzz(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("fuzz", "--fresh", "--without", "coverage"));
    words.addAll(List.of(options));
    Result result = new HarrierProcess(copy).call(words.toArray(String[]::new));
    assertThat(result.status()).as(result.toString()).isLessThan(2);
    return new RunStore(copy.resolve(".harrier"), copy).latest();
  }

  @TestFactory
  List<DynamicTest> faultsShowWhatIsAnnouncedAndNothingElse() throws Exception {
    List<String> programs = copyPrograms();
    List<Want> wants = WantComments.in(copy);
    RunReport report = fuzz("--faults", "all", "--per-test", "100", "--time", "10m", "./...");
    List<DynamicTest> tests = new ArrayList<>();
    for (String program : programs) {
      tests.add(
          DynamicTest.dynamicTest(program, () -> WantedFindings.check(program, wants, report)));
    }
    tests.add(DynamicTest.dynamicTest("each needs a fault", () -> assertNeedFaults(report)));
    return tests;
  }

  private static void assertNeedFaults(RunReport report) {
    assertThat(report.findings())
        .filteredOn(finding -> finding.strength() == Strength.OBSERVED)
        .isNotEmpty()
        .allMatch(finding ->
            finding.explanation().doubts().stream().anyMatch(Doubt.FaultAssumed.class::isInstance));
  }

  @Test
  void withoutFaultsNothingGoesWrong() throws Exception {
    copyPrograms();
    assertThat(fuzz("--per-test", "20", "./...").findings()).isEmpty();
  }

  /** What a test has to say of a connection that failed is not reported, nor what it leaves. */
  @Test
  void aTestThatReliesOnItsPeersFailsNoRun() throws Exception {
    Files.writeString(copy.resolve("go.mod"), "module harrier.dev/relies\n\ngo 1.24\n");
    Files.writeString(
        copy.resolve("client.go"),
        """
        package relies

        import "net"

        type client struct {
        	conn net.Conn
        	stop chan bool
        }

        func dial(address string) (*client, error) {
        	conn, err := net.Dial("tcp", address)
        	if err != nil {
        		return nil, err
        	}
        	c := &client{conn, make(chan bool)}
        	go func() {
        		<-c.stop
        		conn.Close()
        	}()
        	return c, nil
        }

        func (c *client) ask() (answer byte, err error) {
        	var message [1]byte
        	if _, err := c.conn.Write(message[:]); err != nil {
        		return 0, err
        	}
        	_, err = c.conn.Read(message[:])
        	return message[0], err
        }
        """);
    Files.writeString(
        copy.resolve("client_test.go"),
        """
        package relies

        import (
        	"io"
        	"net"
        	"testing"
        )

        func TestClient(t *testing.T) {
        	l, err := net.Listen("tcp", "127.0.0.1:0")
        	if err != nil {
        		t.Fatal(err)
        	}
        	defer l.Close()
        	answered := make(chan bool)
        	go func() {
        		c, err := l.Accept()
        		if err != nil {
        			return
        		}
        		defer c.Close()
        		io.Copy(c, c)
        		answered <- true
        	}()
        	c, err := dial(l.Addr().String())
        	if err != nil {
        		t.Fatal(err)
        	}
        	if _, err := c.ask(); err != nil {
        		t.Fatal(err)
        	}
        	close(c.stop)
        	<-answered
        }
        """);
    RunReport report = fuzz("--faults", "net", "--per-test", "200", ".");
    assertThat(report.findings()).extracting(Finding::strength).doesNotContain(Strength.OBSERVED);
    assertThat(report.findings())
        .extracting(finding -> finding.rule().id())
        .doesNotContain("test-failure");
  }

  @Test
  void faultsNeedConnectionsInMemory() throws Exception {
    copyPrograms();
    for (String faults : List.of("net", "cancel,net", "all")) {
      Result result =
          new HarrierProcess(copy).call("fuzz", "--faults", faults, "--net", "kernel", "./...");
      assertThat(result.status()).isEqualTo(2);
      assertThat(result.err()).contains("-faults net needs connections in memory");
    }
  }

  @Test
  void aListOfFaultsThatIsNoneIsRefused() throws Exception {
    for (String faults : List.of("net,", "net,off", "net;cancel", "disk", "")) {
      Result result = new HarrierProcess(copy).call("fuzz", "--faults", faults, "./...");
      assertThat(result.status()).as(faults).isEqualTo(2);
      assertThat(result.err())
          .contains("some of net, cancel and files with commas between, but was '" + faults);
    }
  }

  @Test
  void aListOfFaultsIsAllInIt() throws Exception {
    copyPrograms();
    RunReport report =
        fuzz(
            "--faults",
            "net,cancel",
            "--per-test",
            "100",
            "./late-result/bug",
            "./lost-answer/bug");
    assertThat(report.findings()).isNotEmpty();
    assertNeedFaults(report);
  }

  private List<String> copyPrograms() throws IOException {
    Files.writeString(copy.resolve("go.mod"), "module harrier.dev/programs/faults\n\ngo 1.24\n");
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        Path target = copy.resolve(PROGRAMS.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    try (Stream<Path> programs = Files.list(PROGRAMS)) {
      return programs
          .filter(p -> Files.isDirectory(p.resolve("bug")))
          .map(p -> String.valueOf(p.getFileName()))
          .sorted()
          .toList();
    }
  }
}
