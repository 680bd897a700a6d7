package dev.harrier.report;

/**
 * What a run was made from, as the user's version control knows it.
 *
 * @param commit its whole name in Git
 * @param changed whether files of the module were not as they are in that commit
 */
public record Revision(String commit, boolean changed) {
  private static final int SHOWN = 12;

  /** The commit as people write it. */
  public String shown() {
    return commit.substring(0, Math.min(SHOWN, commit.length()));
  }
}
