package dev.harrier.explore.recording;

import dev.harrier.base.file.CacheTag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key that only this user has, in the cache. It signs recordings, so that a replay knows those of
 * others, and the digests of secrets are made with it, so that no recording gives a guess away.
 */
public final class RecordingKey {
  /** In the cache. */
  public static final String FILE = "recording-key";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 32;

  private static final Set<PosixFilePermission> OWN =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final SecretKeySpec secret;

  private RecordingKey(byte[] secret) {
    this.secret = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * That of a cache; a new one is made. Empty where there is no cache, or where others may read the
   * key.
   */
  public static Optional<RecordingKey> in(Path caches) {
    if (!CacheTag.isOn(caches)) {
      return Optional.empty();
    }
    Path file = caches.resolve(FILE);
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        make(file);
      }
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          || !OWN.containsAll(Files.getPosixFilePermissions(file))) {
        return Optional.empty();
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] secret = in.readNBytes(BYTES);
        return secret.length == BYTES ? Optional.of(new RecordingKey(secret)) : Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void make(Path file) throws IOException {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    Path unfinished =
        Files.createFile(
            file.resolveSibling(FILE + "-" + UUID.randomUUID()),
            PosixFilePermissions.asFileAttribute(OWN));
    try {
      Files.write(unfinished, secret);
      Files.createLink(file, unfinished);
    } catch (FileAlreadyExistsException e) {
      // Another Harrier was faster.
    } finally {
      Files.delete(unfinished);
    }
  }

  /** A digest of the text that no other user can make. */
  String digest(String text) {
    return digest(text.getBytes(StandardCharsets.UTF_8));
  }

  String digest(byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      return HexFormat.of().formatHex(mac.doFinal(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  boolean hasMade(String digest, String text) {
    return MessageDigest.isEqual(
        digest(text).getBytes(StandardCharsets.US_ASCII),
        digest.getBytes(StandardCharsets.US_ASCII));
  }
}
