package dev.harrier.report.json;

/** A document in a version of the format that only a newer Harrier reads. */
public final class NewerVersionException extends MalformedJsonException {
  private static final long serialVersionUID = 1L;

  NewerVersionException(int found, int known) {
    super(
        "a newer Harrier wrote it, in version %d of the format where this one reads %d"
            .formatted(found, known));
  }
}
