package dev.harrier.report.sarif;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.trace.Site;
import dev.harrier.report.SourcePaths;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Writes places in files as SARIF locations. */
final class Artifacts {
  private static final String BASE_ID = "%SRCROOT%";

  /** A colon in the first segment. */
  private static final Pattern SCHEME = Pattern.compile("^[^/]*:");

  private final JsonWriter json;
  private final SourcePaths paths;

  Artifacts(JsonWriter json, Path moduleRoot) {
    this.json = json;
    this.paths = SourcePaths.ofRepository(moduleRoot);
  }

  void base() throws IOException {
    json.name("originalUriBaseIds").beginObject();
    json.name(BASE_ID).beginObject();
    json.name("uri").value(directoryUri(paths.base()));
    json.endObject();
    json.endObject();
  }

  private static String directoryUri(Path directory) throws IOException {
    String uri = uri("file", directory.toString());
    return uri.endsWith("/") ? uri : uri + "/";
  }

  /** A location object for {@code site}, with words for the reader. */
  void location(Site site, int column, String words) throws IOException {
    json.beginObject();
    members(site, column);
    message(words);
    json.endObject();
  }

  /** As {@link #location}, with an id that the message of the result links to. */
  void related(int id, Site site, String words) throws IOException {
    json.beginObject();
    json.name("id").value(id);
    members(site, 1);
    message(words);
    json.endObject();
  }

  /** The members of a location object but its message. */
  void members(Site site, int column) throws IOException {
    if (!site.file().isEmpty()) {
      json.name("physicalLocation").beginObject();
      file(site.file());
      if (site.line() > 0) {
        json.name("region").beginObject();
        json.name("startLine").value(site.line());
        json.name("startColumn").value(column);
        json.endObject();
      }
      json.endObject();
    }
    if (!site.function().isEmpty()) {
      json.name("logicalLocations").beginArray().beginObject();
      json.name("fullyQualifiedName").value(site.function());
      json.name("kind").value("function");
      json.endObject().endArray();
    }
  }

  /** The member that names a file. */
  void file(String file) throws IOException {
    json.name("artifactLocation").beginObject();
    String shown = paths.shown(file);
    if (paths.covers(file)) {
      json.name("uri").value(uri("", shown));
      json.name("uriBaseId").value(BASE_ID);
    } else {
      json.name("uri").value(uri(shown.startsWith("/") ? "file" : "", shown));
    }
    json.endObject();
  }

  void message(String words) throws IOException {
    json.name("message").beginObject();
    json.name("text").value(words);
    json.endObject();
  }

  /** A relative one does not begin with what would be a scheme: RFC 3986, section 4.2. */
  private static String uri(String scheme, String path) throws IOException {
    try {
      if (!scheme.isEmpty()) {
        return new URI(scheme, "", path, null).toASCIIString();
      }
      String relative = new URI(null, null, "/" + path, null).getRawPath().substring(1);
      return SCHEME.matcher(relative).find() ? "./" + relative : relative;
    } catch (URISyntaxException e) {
      throw new IOException("can't be written as a URI: " + path, e);
    }
  }
}
