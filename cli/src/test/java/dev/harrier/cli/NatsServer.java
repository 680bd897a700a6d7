package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real NATS server on loopback, built from its Go module. */
final class NatsServer implements AutoCloseable {
  private static final String MODULE = "github.com/nats-io/nats-server/v2@";

  /** The release that most tests use. */
  static final String RELEASE = "v2.12.2";

  private static final long PATIENCE_SECONDS = 30;

  private final String release;
  private final Path directory;
  private final int port;
  private final List<String> flags;
  private final Duration ahead;
  private Process process;

  private NatsServer(String release, Path directory, int port, List<String> flags, Duration ahead)
      throws Exception {
    this.release = release;
    this.directory = directory;
    this.port = port;
    this.flags = flags;
    this.ahead = ahead;
    this.process = start();
  }

  /** Starts one; the test is skipped where the module can't be had. */
  static NatsServer start(Path directory, String... flags) throws Exception {
    return start(RELEASE, directory, freePort(), List.of(flags));
  }

  /** Starts one of this release at this port. */
  static NatsServer start(String release, Path directory, int port, List<String> flags)
      throws Exception {
    return start(release, directory, port, flags, Duration.ZERO);
  }

  /** Starts one whose clock is so much ahead, or late. */
  static NatsServer start(
      String release, Path directory, int port, List<String> flags, Duration ahead)
      throws Exception {
    Files.createDirectories(directory);
    return new NatsServer(release, directory, port, flags, ahead);
  }

  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** Built once for all tests. */
  private Path executable() throws Exception {
    boolean right = ahead.isZero();
    Path bin = Path.of("target", "nats", right ? release : release + "-clock").toAbsolutePath();
    Path executable = bin.resolve("nats-server");
    if (!Files.isExecutable(executable)) {
      List<String> command = new ArrayList<>(List.of("go", "install"));
      if (!right) {
        command.add("-overlay=" + WrongClock.overlay(bin.resolve("overlay")));
      }
      command.add(MODULE + release);
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("GOBIN", bin.toString());
      builder.environment().remove("GOFLAGS");
      builder.redirectErrorStream(true);
      Process install = builder.start();
      String said = new String(install.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Assumptions.assumeTrue(
          install.waitFor() == 0, "this needs " + MODULE + release + ": " + said);
    }
    return executable;
  }

  private Process start() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                executable().toString(),
                "-a",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-sd",
                directory.resolve("jetstream").toString()));
    command.addAll(flags);
    ProcessBuilder server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()));
    server.environment().put(WrongClock.VARIABLE, Long.toString(ahead.toSeconds()));
    Process started = server.start();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!answers()) {
      assertThat(started.isAlive()).as(Files.readString(directory.resolve("log"))).isTrue();
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(50);
    }
    return started;
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Its address with the name of a campaign. */
  String address(String user, String campaign) {
    return "nats://%s127.0.0.1:%d/%s".formatted(user, port, campaign);
  }

  int port() {
    return port;
  }

  /** Killed without warning. */
  void kill() throws Exception {
    process.destroyForcibly().waitFor();
  }

  /** Starts again where it left off. */
  void restart() throws Exception {
    process = start();
  }

  /** Both, one after the other. */
  void crash() throws Exception {
    kill();
    restart();
  }

  /** Neither answers nor closes its connections, as one that the network no longer reaches. */
  void freeze() throws Exception {
    signal("STOP");
  }

  /** Continues as if nothing had been. */
  void thaw() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    assertThat(
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor())
        .isZero();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
