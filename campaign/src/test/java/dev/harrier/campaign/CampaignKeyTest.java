package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CampaignKeyTest {
  @TempDir private Path directory;

  private Path file(String name) {
    return directory.resolve("campaigns").resolve(name);
  }

  @Test
  void theFirstWorkerMakesTheKeyAndTheOthersOfThisMachineTakeIt() throws Exception {
    String signed = CampaignKey.ofWorker(file("a.key")).signed("terms", "text");
    assertThat(CampaignKey.ofWorker(file("a.key")).opened("terms", signed)).isEqualTo("text");
    assertThat(CampaignKey.ofWorker(file("a.key")).signed("terms", "text")).isEqualTo(signed);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("a.key"))))
        .isEqualTo("rw-------");
    try (var left = Files.list(directory.resolve("campaigns"))) {
      assertThat(left).containsExactly(file("a.key"));
    }
  }

  @Test
  void whatWasChangedOrMovedOrNeverSignedIsRefused() throws Exception {
    CampaignKey key = CampaignKey.ofWorker(file("a.key"));
    String signed = key.signed("build.one", "address");
    assertRefused(key, "build.one", signed.replace("address", "another"));
    assertRefused(key, "build.two", signed);
    assertRefused(key, "build.one", "address");
    assertRefused(key, "build.one", "");
    assertRefused(key, "build.one", signed.substring(0, 64));
    assertRefused(key, "build.one", "0".repeat(64) + " address");
  }

  private static void assertRefused(CampaignKey key, String place, String text) {
    assertThatThrownBy(() -> key.opened(place, text))
        .isInstanceOf(ForeignEntryException.class)
        .hasMessageContaining("is not signed with the key");
  }

  @Test
  void withoutTheKeyAWorkerReadsNothingAndACommandThatOnlyLooksReadsAll() throws Exception {
    String signed = CampaignKey.ofWorker(file("a.key")).signed("terms", "text");
    assertThatThrownBy(() -> CampaignKey.ofWorker(file("b.key")).opened("terms", signed))
        .isInstanceOf(ForeignEntryException.class)
        .hasMessageContaining("a key that is not here")
        .hasMessageContaining("b.key");
    assertThat(file("b.key")).doesNotExist();
    assertThat(CampaignKey.ofReader(file("b.key")).opened("terms", signed)).isEqualTo("text");
    assertThatThrownBy(() -> CampaignKey.ofReader(file("a.key")).opened("terms", "text"))
        .isInstanceOf(ForeignEntryException.class);
  }

  @Test
  void aFileThatIsNoKeyIsSaid() throws Exception {
    Path file = Files.createDirectories(directory.resolve("campaigns")).resolve("a.key");
    Files.writeString(file, "deadbeef\n");
    assertThatThrownBy(() -> CampaignKey.ofWorker(file).signed("terms", "text"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not the key of a campaign: expected 64 hexadecimal digits");
  }

  @Test
  void aFileThatOthersMayWriteIsNoSecret() throws Exception {
    String signed = CampaignKey.ofWorker(file("a.key")).signed("terms", "text");
    for (String mode : List.of("rw--w----", "rw-----w-")) {
      Files.setPosixFilePermissions(file("a.key"), PosixFilePermissions.fromString(mode));
      assertThatThrownBy(() -> CampaignKey.ofWorker(file("a.key")).opened("terms", signed))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("can be written by other users")
          .hasMessageContaining("chmod go-w");
    }
    // As those that a container is given.
    Files.setPosixFilePermissions(file("a.key"), PosixFilePermissions.fromString("r--r--r--"));
    assertThat(CampaignKey.ofWorker(file("a.key")).opened("terms", signed)).isEqualTo("text");
  }

  @Test
  void aFileWithoutEndIsNoKey() {
    assertThatThrownBy(() -> CampaignKey.ofWorker(Path.of("/dev/zero")).signed("terms", "text"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not the key of a campaign");
  }
}
