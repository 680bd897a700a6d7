package dev.harrier.vet.ssa;

/**
 * A place in Go source.
 *
 * @param file absolute path, or "" if unknown
 * @param line from 1, or 0 if unknown
 * @param column from 1 in bytes, or 0 if unknown
 */
public record Position(String file, int line, int column) implements Comparable<Position> {
  public static final Position UNKNOWN = new Position("", 0, 0);

  public boolean isKnown() {
    return line > 0;
  }

  @Override
  public int compareTo(Position other) {
    int byFile = file.compareTo(other.file);
    if (byFile != 0) {
      return byFile;
    }
    return line != other.line
        ? Integer.compare(line, other.line)
        : Integer.compare(column, other.column);
  }

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
