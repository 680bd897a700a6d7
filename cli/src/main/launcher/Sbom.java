import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds to the CycloneDX document that Maven made of the jars what else is in a release: the Java
 * runtime, and the Go modules that the exporter of {@code harrier vet} is built with: {@code Sbom
 * IN OUT RELEASE GO_MOD}. Ends with status 1 if a license is not among those that a release may
 * have.
 */
final class Sbom {
  private static final Set<String> LICENCES =
      Set.of(
          "Apache-2.0",
          "MIT",
          "MIT-0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "EPL-2.0",
          "GPL-2.0-with-classpath-exception");

  /** What some jars call a license, and its SPDX name: Bouncy Castle's is the text of MIT. */
  private static final Map<String, String> NAMES = Map.of("Bouncy Castle License", "MIT");

  private static final Pattern MODULE = Pattern.compile("(golang\\.org/x/\\S+) (v\\S+)");
  private static final Pattern PROPERTY = Pattern.compile("(\\w+)=\"(.*)\"");

  private Sbom() {}

  public static void main(String[] arguments) throws IOException {
    Gson gson = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
    JsonObject document = gson.fromJson(Files.readString(Path.of(arguments[0])), JsonObject.class);
    JsonArray components = document.getAsJsonArray("components");
    components.add(runtime(Files.readAllLines(Path.of(arguments[2]))));
    Matcher module = MODULE.matcher(Files.readString(Path.of(arguments[3])));
    while (module.find()) {
      String name = module.group(1);
      String version = module.group(2);
      components.add(
          component(name, version, "BSD-3-Clause", "pkg:golang/%s@%s".formatted(name, version)));
    }
    components.forEach(part -> check(part.getAsJsonObject()));
    Files.writeString(Path.of(arguments[1]), gson.toJson(document) + "\n");
  }

  /** From the file {@code release} of the image. */
  private static JsonObject runtime(List<String> release) {
    String version = property(release, "JAVA_RUNTIME_VERSION", property(release, "JAVA_VERSION", ""));
    JsonObject runtime =
        component(
            "OpenJDK",
            version,
            "GPL-2.0-with-classpath-exception",
            "pkg:generic/openjdk@" + version.replace("+", "%2B"));
    runtime.addProperty("publisher", property(release, "IMPLEMENTOR", "OpenJDK"));
    runtime.addProperty("description", "modules " + property(release, "MODULES", "java.base"));
    return runtime;
  }

  private static String property(List<String> release, String name, String otherwise) {
    return release.stream()
        .map(PROPERTY::matcher)
        .filter(line -> line.matches() && line.group(1).equals(name))
        .map(line -> line.group(2))
        .findFirst()
        .orElse(otherwise);
  }

  private static JsonObject component(String name, String version, String license, String url) {
    JsonObject id = new JsonObject();
    id.addProperty("id", license);
    JsonObject entry = new JsonObject();
    entry.add("license", id);
    JsonArray licenses = new JsonArray();
    licenses.add(entry);
    JsonObject component = new JsonObject();
    component.addProperty("type", "library");
    component.addProperty("bom-ref", url);
    component.addProperty("name", name);
    component.addProperty("version", version);
    component.add("licenses", licenses);
    component.addProperty("purl", url);
    return component;
  }

  private static void check(JsonObject component) {
    JsonArray licenses = component.getAsJsonArray("licenses");
    boolean good = licenses != null && !licenses.isEmpty();
    for (int i = 0; good && i < licenses.size(); i++) {
      JsonObject license = licenses.get(i).getAsJsonObject().getAsJsonObject("license");
      good = license != null && LICENCES.contains(identify(license));
    }
    if (!good) {
      throw new IllegalStateException(
          "%s has a license that no release may have, or none: %s"
              .formatted(component.get("name"), licenses));
    }
  }

  /** Its SPDX name, which it is given if it lacks one; empty if that is not known. */
  private static String identify(JsonObject license) {
    if (license.has("name") && NAMES.containsKey(license.get("name").getAsString())) {
      license.addProperty("id", NAMES.get(license.remove("name").getAsString()));
    }
    return license.has("id") ? license.get("id").getAsString() : "";
  }
}
