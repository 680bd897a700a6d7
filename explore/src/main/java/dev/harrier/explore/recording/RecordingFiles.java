package dev.harrier.explore.recording;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.ForeignFiles;
import dev.harrier.base.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The recordings of a run, in a directory of its own: one for each finding, by its fingerprint, in
 * two lines, a signature and the recording; and the files that were read, by their digests. Only
 * the user can read it.
 */
public record RecordingFiles(Path directory) {
  /** Bytes of all files of a run. */
  private static final long MOST_OF_RUN = 64L << 20;

  /** Bytes of the files that are kept for one finding. */
  static final long MOST_OF_FINDING = 8L << 20;

  /** Of one run, so many findings have one. */
  private static final int MOST_FINDINGS = 50;

  private static final int MOST_OF_RECORDING = 8 << 20;
  private static final String RECORDING = ".recording";
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{4,64}");

  /**
   * One that was found.
   *
   * @param own whether this user has made it
   */
  record Found(Recording recording, boolean own) {}

  private Path file(String fingerprint) {
    return directory.resolve(fingerprint + RECORDING);
  }

  Path content(String sha256) {
    return directory.resolve(sha256);
  }

  private void make() throws IOException {
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // Made for another finding.
    }
  }

  /** Keeps one, unless the run has too much. */
  void save(String fingerprint, Recording recording, Optional<RecordingKey> key)
      throws IOException {
    make();
    String json = recording.json();
    String signature = key.map(k -> k.digest(fingerprint + "\0" + json)).orElse("");
    byte[] bytes = (signature + "\n" + json + "\n").getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MOST_OF_RECORDING && size() + bytes.length <= MOST_OF_RUN) {
      write(file(fingerprint), bytes);
    }
  }

  /** The recording of a finding, unless there is none or it is damaged. */
  Optional<Found> find(String fingerprint, Optional<RecordingKey> key) {
    if (!FINGERPRINT.matcher(fingerprint).matches()) {
      return Optional.empty();
    }
    Path file = file(fingerprint);
    try {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
          || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          || Files.size(file) > MOST_OF_RECORDING) {
        return Optional.empty();
      }
      String text = Files.readString(ForeignFiles.checked(file));
      int line = text.indexOf('\n');
      if (line < 0) {
        return Optional.empty();
      }
      String json = text.substring(line + 1).strip();
      boolean own =
          key.isPresent() && key.get().hasMade(text.substring(0, line), fingerprint + "\0" + json);
      return Recording.parse(json).map(recording -> new Found(recording, own));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** For how many more findings there is room. */
  public int room() throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return MOST_FINDINGS;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return MOST_FINDINGS - (int) files.filter(f -> f.toString().endsWith(RECORDING)).count();
    }
  }

  /**
   * Takes over the recording of a finding, and the contents that it keeps, from another run, within
   * the bounds of this one. What another user has made stays another's, and has no signature here.
   *
   * @param other may be anyone's
   * @param values whether values and contents are taken; else only digests are
   * @return whether the finding has a recording now
   */
  public boolean take(
      String fingerprint, RecordingFiles other, Optional<RecordingKey> key, boolean values)
      throws IOException {
    Optional<Found> found = other.find(fingerprint, key);
    if (found.isEmpty() || room() <= 0) {
      return false;
    }
    Recording recording = found.get().recording();
    Recording taken = values ? keeping(recording, other) : recording.withoutValues(key);
    save(fingerprint, taken, found.get().own() ? key : Optional.empty());
    return Files.exists(file(fingerprint));
  }

  /** The recording, with those contents as kept that are now here too. */
  private Recording keeping(Recording recording, RecordingFiles other) throws IOException {
    Map<String, Recording.Content> files = new HashMap<>(recording.files());
    long room = MOST_OF_FINDING;
    for (var file : recording.files().entrySet()) {
      if (file.getValue() instanceof Recording.Content.Known known && known.kept()) {
        Optional<byte[]> bytes = known.size() <= room ? other.bytes(known) : Optional.empty();
        boolean kept = bytes.isPresent() && keep(bytes.get(), known.sha256());
        room -= kept ? known.size() : 0;
        files.put(file.getKey(), new Recording.Content.Known(known.size(), known.sha256(), kept));
      }
    }
    return new Recording(recording.importPath(), recording.test(), recording.variables(), files);
  }

  /** Whether the content of a file is kept; it is not if the run has too much. */
  boolean keep(byte[] bytes, String sha256) throws IOException {
    make();
    Path content = content(sha256);
    if (Files.exists(content)) {
      return true;
    }
    if (size() + bytes.length > MOST_OF_RUN) {
      return false;
    }
    write(content, bytes);
    return true;
  }

  /**
   * A file that only the user can read, and that is whole once it has its name.
   *
   * @throws IOException if it can't be written; then nothing is left behind
   */
  private static void write(Path file, byte[] bytes) throws IOException {
    Path unfinished =
        Files.createFile(
            AtomicFile.unfinished(file),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.write(unfinished, bytes);
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private long size() throws IOException {
    long size = 0;
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        size += Files.size(file);
      }
    }
    return size;
  }

  /** Puts a content that was kept into a file; false if it is not there as it was. */
  boolean give(Recording.Content.Known known, Path to) throws IOException {
    Optional<byte[]> bytes = bytes(known);
    if (bytes.isPresent()) {
      Files.write(to, bytes.get());
    }
    return bytes.isPresent();
  }

  /** A content that was kept, unless it is not there as it was. */
  private Optional<byte[]> bytes(Recording.Content.Known known) {
    Path content = content(known.sha256());
    try {
      if (!Files.isRegularFile(content, LinkOption.NOFOLLOW_LINKS)
          || Files.size(content) != known.size()
          || known.size() > ReadFile.MOST_KEPT) {
        return Optional.empty();
      }
      try (InputStream in = Files.newInputStream(content, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = in.readNBytes(ReadFile.MOST_KEPT + 1);
        return digest(bytes).equals(known.sha256()) ? Optional.of(bytes) : Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty(); // It can't be read.
    }
  }

  static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.create().digest(bytes));
  }
}
