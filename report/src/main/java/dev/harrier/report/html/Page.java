package dev.harrier.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The parts of a page, put together: style, layout and what is shown. */
public final class Page {
  private static final String NO_CONNECTIONS = "connect-src 'none'";
  private static final String ITS_SERVER = "connect-src 'self'";

  private Page() {}

  /**
   * A page that needs no one.
   *
   * @param data as {@link HtmlRenderer#data} writes it
   */
  public static String of(String data) throws IOException {
    return filled("page.html", data, "page.js");
  }

  /** The same page, served: it asks its server, and no one else, for what is new. */
  public static String live(String data) throws IOException {
    return filled("page.html", data, "page.js", "live.js").replace(NO_CONNECTIONS, ITS_SERVER);
  }

  /**
   * The list of runs, served.
   *
   * @param data its rows, as JSON that may stand inside a script element
   */
  public static String list(String data) throws IOException {
    return filled("runs.html", data, "runs.js", "live.js").replace(NO_CONNECTIONS, ITS_SERVER);
  }

  private static String filled(String page, String data, String... scripts) throws IOException {
    StringBuilder all = new StringBuilder(resource("parts.js"));
    for (String script : scripts) {
      all.append(resource(script));
    }
    return resource(page)
        .replace("/*STYLE*/", resource("page.css"))
        .replace("/*SCRIPT*/", all)
        .replace("/*REPORT*/", data);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
