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
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers run what a worker with the campaign's key has put on the server, and nothing else. */
final class CampaignKeyCommandTest {
  @TempDir private Path directory;

  private static String[] fuzz(String address, String... more) {
    return CampaignWorkers.fuzz(address, 4, "1m", more);
  }

  @Test
  void aWorkerNeedsTheKeyAndRunsNothingThatIsNotSigned() throws Exception {
    try (NatsServer server = NatsServer.start(directory.resolve("server"), "-js");
        CampaignWorkers workers = new CampaignWorkers(directory, CampaignWorkers.TESTS)) {
      String address = server.address("", "signed");
      Path keys = Files.createDirectories(directory.resolve("configuration"));
      Result first =
          new HarrierProcess(workers.clone("first"))
              .with("XDG_CONFIG_HOME", keys.toString())
              .run(fuzz(address));
      assertThat(first.status()).as(first.toString()).isLessThan(2);
      Path key = keys.resolve("harrier").resolve("campaigns").resolve("signed.key");
      assertThat(key).exists();

      Path elsewhere = directory.resolve("elsewhere");
      HarrierProcess stranger =
          new HarrierProcess(workers.clone("second")).with("XDG_CONFIG_HOME", elsewhere.toString());
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

  /** As somebody can who may write to the server. */
  @SuppressWarnings("try") // The connection can be interrupted as it closes.
  private static void replacePrograms(NatsServer server, String script) throws Exception {
    byte[] program = script.getBytes(StandardCharsets.UTF_8);
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(program));
    try (Connection connection = Nats.connect("nats://127.0.0.1:" + server.port())) {
      connection.objectStore("harrier-signed-objects").put(digest, program);
      KeyValue corpus = connection.keyValue("harrier-signed-corpus");
      List<String> builds =
          corpus.keys().stream().filter(entry -> entry.startsWith("build.")).toList();
      assertThat(builds).isNotEmpty();
      for (String build : builds) {
        corpus.put(build, "{\"address\":\"%s\",\"remarks\":[],\"places\":{}}".formatted(digest));
      }
    }
  }
}
