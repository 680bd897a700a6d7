package dev.harrier.ide.browser;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who may ask: only who knows the token, from a page of this server or from no page at all. */
final class Guard {
  private static final int TOKEN_BYTES = 18;

  /** Any port: a tunnel may have another one than the server. */
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final String token;

  Guard() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** What every address begins with. */
  String root() {
    return "/" + token + "/";
  }

  /** Why a request is refused; empty if it is not. */
  Optional<String> refusal(HttpExchange request) {
    Headers headers = request.getRequestHeaders();
    String host = headers.getFirst("Host");
    if (host == null || !LOOPBACK.contains(host.replaceFirst(":\\d{1,5}$", ""))) {
      return Optional.of("harrier ui answers to 127.0.0.1 and localhost only");
    }
    List<String> origins = headers.getOrDefault("Origin", List.of());
    String site = Optional.ofNullable(headers.getFirst("Sec-Fetch-Site")).orElse("none");
    if (!origins.stream().allMatch(("http://" + host)::equals)
        || !(site.equals("same-origin") || site.equals("none"))) {
      return Optional.of("harrier ui does not answer to other pages");
    }
    return knowsToken(request.getRequestURI())
        ? Optional.empty()
        : Optional.of("this is not the address that harrier ui printed when it began");
  }

  private boolean knowsToken(URI address) {
    String path = Optional.ofNullable(address.getPath()).orElse("");
    int end = Math.min(path.length(), root().length());
    return MessageDigest.isEqual(
        path.substring(0, end).getBytes(StandardCharsets.UTF_8),
        root().getBytes(StandardCharsets.UTF_8));
  }
}
