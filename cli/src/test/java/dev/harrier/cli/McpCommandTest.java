package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier mcp} as the SDK's own client sees it, on real programs. */
final class McpCommandTest {
  private static final Path PROGRAM =
      Path.of("..", "programs", "fuzz", "oppositelocks").toAbsolutePath().normalize();

  @TempDir private Path directory;

  private final Queue<String> progress = new ConcurrentLinkedQueue<>();
  private McpSyncClient client;

  @BeforeEach
  void connect() throws Exception {
    GoModule.at(directory);
    // The SDK starts a server where the client is.
    List<String> words = new ArrayList<>(List.of("-C", directory.toString()));
    words.addAll(HarrierProcess.words("mcp"));
    ServerParameters server =
        ServerParameters.builder("env").args(words).env(System.getenv()).build();
    client =
        McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
            .requestTimeout(Duration.ofMinutes(5))
            .initializationTimeout(Duration.ofMinutes(5))
            .progressConsumer(p -> progress.add(String.valueOf(p.message())))
            .build();
    client.initialize();
  }

  @AfterEach
  void disconnect() {
    client.closeGracefully();
  }

  private CallToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(
        CallToolRequest.builder(tool).arguments(arguments).progressToken("p").build());
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> data(String tool, Map<String, Object> arguments) {
    CallToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(result.toString()).isNotEqualTo(true);
    return (Map<String, Object>) Objects.requireNonNull(result.structuredContent());
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> data, String name) {
    return (List<Map<String, Object>>) Objects.requireNonNull(data.get(name));
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  private void take(String twin) throws Exception {
    try (var files = Files.list(PROGRAM.resolve(twin))) {
      for (Path file : files.toList()) {
        Files.copy(
            file, directory.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Test
  void aDeadlockIsFoundExplainedAndItsFixChecked() throws Exception {
    take("bug");
    assertThat(client.listTools().tools())
        .extracting(Tool::name)
        .contains(
            "run_tests", "explore", "replay", "list_findings", "explain_finding", "check_fix");

    Map<String, Object> explored = data("explore", Map.of("first", true, "seconds", 60));
    assertThat(explored).containsEntry("status", 1).containsEntry("meaning", "findings");
    assertThat(progress).anyMatch(line -> line.startsWith("building example.com/m"));

    List<Map<String, Object>> findings = list(data("list_findings", Map.of()), "findings");
    assertThat(findings).isEqualTo(list(explored, "findings")).hasSize(1);
    String id = String.valueOf(findings.getFirst().get("id"));

    Map<String, Object> explained = data("explain_finding", Map.of("finding", id.substring(0, 8)));
    assertThat(explained.toString())
        .contains(
            "interleaving={goroutines=[", "turns=[{operation={goroutine=", "evidence=[{kind=");
    assertThat(text(call("explain_finding", Map.of("finding", id)))).contains("why now");

    assertThat(data("replay", Map.of("finding", id, "count", 3)))
        .hasEntrySatisfying(
            "notes", notes -> assertThat(notes.toString()).contains("reproduced in 3 of 3 runs"));
    assertThat(data("check_fix", Map.of("finding", id))).containsEntry("verdict", "still-there");

    take("fixed");
    Map<String, Object> fixed = data("check_fix", Map.of("finding", id, "seconds", 4));
    assertThat(fixed.get("verdict")).isIn("proved", "not-shown-again");
    assertThat(list(fixed, "shown")).isEmpty();
    assertThat(list(data("list_findings", Map.of()), "findings")).isEmpty();

    data("explore", Map.of("seconds", 2));
    assertThat(progress).anyMatch(line -> line.matches("[\\d,]+ executions, .* found, .*"));
  }

  @Test
  void aTypeIsProbed() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            import "sync"

            // A Counter is safe for concurrent use.
            type Counter struct {
            	mu sync.Mutex
            	n  int
            }

            func (c *Counter) Add() { c.mu.Lock(); defer c.mu.Unlock(); c.n++ }

            func (c *Counter) Total() int { return c.n }

            // An Other is safe for concurrent use.
            type Other struct{ n int }

            func (o *Other) Add() { o.n++ }
            """)
        .file(
            "m_test.go",
            """
            package m

            import "testing"

            func TestCounter(t *testing.T) { c := &Counter{}; c.Add(); c.Total() }

            func TestOther(t *testing.T) { o := &Other{}; o.Add() }
            """);
    Map<String, Object> probed =
        data("probe", Map.of("packages", List.of("."), "type", "Counter", "seconds", 12));
    assertThat(probed).containsEntry("status", 1).containsEntry("meaning", "findings");
    assertThat(list(probed, "findings"))
        .isNotEmpty()
        .allSatisfy(
            f -> assertThat(f).containsEntry("rule", "data-race").containsEntry("line", 11));
    assertThat(call("probe", Map.of("type", "(")))
        .matches(r -> r.isError() && text(r).contains("-type is not a regular expression"));
  }

  @Test
  void aLeakOfATestThatPassesIsFound() throws Exception {
    GoModule.at(directory).leakingTest();
    Map<String, Object> ran = data("run_tests", Map.of("packages", List.of(".")));
    assertThat(list(ran, "findings"))
        .singleElement()
        .satisfies(f ->
            assertThat(f)
                .containsEntry("rule", "goroutine-leak")
                .containsEntry("strength", "observed")
                .containsEntry("file", "m_test.go")
                .containsEntry("test", "TestM"));
    assertThat(progress).anyMatch(line -> line.contains("example.com/m"));
  }

  @Test
  void badInputIsASentence() throws Exception {
    GoModule.at(directory).file("m.go", "package m\n\nfunc broken( {}\n");
    assertThat(call("explain_finding", Map.of("finding", "0123")))
        .matches(r -> r.isError() && text(r).contains("no stored run has a finding"));
    assertThat(call("explain_finding", Map.of("finding", "-x")))
        .matches(r -> r.isError() && text(r).contains("'-x' names no finding"));
    assertThat(call("explain_finding", Map.of()).isError()).isTrue();
    assertThat(call("replay", Map.of("finding", "-toolexec=./evil.sh")))
        .matches(r -> r.isError() && text(r).contains("'-toolexec=./evil.sh' names no finding"));
    String settings = "harrier2:pkg=example.com/m:test=TestM:build=-toolexec%3D./evil.sh";
    assertThat(
            call("replay", Map.of("finding", settings + ":strategy=default:seed=1:finding=abcd")))
        .matches(r -> r.isError() && text(r).contains("-toolexec"));
    assertThat(call("run_tests", Map.of("packages", List.of("-exec=rm"))))
        .matches(r -> r.isError() && text(r).contains("is not a package pattern"));
    assertThat(call("list_findings", Map.of("directory", "/")))
        .matches(r -> r.isError() && text(r).contains("/ is not in a Go module"));
    assertThat(call("list_findings", Map.of("directory", "a\0b")))
        .matches(r -> r.isError() && text(r).contains("no such directory: a\\x00b"));
    assertThat(call("run_tests", Map.of("packages", List.of("a\0b"))).isError()).isTrue();
    assertThat(text(call("list_findings", Map.of()))).contains("no run is stored yet");
    CallToolResult broken = call("run_tests", Map.of());
    assertThat(text(broken)).contains("m.go:3");
    Path run = Files.createDirectories(directory.resolve(".harrier/runs/20260131-235959-1"));
    Files.writeString(run.resolve("run.json"), "{\"version\": 1}");
    Files.writeString(run.resolve("findings.json"), "{\"version\": 1}");
    assertThat(text(call("list_findings", Map.of())))
        .contains("version 4, the only one that this Harrier reads");
  }
}
