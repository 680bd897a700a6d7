package dev.harrier.cli.campaign;

import dev.harrier.cli.gocommand.GoFiles;
import dev.harrier.model.file.Sha256;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The code that a campaign is about. */
public final class CampaignSources {
  private static final List<String> LISTS = List.of("go.mod", "go.sum");

  private CampaignSources() {}

  /** Digest of all Go files of the modules, and of what they depend on. */
  public static String digest(List<MainModule> modules) throws IOException {
    MessageDigest sha = Sha256.create();
    for (MainModule module : modules) {
      if (!isGo(module)) {
        add(sha, module.directory());
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  /** Those of a release are what its version says. */
  private static boolean isGo(MainModule module) {
    return module.path().equals("std") || module.path().equals("cmd");
  }

  private static void add(MessageDigest sha, Path root) throws IOException {
    List<Path> files = new ArrayList<>(GoFiles.below(root));
    LISTS.stream().map(root::resolve).filter(Files::exists).forEach(files::add);
    for (Path file : files.stream().sorted().toList()) {
      sha.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
      sha.update((byte) 0);
      sha.update(Files.readAllBytes(file));
    }
  }
}
