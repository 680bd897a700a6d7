package dev.harrier.campaign;

import dev.harrier.base.file.Sha256;
import io.nats.client.ObjectStore;
import io.nats.client.api.ObjectInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Files that travel between workers: each is called by the SHA-256 of its bytes. */
final class ContentStore {
  /** Bytes of a text that are kept: what a worker has put there is smaller. */
  private static final long MOST_TEXT = 256L << 20;

  /** The same of a program. */
  private static final long MOST_FILE = 4L << 30;

  private final ObjectStore objects;
  private final RetryPolicy.Retries retries;

  ContentStore(ObjectStore objects, RetryPolicy.Retries retries) {
    this.objects = objects;
    this.retries = retries;
  }

  private static String address(byte[] content) {
    return HexFormat.of().formatHex(Sha256.create().digest(content));
  }

  private static String address(Path file) throws IOException {
    MessageDigest sha = Sha256.create();
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), sha)) {
      in.transferTo(out);
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  /** Keeps a file; returns its address. */
  String put(Path file) throws IOException {
    String address = address(file);
    if (!isThere(address)) {
      retries.ask(() -> {
        try (InputStream in = Files.newInputStream(file)) {
          return objects.put(address, in);
        } catch (NoSuchAlgorithmException e) {
          throw new IOException(e);
        }
      });
    }
    return address;
  }

  /** Keeps a text; returns its address. */
  String put(String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    String address = address(content);
    if (!isThere(address)) {
      retries.ask(() -> {
        try {
          return objects.put(address, content);
        } catch (NoSuchAlgorithmException e) {
          throw new IOException(e);
        }
      });
    }
    return address;
  }

  /** Whether there is a file of this address, as a whole. */
  boolean isThere(String address) throws IOException {
    ObjectInfo[] info = {null};
    retries.ask(() -> {
      info[0] = objects.getInfo(address);
      return true;
    });
    return info[0] != null && !info[0].isDeleted();
  }

  /**
   * A text of this address; empty if there is none.
   *
   * @throws IOException if it is something else than its address says
   */
  Optional<String> text(String address) throws IOException {
    if (!isThere(address)) {
      return Optional.empty();
    }
    byte[] content =
        retries.ask(() -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          try {
            objects.get(address, new Bounded(out, MOST_TEXT));
          } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
          }
          return out.toByteArray();
        });
    if (!address(content).equals(address)) {
      throw new IOException("the object %s came damaged from the campaign".formatted(address));
    }
    return Optional.of(new String(content, StandardCharsets.UTF_8));
  }

  /**
   * Brings a file here.
   *
   * @throws IOException if it is not there, or something else than its address says
   */
  void get(String address, Path file) throws IOException {
    retries.ask(() -> {
      try (OutputStream out = Files.newOutputStream(file)) {
        return objects.get(address, new Bounded(out, MOST_FILE));
      } catch (NoSuchAlgorithmException e) {
        throw new IOException(e);
      }
    });
    if (!address(file).equals(address)) {
      throw new IOException("%s came damaged from the campaign".formatted(file.getFileName()));
    }
  }

  /**
   * The first bytes of what is written. A user who may write to the server can put an object of any
   * size at an address: it has another digest, and fills neither memory nor disk.
   */
  private static final class Bounded extends OutputStream {
    private final OutputStream out;
    private long left;

    Bounded(OutputStream out, long most) {
      this.out = out;
      this.left = most;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int fits = (int) Math.min(length, left);
      out.write(bytes, from, fits);
      left -= fits;
    }
  }
}
