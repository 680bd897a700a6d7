package dev.harrier.toolchain.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.GoVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An overlay is made once, and again when something of what it was made of may be another. */
final class KnownOverlaysTest {
  private static final Optional<String> HARRIER = Optional.of("a");

  @TempDir private Path directory;
  private Path json = Path.of("");
  private Path first = Path.of("");
  private Path second = Path.of("");
  private int made;

  @BeforeEach
  void write() throws IOException {
    first = Files.writeString(directory.resolve("chan.go"), "package runtime\n");
    second = Files.writeString(directory.resolve("a select.go"), "package runtime\n");
    json = Files.createDirectory(directory.resolve("x")).resolve("overlay.json");
    Files.writeString(json, "{}");
  }

  private GoToolchain go(String version) {
    return new GoToolchain(
        Path.of("go"),
        GoVersion.parse(version).orElseThrow(),
        directory.resolve("goroot"),
        "linux",
        "amd64",
        directory,
        directory,
        Map.of());
  }

  private Overlay get(Optional<String> harrier, String version, String kind) throws Exception {
    return new KnownOverlays(directory, harrier)
        .get(
            go(version),
            kind,
            () -> {
              made++;
              return new KnownOverlays.Made(
                  new Overlay(json, 0xfedcba9876543210L, Extent.CONTROL, Optional.empty()),
                  List.of(first, second));
            });
  }

  private int made(Optional<String> harrier, String version, String kind) throws Exception {
    Overlay overlay = get(harrier, version, kind);
    assertThat(overlay)
        .isEqualTo(new Overlay(json, 0xfedcba9876543210L, Extent.CONTROL, Optional.empty()));
    return made;
  }

  @Test
  void itIsMadeOnceForEachKindAndHarrier() throws Exception {
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(1);
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(1);
    assertThat(made(HARRIER, "go1.26.8", "races")).isEqualTo(2);
    assertThat(made(Optional.of("b"), "go1.26.8", "recording")).isEqualTo(3);
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(3);
  }

  @Test
  void whatIsNotSureIsMadeEachTime() throws Exception {
    assertThat(made(Optional.empty(), "go1.26.8", "recording")).isEqualTo(1);
    assertThat(made(Optional.empty(), "go1.26.8", "recording")).isEqualTo(2);
    assertThat(made(HARRIER, "go1.99.0", "recording")).isEqualTo(3);
    assertThat(made(HARRIER, "go1.99.0", "recording")).isEqualTo(4);
  }

  @Test
  void aSourceThatChangedMakesItAnew() throws Exception {
    made(HARRIER, "go1.26.8", "recording");
    Files.writeString(second, "package runtime // changed\n");
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(2);
    Files.setLastModifiedTime(first, FileTime.fromMillis(1));
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(3);
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(3);
    Files.delete(first);
    Files.writeString(first, "package runtime\n");
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(4);
  }

  @Test
  void anOverlayThatIsGoneIsMadeAnewAndSoIsOneOfADamagedFile() throws Exception {
    made(HARRIER, "go1.26.8", "recording");
    Files.delete(json);
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(2);
    Files.writeString(json, "{}");
    assertThat(made(HARRIER, "go1.26.8", "recording")).isEqualTo(2);
    try (Stream<Path> files = Files.list(directory)) {
      Path known =
          files
              .filter(file -> file.getFileName().toString().startsWith("known-"))
              .findFirst()
              .orElseThrow();
      String name = Files.readAllLines(known).getFirst() + "\n";
      for (String damage : List.of("", "x\n", "zz CONTROL x/overlay.json\n1 2\n")) {
        Files.writeString(known, name + damage);
        int before = made;
        assertThat(made(HARRIER, "go1.26.8", "recording")).as(damage).isEqualTo(before + 1);
      }
    }
  }

  @Test
  void whatIsKnownIsReadWithoutMakingAnything() throws Exception {
    KnownOverlays overlays = new KnownOverlays(directory, HARRIER);
    assertThat(overlays.known(go("go1.26.8"), "recording")).isEmpty();
    Overlay overlay = get(HARRIER, "go1.26.8", "recording");
    assertThat(overlays.known(go("go1.26.8"), "recording")).contains(overlay);
    assertThat(overlays.known(go("go1.26.8"), "races")).isEmpty();
    assertThat(overlays.known(go("go1.99.0"), "recording")).isEmpty();
    assertThat(new KnownOverlays(directory, Optional.empty()).known(go("go1.26.8"), "recording"))
        .isEmpty();
    assertThat(made).isEqualTo(1);
  }

  /** "Aa" and "BB" have one hash code in Java. */
  @Test
  void namesThatShareAFileAreToldApart() throws Exception {
    assertThat(made(HARRIER, "go1.26.8", "Aa")).isEqualTo(1);
    assertThat(made(HARRIER, "go1.26.8", "BB")).isEqualTo(2);
    assertThat(made(HARRIER, "go1.26.8", "BB")).isEqualTo(2);
    assertThat(made(HARRIER, "go1.26.8", "Aa")).isEqualTo(3);
  }
}
