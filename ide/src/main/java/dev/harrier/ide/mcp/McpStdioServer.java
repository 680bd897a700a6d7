package dev.harrier.ide.mcp;

import dev.harrier.ide.launch.Launcher;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Serves one client until it goes. */
public final class McpStdioServer {
  private static final String INSTRUCTIONS =
      """
      Finds concurrency bugs in Go programs: goroutine leaks, deadlocks, misuse of channels and locks,
      data races. run_tests runs tests on an instrumented runtime; explore runs them under many
      schedules; vet looks at the source alone. explain_finding says all that is known of a finding,
      with the interleaving that shows it. After a change, check_fix says whether that fixes it.
      Strengths: observed and confirmed happened; predicted, static and suspicious did not.
      """;

  /**
   * The SDK logs every request that it gets; held here because the JDK forgets a logger that no one
   * holds.
   */
  private static final Logger SDK = Logger.getLogger("io.modelcontextprotocol");

  private final FindingTools findings;
  private final RunTools runs;
  private final FixTool fixes;
  private final String version;

  /**
   * @param start the directory that calls are about which name none
   * @param caches Harrier's directory among the user's caches
   */
  public McpStdioServer(Launcher launcher, Path start, Path caches, String version) {
    this.findings = new FindingTools(start, caches);
    this.runs = new RunTools(start, launcher);
    this.fixes = new FixTool(findings, runs);
    this.version = version;
  }

  /**
   * Serves until the input ends, or {@code ended} is complete.
   *
   * @param out has nothing but messages of the protocol
   */
  public void serve(InputStream in, OutputStream out, CompletableFuture<Void> ended) {
    SDK.setLevel(Level.WARNING);
    EndingInput input = new EndingInput(in, McpJsonDefaults.getMapper(), ended);
    McpSyncServer server =
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper(), input, out))
            .serverInfo("harrier", version)
            .instructions(INSTRUCTIONS)
            .capabilities(ServerCapabilities.builder().tools(false).build())
            .validateToolInputs(true)
            .requestTimeout(Duration.ofMinutes(1))
            .tools(tools())
            .build();
    ended.join();
    server.close();
  }

  private List<SyncToolSpecification> tools() {
    return List.of(
        tool(
            "run_tests",
            "Run Go tests on an instrumented runtime, and report goroutine leaks, deadlocks and misuse"
                + " of channels and locks, also where the tests pass.",
            false,
            packages()
                .text("run", "Which tests: a regular expression, as go test -run takes it.")
                .flag("race", "Look for data races too (needs cgo).")
                .flag("short", "Have long tests shorten themselves.")
                .number("timeout_seconds", 1, 86_400, "When the tests of a package are ended."),
            (a, said) -> runs.test(a, said)),
        tool(
            "explore",
            "Run Go tests again and again under other schedules, select cases and timers, and report"
                + " what some of them show, with a schedule that replays it.",
            false,
            packages()
                .text("run", "Which tests: a regular expression.")
                .number("seconds", 1, 86_400, "How long (default 30); builds do not count.")
                .number("executions_per_test", 1, 1_000_000, "At most so many of each test.")
                .flag("first", "Explore each test only until it shows a finding.")
                .flag(
                    "races",
                    "Look for data races in all packages, not in those of the module alone."),
            (a, said) -> runs.explore(a, said)),
        tool(
            "probe",
            "Write tests that call methods of one object at the same time, explore their schedules,"
                + " and report what goes wrong. The objects come from the package's own tests.",
            false,
            packages()
                .text("type", "Only types whose names match this regular expression.")
                .text("func", "Only methods whose names match this regular expression.")
                .number("seconds", 1, 86_400, "How long (default 60); builds do not count."),
            (a, said) -> runs.probe(a, said)),
        tool(
            "vet",
            "Find data races through closures in the source, without running anything.",
            false,
            packages(),
            (a, said) -> runs.vet(a, said)),
        tool(
            "replay",
            "Run the schedule of a finding of explore again, and say how often it showed.",
            false,
            finding().number("count", 1, 1000, "How many runs (default 10)."),
            (a, said) -> runs.replay(a, said)),
        tool(
            "list_findings",
            "List the findings of the stored runs that no newer run has taken back. Runs nothing.",
            true,
            Schema.inDirectory()
                .text("rule", "Only of this rule, such as goroutine-leak.")
                .words(
                    "weakest",
                    List.of("observed", "predicted", "static", "suspicious"),
                    "Only findings that are at least so strong (default suspicious)."),
            (a, _) -> findings.list(a)),
        tool(
            "explain_finding",
            "All that is known of a finding: goroutines with their stacks, objects with what was done"
                + " to them, the steps that led to it, what proves it, and the interleaving of its"
                + " replay. Runs nothing.",
            true,
            finding(),
            (a, _) -> findings.explain(a)),
        tool(
            "check_fix",
            "Say whether a change fixes a finding: its schedule is replayed with the changed code, its"
                + " test is explored for much longer than it took to find it, and so are other tests"
                + " that reach changed lines. The verdict is proved, not-shown-again (with the chance"
                + " that this is luck), still-there, another-one or program-fails.",
            false,
            finding().number("seconds", 1, 86_400, "Time to explore at most (default 60)."),
            fixes::check));
  }

  private static Schema packages() {
    return Schema.inDirectory().texts("packages", "Package patterns (default ./...).");
  }

  private static Schema finding() {
    return Schema.inDirectory()
        .text("finding", "The id of the finding, or its first 4 digits or more.")
        .required("finding");
  }

  /** What a tool does with a call. */
  @FunctionalInterface
  private interface Work {
    Answer of(Arguments arguments, Consumer<String> said)
        throws ToolCallException, IOException, InterruptedException;
  }

  private static SyncToolSpecification tool(
      String name, String description, boolean reads, Schema schema, Work work) {
    return SyncToolSpecification.builder()
        .tool(
            Tool.builder(name, schema.build())
                .description(description)
                .annotations(
                    ToolAnnotations.builder().readOnlyHint(reads).destructiveHint(false).build())
                .build())
        .callHandler((exchange, request) -> call(exchange, request, work))
        .build();
  }

  private static CallToolResult call(
      McpSyncServerExchange exchange, CallToolRequest request, Work work) {
    try {
      Map<String, Object> arguments = request.arguments() == null ? Map.of() : request.arguments();
      return work.of(new Arguments(arguments), progress(exchange, request)).result();
    } catch (ToolCallException e) {
      return Answer.failure(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return Answer.failure("harrier could not do it: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.failure("the server ends");
    }
  }

  /** Hands on what a run prints, where the client asked for it. */
  private static Consumer<String> progress(
      McpSyncServerExchange exchange, CallToolRequest request) {
    Object token = request.meta() == null ? null : request.meta().get("progressToken");
    if (token == null) {
      return _ -> {};
    }
    AtomicInteger lines = new AtomicInteger();
    return line ->
        exchange.progressNotification(
            ProgressNotification.builder(token, lines.incrementAndGet()).message(line).build());
  }
}
