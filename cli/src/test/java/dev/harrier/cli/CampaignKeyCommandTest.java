package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import io.nats.client.Connection;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers run what a worker with the campaign's key has put on the server, and nothing else. */
final class CampaignKeyCommandTest {
  @TempDir private Path directory;

  private static String[] fuzz(String address, String... more) {
    return CampaignWorkers.fuzz(address, 4, "1m", more);
  }

  /** A worker whose keys are in a directory of their own. */
  private HarrierProcess in(Path clone, String configuration) {
    return new HarrierProcess(clone)
        .with("XDG_CONFIG_HOME", directory.resolve(configuration).toString());
  }

  @Test
  void aWorkerNeedsTheKeyAndRunsNothingThatIsNotSigned() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, CampaignWorkers.TESTS)) {
      String address = server.address("", "signed");
      Path keys = Files.createDirectories(directory.resolve("configuration"));
      Result first = in(workers.clone("first"), "configuration").run(fuzz(address));
      assertThat(first.status()).as(first.toString()).isLessThan(2);
      Path key = keys.resolve("harrier").resolve("campaigns").resolve("signed.key");
      assertThat(key).exists();

      HarrierProcess stranger = in(workers.clone("second"), "elsewhere");
      Result without = stranger.run(fuzz(address));
      assertThat(without.status()).as(without.toString()).isEqualTo(2);
      assertThat(without.err()).contains("can't be joined", "a key that is not here");
      Path other = Files.writeString(directory.resolve("other.key"), "0".repeat(64));
      Result wrong = stranger.run(fuzz(address, "--campaign-key", other.toString()));
      assertThat(wrong.status()).as(wrong.toString()).isEqualTo(2);
      assertThat(wrong.err()).contains("is not signed with the key");
      assertThat(stranger.run("campaign", "status", address).out()).contains("campaign ");
      Result given = stranger.run(fuzz(address, "--campaign-key", key.toString()));
      assertThat(given.status()).as(given.toString()).isLessThan(2);

      Path mark = directory.resolve("executed");
      replacePrograms(server, "#!/bin/sh\ntouch '%s'\n".formatted(mark));
      Result attacked = stranger.run(fuzz(address, "--campaign-key", key.toString()));
      assertThat(attacked.status()).as(attacked.toString()).isEqualTo(4);
      assertThat(attacked.err())
          .contains("build.", "is not signed with the key")
          .doesNotContain("\tat ");
      assertThat(mark).doesNotExist();
    }
  }

  /** It is signed, but for other sources. */
  @Test
  void aProgramOfAnEarlierCampaignOfThisNameIsNotRun() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, CampaignWorkers.TESTS)) {
      String address = server.address("", "signed");
      Path clone = workers.clone("first");
      HarrierProcess worker = in(clone, "configuration");
      Result earlier = worker.run(fuzz(address));
      assertThat(earlier.status()).as(earlier.toString()).isLessThan(2);
      Map<String, String> builds = builds(server);
      assertThat(worker.run("campaign", "stop", "--remove", address).status()).isZero();

      Path tests = clone.resolve("m_test.go");
      Files.writeString(tests, Files.readString(tests).replace("wg.Add(2)", "wg.Add(1 + 1)"));
      Result again = worker.run(fuzz(address));
      assertThat(again.status()).as(again.toString()).isLessThan(2);
      putBuilds(server, builds);
      Result attacked = worker.run(fuzz(address));
      assertThat(attacked.status()).as(attacked.toString()).isEqualTo(4);
      assertThat(attacked.err()).contains("build.", "is not signed", "for this campaign");
    }
  }

  @Test
  void whatNoHarrierWroteIsASentence() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, CampaignWorkers.TESTS)) {
      String address = server.address("", "signed");
      Path clone = workers.clone("first");
      HarrierProcess worker = in(clone, "configuration");
      Result first = worker.run(fuzz(address));
      assertThat(first.status()).as(first.toString()).isLessThan(2);
      HarrierProcess stranger = in(clone, "elsewhere");
      String unsigned = "0".repeat(64) + " ";
      put(server, "harrier-signed-campaign", "stop", "not a number");
      assertThat(stranger.run("campaign", "stop", address).status()).isZero();

      put(
          server,
          "harrier-signed-findings",
          "f",
          unsigned
              + "{\"target\":\"m.TestA\",\"targets\":[],\"document\":\"object:%s\",\"foundBy\":\"a\",\"confirmedBy\":\"b\",\"tries\":1}"
                  .formatted("0".repeat(64)));
      Result report = stranger.run("campaign", "report", address);
      assertThat(report.status()).as(report.toString()).isEqualTo(4);
      assertThat(report.toString()).contains("has lost or damaged what it kept of 1 finding");

      put(server, "harrier-signed-findings", "f", unsigned + "{}");
      Result status = stranger.run("campaign", "status", address);
      assertThat(status.status()).as(status.toString()).isEqualTo(4);
      assertThat(status.err()).contains("no Harrier wrote").doesNotContain("\tat ");
    }
  }

  @SuppressWarnings("try") // The connection can be interrupted as it closes.
  private static void put(NatsServer server, String bucket, String key, String text)
      throws Exception {
    try (Connection connection = connected(server)) {
      connection.keyValue(bucket).put(key, text);
    }
  }

  private static Connection connected(NatsServer server) throws Exception {
    return Nats.connect("nats://127.0.0.1:" + server.port());
  }

  @SuppressWarnings("try") // The connection can be interrupted as it closes.
  private static Map<String, String> builds(NatsServer server) throws Exception {
    Map<String, String> builds = new HashMap<>();
    try (Connection connection = connected(server)) {
      KeyValue corpus = connection.keyValue("harrier-signed-corpus");
      for (String entry : corpus.keys()) {
        if (entry.startsWith("build.")) {
          builds.put(entry, corpus.get(entry).getValueAsString());
        }
      }
    }
    assertThat(builds).isNotEmpty();
    return builds;
  }

  @SuppressWarnings("try") // The connection can be interrupted as it closes.
  private static void putBuilds(NatsServer server, Map<String, String> builds) throws Exception {
    try (Connection connection = connected(server)) {
      for (Map.Entry<String, String> build : builds.entrySet()) {
        connection.keyValue("harrier-signed-corpus").put(build.getKey(), build.getValue());
      }
    }
  }

  /** As somebody can who may write to the server. */
  @SuppressWarnings("try") // The connection can be interrupted as it closes.
  private static void replacePrograms(NatsServer server, String script) throws Exception {
    byte[] program = script.getBytes(StandardCharsets.UTF_8);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(program));
    Map<String, String> builds = builds(server);
    try (Connection connection = connected(server)) {
      connection.objectStore("harrier-signed-objects").put(digest, program);
    }
    builds.replaceAll(
        (_, _) -> "{\"address\":\"%s\",\"remarks\":[],\"places\":{}}".formatted(digest));
    putBuilds(server, builds);
  }
}
