package dev.harrier.campaign;

import dev.harrier.base.file.IoErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret that the workers of a campaign share. All that makes a worker execute something
 * carries an HMAC-SHA256 of it, of the text and of the place where it stands: anyone who can write
 * to the server, and does not have the key, can't have a worker run anything.
 *
 * <p>The key is a file of 32 random bytes as hexadecimal digits. The worker that begins a campaign
 * makes it when it signs for the first time; every other one needs a copy.
 */
public final class CampaignKey {
  private static final int BYTES = 32;
  private static final String ALGORITHM = "HmacSHA256";

  /** Of the signature in front of a text, in hexadecimal digits; a blank follows. */
  private static final int DIGITS = 64;

  /** Bytes of the file that are read: more are no key. */
  private static final int MOST = 1024;

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private final Path file;
  private final boolean working;
  private @Nullable SecretKeySpec known;

  private CampaignKey(Path file, boolean working) {
    this.file = file;
    this.working = working;
  }

  /** That of a worker: nothing unsigned is read, and the file is made if there is nothing yet. */
  public static CampaignKey ofWorker(Path file) {
    return new CampaignKey(file, true);
  }

  /**
   * That of a command which only looks, and executes nothing: where the file is missing, signatures
   * are not checked.
   */
  public static CampaignKey ofReader(Path file) {
    return new CampaignKey(file, false);
  }

  /**
   * A text with its signature.
   *
   * @param place where it is kept: it counts nowhere else
   */
  synchronized String signed(String place, String text) throws IOException {
    Optional<SecretKeySpec> key = read();
    return signature(key.isPresent() ? key.get() : made(), place, text) + " " + text;
  }

  /**
   * The text without its signature.
   *
   * @throws IOException with a sentence for the user, if it is not signed with this key
   */
  synchronized String opened(String place, String signed) throws IOException {
    Optional<SecretKeySpec> key = read();
    boolean hasForm = signed.length() > DIGITS && signed.charAt(DIGITS) == ' ';
    String text = hasForm ? signed.substring(DIGITS + 1) : "";
    if (key.isEmpty() && working) {
      throw new ForeignEntryException(
          "its entries are signed with a key that is not here: copy the key file of the worker that began the campaign to %s, or name it with -campaign-key"
              .formatted(file));
    }
    if (key.isPresent() && !(hasForm && isSignature(key.get(), place, text, signed))) {
      throw new ForeignEntryException(
          "its entry %s is not signed with the key %s for this campaign, so it is not used: the campaign was begun with another key, or begun again, or a user without the key has changed the entry"
              .formatted(place, file));
    }
    return hasForm ? text : signed;
  }

  private static boolean isSignature(SecretKeySpec key, String place, String text, String signed) {
    return MessageDigest.isEqual(
        signature(key, place, text).getBytes(StandardCharsets.US_ASCII),
        signed.substring(0, DIGITS).getBytes(StandardCharsets.US_ASCII));
  }

  private static String signature(SecretKeySpec key, String place, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      // No place has a NUL in its name, so no two pairs of place and text are one sequence of
      // bytes.
      mac.update((place + "\0" + text).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Empty if there is no file. */
  private Optional<SecretKeySpec> read() throws IOException {
    if (known == null) {
      try {
        byte[] secret = HexFormat.of().parseHex(text().strip());
        if (secret.length != BYTES) {
          throw new IllegalArgumentException();
        }
        known = new SecretKeySpec(secret, ALGORITHM);
      } catch (NoSuchFileException e) {
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        throw new IOException(
            "%s is not the key of a campaign: expected %d hexadecimal digits"
                .formatted(file, 2 * BYTES),
            e);
      } catch (IOException e) {
        throw new IOException("the key of the campaign can't be read: " + IoErrors.described(e), e);
      }
    }
    return Optional.ofNullable(known);
  }

  /** What the file has, up to what no key has. */
  private String text() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.isRegularFile(file)
          && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS_WRITE::contains)) {
        throw new IOException(
            "%s can be written by other users, who could choose what this worker runs: chmod go-w %1$s"
                .formatted(file));
      }
      return new String(in.readNBytes(MOST), StandardCharsets.US_ASCII);
    }
  }

  /** A new key, or that of another worker of this machine which was faster. */
  private SecretKeySpec made() throws IOException {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's");
    try {
      Files.createDirectories(directory);
      Path unfinished =
          Files.createFile(
              directory.resolve(".key-" + UUID.randomUUID()),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.writeString(unfinished, HexFormat.of().formatHex(secret) + "\n");
        Files.createLink(file, unfinished);
      } catch (FileAlreadyExistsException e) {
        // Another worker of this machine was faster.
      } finally {
        Files.delete(unfinished);
      }
    } catch (IOException e) {
      throw new IOException("the key of the campaign can't be kept: " + IoErrors.described(e), e);
    }
    return read().orElseThrow(() -> new IOException("the key " + file + " is gone"));
  }
}
