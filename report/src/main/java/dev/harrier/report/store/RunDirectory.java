package dev.harrier.report.store;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.report.RunId;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.JsonDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory of one run. */
public record RunDirectory(RunId id, Path path) {
  static final String RUN = "run.json";
  static final String FINDINGS = "findings.json";
  static final String LINES = "lines.json";
  static final String PROGRESS = "progress.json";
  static final String FOUND = "found.json";

  /** Where a page of the run is kept that someone looked at. */
  public Path page() {
    return path.resolve("report.html");
  }

  /** Where the traced processes write. */
  public Path traces() {
    return path.resolve("traces");
  }

  /** Where the test binaries are kept. */
  public Path binaries() {
    return path.resolve("bin");
  }

  /** Where the tests are that were written for the run: its findings replay only with them. */
  public Path generated() {
    return path.resolve("generated");
  }

  /** Where it is kept what the executions that showed its findings read. */
  public Path recordings() {
    return path.resolve("recordings");
  }

  /**
   * Keeps what is known of the run.
   *
   * @throws StoreException.Unwritable if it can't be written; the former file stays
   */
  public void save(RunRecord run) throws StoreException.Unwritable {
    write(RUN, () -> JsonDocuments.run(run));
  }

  /**
   * Keeps how far the run is, for those who watch it.
   *
   * @throws StoreException.Unwritable if it can't be written; the former file stays
   */
  public void save(RunProgress progress) throws StoreException.Unwritable {
    write(PROGRESS, () -> JsonDocuments.progress(progress));
  }

  /**
   * Keeps what was found until now, for those who watch the run, and in case it is killed.
   *
   * @throws StoreException.Unwritable if it can't be written; the former file stays
   */
  public void saveFound(RunReport soFar) throws StoreException.Unwritable {
    write(FOUND, () -> JsonDocuments.findings(soFar));
  }

  /**
   * Keeps the findings, then the run that had them.
   *
   * @throws StoreException.Unwritable if they can't be written; the former file stays
   */
  public void save(RunReport report) throws StoreException.Unwritable {
    write(LINES, () -> KeptLines.of(report).json());
    write(FINDINGS, () -> JsonDocuments.findings(report));
    save(report.run());
    try {
      Files.deleteIfExists(path.resolve(PROGRESS));
      Files.deleteIfExists(path.resolve(FOUND));
    } catch (IOException e) {
      throw StoreLocation.unwritable(path, e);
    }
  }

  private void write(String name, Content content) throws StoreException.Unwritable {
    Path file = path.resolve(name);
    try {
      AtomicFile.replace(file, content.text());
    } catch (IOException e) {
      throw StoreLocation.unwritable(file, e);
    }
  }

  @FunctionalInterface
  private interface Content {
    String text() throws IOException;
  }
}
