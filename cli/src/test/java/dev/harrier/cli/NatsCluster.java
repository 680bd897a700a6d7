package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nats.client.Connection;
import io.nats.client.Nats;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Three real NATS servers on loopback that are one. */
final class NatsCluster implements AutoCloseable {
  private static final int SIZE = 3;
  private static final long PATIENCE_SECONDS = 60;

  private final List<NatsServer> servers = new ArrayList<>();
  private final List<Integer> monitors = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  /** Starts them, and waits until they have a leader. */
  static NatsCluster start(Path directory) throws Exception {
    return start(directory, Duration.ZERO);
  }

  /** The clock of the first one is so much ahead, or late. */
  static NatsCluster start(Path directory, Duration ahead) throws Exception {
    NatsCluster cluster = new NatsCluster();
    List<Integer> routes = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      routes.add(NatsServer.freePort());
      cluster.monitors.add(NatsServer.freePort());
    }
    String all =
        routes.stream().map(port -> "nats://127.0.0.1:" + port).collect(Collectors.joining(","));
    for (int i = 0; i < SIZE; i++) {
      cluster.servers.add(
          NatsServer.start(
              NatsServer.RELEASE,
              directory.resolve("n" + i),
              NatsServer.freePort(),
              List.of(
                  "-js",
                  "-n",
                  "n" + i,
                  "-m",
                  "" + cluster.monitors.get(i),
                  "--cluster_name",
                  "test",
                  "--cluster",
                  "nats://127.0.0.1:" + routes.get(i),
                  "--routes",
                  all),
              i == 0 ? ahead : Duration.ZERO));
    }
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (cluster.state(0).getAsJsonObject("meta_cluster").get("leader") == null) {
      assertThat(System.nanoTime()).as("the cluster finds a leader").isLessThan(until);
      Thread.sleep(100);
    }
    return cluster;
  }

  private JsonObject state(int server) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d/jsz?streams=1".formatted(monitors.get(server))))
            .timeout(Duration.ofSeconds(5))
            .build();
    return JsonParser.parseString(http.send(request, BodyHandlers.ofString()).body())
        .getAsJsonObject();
  }

  /** The server that leads a stream. */
  NatsServer leader(String stream) throws Exception {
    return servers.get(leaderOf(stream, 0).orElseThrow());
  }

  /** The one that leads a stream since another one, which does not know, is cut off. */
  NatsServer leaderBeside(NatsServer cut, String stream) throws Exception {
    int old = servers.indexOf(cut);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      Optional<Integer> leader = leaderOf(stream, (old + 1) % SIZE);
      if (leader.isPresent() && leader.get() != old) {
        return servers.get(leader.get());
      }
      assertThat(System.nanoTime()).as("%s finds another leader", stream).isLessThan(until);
      Thread.sleep(100);
    }
  }

  /** Has others step down until this server gives out the messages of a consumer. */
  void lead(int server, String stream, String consumer) throws Exception {
    Connection connection = Nats.connect("nats://127.0.0.1:" + servers.get(server).port());
    String wanted = "n" + server;
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!wanted.equals(
        connection
            .jetStreamManagement()
            .getConsumerInfo(stream, consumer)
            .getClusterInfo()
            .getLeader())) {
      assertThat(System.nanoTime()).as("%s leads %s", wanted, consumer).isLessThan(until);
      connection.request(
          "$JS.API.CONSUMER.LEADER.STEPDOWN.%s.%s".formatted(stream, consumer),
          new byte[0],
          Duration.ofSeconds(2));
      Thread.sleep(500);
    }
    connection.close();
  }

  /** As one of the servers knows it, if it knows one. */
  private Optional<Integer> leaderOf(String stream, int asked) throws Exception {
    for (JsonElement account : state(asked).getAsJsonArray("account_details")) {
      for (JsonElement one : account.getAsJsonObject().getAsJsonArray("stream_detail")) {
        if (one.getAsJsonObject().get("name").getAsString().equals(stream)) {
          JsonObject cluster = one.getAsJsonObject().getAsJsonObject("cluster");
          return Optional.ofNullable(cluster.get("leader"))
              .map(leader -> Integer.parseInt(leader.getAsString().substring(1)));
        }
      }
    }
    throw new AssertionError("there is no stream " + stream);
  }

  /**
   * Kills all but one, which does not lead the others: one that did goes on answering for a while.
   */
  void leaveAFollower() throws Exception {
    String leader =
        state(0).getAsJsonObject("meta_cluster").get("leader").getAsString().substring(1);
    int left = (Integer.parseInt(leader) + 1) % SIZE;
    for (int i = 0; i < SIZE; i++) {
      if (i != left) {
        servers.get(i).kill();
      }
    }
  }

  NatsServer server(int number) {
    return servers.get(number);
  }

  /** All their addresses, with the name of a campaign. */
  String address(String campaign) {
    return servers.stream()
            .map(server -> "nats://127.0.0.1:" + server.port())
            .collect(Collectors.joining(","))
        + "/"
        + campaign;
  }

  @Override
  public void close() {
    servers.forEach(NatsServer::close);
  }
}
