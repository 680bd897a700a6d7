package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of a campaign are built once, and run by workers that could not build them. */
final class CampaignBuildsTest {
  private static final Pattern COVERAGE =
      Pattern.compile("concurrency coverage [\\d.]+ %: (\\d+) of ");

  private static final Pattern EXECUTIONS = Pattern.compile("[1-9][0-9,]* executions in ");

  /** It leaks where the timer fires first, and reads a file of its directory. */
  private static final String LEAK =
      """
      package m

      import (
      	"os"
      	"testing"
      	"time"
      )

      func TestTimeout(t *testing.T) {
      	if _, err := os.ReadFile("testdata/seed"); err != nil {
      		t.Fatal(err)
      	}
      	c := make(chan int)
      	go func() { c <- 1 }()
      	select {
      	case <-c:
      	case <-time.After(time.Second):
      	}
      }
      """;

  @TempDir private Path directory;

  private Path clone(String name) throws Exception {
    Path root = GoModule.at(directory.resolve(name)).root();
    for (String one : List.of("a", "b")) {
      Path place = Files.createDirectories(root.resolve(one));
      Files.writeString(
          place.resolve(one + "_test.go"), LEAK.replace("package m", "package " + one));
      Files.writeString(Files.createDirectories(place.resolve("testdata")).resolve("seed"), "1");
    }
    return root;
  }

  /** Executions of each test: so many that a worker which starts late has some of them. */
  private static final int EACH = 300;

  private static String[] fuzz(String address, String... more) {
    return Stream.concat(
            Stream.of(CampaignWorkers.fuzz(address, EACH, "2m", more)), Stream.of("./..."))
        .toArray(String[]::new);
  }

  /** A {@code go} that notes what it is asked. */
  private Path noting(Path log) throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path go = bin.resolve("go");
    Files.writeString(
        go, "#!/bin/sh\necho \"$@\" >>'%s'\nPATH=${PATH#*:} exec go \"$@\"\n".formatted(log));
    Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin;
  }

  @Test
  void workersShareBuildsAndOneNeedsNoGo() throws Exception {
    Path log = directory.resolve("log");
    String path = noting(log) + ":" + System.getenv("PATH");
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", "built");
      Path without = clone("without");
      Path out = directory.resolve("without.out");
      Path err = directory.resolve("without.err");
      Process early =
          new HarrierProcess(without)
              .with("PATH", directory.toString())
              .start(out, err, fuzz(address));
      Process second =
          new HarrierProcess(clone("second"))
              .with("PATH", path)
              .start(
                  directory.resolve("second.out"), directory.resolve("second.err"), fuzz(address));
      Result built = new HarrierProcess(clone("first")).with("PATH", path).run(fuzz(address));
      assertThat(built.status()).as(built.toString()).isLessThan(2);
      assertThat(second.waitFor()).isLessThan(2);
      assertThat(early.waitFor()).as(Files.readString(out) + Files.readString(err)).isLessThan(2);

      assertThat(Files.readAllLines(log).stream().filter(line -> line.startsWith("test -c")))
          .as("each package is built once")
          .hasSize(2);
      assertThat(Files.readString(out))
          .containsPattern(EXECUTIONS)
          .containsPattern(COVERAGE)
          .doesNotContain("without finding");
      Result report = new HarrierProcess(without).run("campaign", "report", address);
      assertThat(report.out()).contains("goroutine-leak: ");
      RunReport announced = new RunStore(without.resolve(".harrier"), without).latest();
      assertThat(announced.failing())
          .hasSize(2)
          .allSatisfy(f -> assertThat(f.location().file()).startsWith(without.toString()))
          .allSatisfy(f -> assertThat(f.location().file()).endsWith("_test.go"));

      assertThat(schedules(server))
          .isNotEmpty()
          .allSatisfy(text -> assertThat(text).contains("harrier2:pkg=", "finding=news"));

      Path first = directory.resolve("first");
      Path changed = first.resolve("b").resolve("b_test.go");
      Files.writeString(changed, Files.readString(changed).replace("\tcase <-c:\n", ""));
      Result next =
          new HarrierProcess(first)
              .run(fuzz(server.address("", "next"), "--execs", "16", "--minimize", "0"));
      assertThat(next.out())
          .contains("16 executions in ", "b_test.go", "campaign ", ": 16 executions of 2 targets")
          .doesNotContain("a_test.go");

      Result other =
          new HarrierProcess(without)
              .with("PATH", directory.toString())
              .run("fuzz", "--campaign", address, "--per-test", "80", "--races", "off", "./a");
      assertThat(other.status()).as(other.toString()).isEqualTo(2);
      assertThat(other.err()).contains("can't ask which packages './ ./a' means");
    }
  }

  /** What workers gave to others because it showed something new, by target. */
  private static List<String> schedules(NatsServer server) throws Exception {
    Connection connection = Nats.connect("nats://127.0.0.1:" + server.port());
    KeyValue bucket = connection.keyValue("harrier-built-corpus");
    List<String> texts = new ArrayList<>();
    for (String key : bucket.keys("schedules.>")) {
      texts.add(bucket.get(key).getValueAsString());
    }
    connection.close();
    return texts;
  }

  /** What one with Go has read of the sources is all that it takes. */
  @Test
  void aWorkerWithoutGoMeasuresCoverage() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      String address = server.address("", "covered");
      Result one = new HarrierProcess(clone("with")).run(fuzz(address, "--execs", "1"));
      Result most =
          new HarrierProcess(clone("without"))
              .with("PATH", directory.toString())
              .run(fuzz(address, "--execs", "60"));
      assertThat(covered(most)).isGreaterThan(covered(one)).isGreaterThan(4);
    }
  }

  private static int covered(Result result) {
    Matcher covered = COVERAGE.matcher(result.out());
    assertThat(covered.find()).as(result.toString()).isTrue();
    return Integer.parseInt(covered.group(1));
  }

  /** It waits a minute for a worker that begins the campaign. */
  @Test
  void aWorkerWithoutGoThatWaitsForOthersEndsWhenAskedTo() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js")) {
      Path err = directory.resolve("err");
      Process waiting =
          new HarrierProcess(clone("without"))
              .with("PATH", directory.toString())
              .start(directory.resolve("out"), err, fuzz(server.address("", "nobody")));
      assertThat(waiting.waitFor(6, TimeUnit.SECONDS)).as("it waits").isFalse();
      waiting.destroy();
      assertThat(waiting.waitFor(30, TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThat(waiting.exitValue()).as(Files.readString(err)).isEqualTo(130);
      assertThat(Files.readString(err)).contains("interrupted while waiting for a worker");
    }
  }

  @Test
  void withoutACampaignGoIsNeeded() throws Exception {
    Result result =
        new HarrierProcess(clone("m")).with("PATH", directory.toString()).run("fuzz", "./...");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("no go command on PATH");
  }
}
