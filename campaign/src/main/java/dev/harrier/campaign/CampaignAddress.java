package dev.harrier.campaign;

import dev.harrier.model.command.Secrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where a campaign is: {@code nats://host:4222/name}, several servers of a cluster with commas.
 *
 * @param servers as NATS names them, with credentials if they have some
 * @param name of the campaign; "" if none was given
 */
public record CampaignAddress(List<String> servers, String name) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final List<String> SCHEMES = List.of("nats", "tls", "ws", "wss");

  public CampaignAddress {
    servers = List.copyOf(servers);
  }

  /**
   * Reads an address.
   *
   * @throws CampaignException if it is none
   */
  public static CampaignAddress parse(String text) throws CampaignException {
    int last = text.lastIndexOf(',') + 1; // The name stands behind the last server.
    int scheme = text.indexOf("://", last);
    int slash = text.indexOf('/', scheme < 0 ? last : scheme + "://".length());
    String name = slash < 0 ? "" : text.substring(slash + 1);
    int start = text.indexOf("://");
    String first = start < 0 ? "" : text.substring(0, start + "://".length());
    List<String> servers =
        Arrays.stream((slash < 0 ? text : text.substring(0, slash)).split(",", -1))
            .map(server -> server.contains("://") ? server : first + server)
            .toList();
    for (String server : servers) {
      check(server);
    }
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      throw new CampaignException(
          "'%s' is not the name of a campaign: letters, digits, - and _, at most 64"
              .formatted(name));
    }
    return new CampaignAddress(servers, name);
  }

  private static void check(String server) throws CampaignException {
    try {
      URI uri = new URI(server);
      if (SCHEMES.contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
        return;
      }
    } catch (URISyntaxException e) {
      // Said below.
    }
    throw new CampaignException(
        "'%s' is not the address of a NATS server, such as nats://host:4222/name"
            .formatted(Secrets.hidden(server)));
  }

  /** The same with a name, if it had none. */
  public CampaignAddress named(String otherwise) {
    String fitting = otherwise.replaceAll("[^A-Za-z0-9_-]", "-");
    return name.isEmpty()
        ? new CampaignAddress(servers, fitting.substring(0, Math.min(64, fitting.length())))
        : this;
  }

  /** The servers as people may read them: without passwords. */
  String shown() {
    return String.join(",", servers).replaceAll("://[^@/,]*@", "://");
  }

  /** How the campaign is called in messages and commands, without passwords. */
  @Override
  public String toString() {
    return shown() + "/" + name;
  }
}
