package dev.harrier.cli.git;

import dev.harrier.base.file.IoErrors;
import dev.harrier.report.Revision;
import dev.harrier.toolchain.tool.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks Git about a directory. */
public final class Git {
  private static final String COMMIT = "# branch.oid ";

  /** New files of other kinds, reports for instance, make no other program. */
  private static final List<String> SOURCES = List.of(".go", ".mod", ".sum", ".work", ".s", ".c");

  private final Path directory;
  private final Map<String, String> environment;

  public Git(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = new HashMap<>(environment);
    // Git would refresh its index on the occasion, and hinder a Git of the user's meanwhile.
    this.environment.put("GIT_OPTIONAL_LOCKS", "0");
  }

  /** What the directory is now; empty if Git knows no commit of it. */
  public Optional<Revision> revision() {
    try {
      List<String> status =
          run("status", "--porcelain=v2", "--branch", "--untracked-files=all", "--", ".")
              .lines()
              .toList();
      return status.stream()
          .filter(line -> line.startsWith(COMMIT))
          .map(line -> line.substring(COMMIT.length()))
          .filter(commit -> !commit.startsWith("("))
          .findFirst()
          .map(commit -> new Revision(commit, status.stream().anyMatch(Git::isChange)));
    } catch (GitException e) {
      return Optional.empty();
    }
  }

  private static boolean isChange(String line) {
    return switch (line.charAt(0)) {
      case '#' -> false;
      case '?' -> SOURCES.stream().anyMatch(line::endsWith);
      default -> true;
    };
  }

  /**
   * The whole name of the commit that is meant.
   *
   * @param ref a branch, a tag, part of a commit's name, as Git takes them
   */
  public String commit(String ref) throws GitException {
    return run("rev-parse", "--verify", "--end-of-options", ref + "^{commit}").strip();
  }

  /** The directory as it is called from the root of its repository; "" for the root itself. */
  public String prefix() throws GitException {
    return run("rev-parse", "--show-prefix").strip();
  }

  /**
   * Checks out a commit in a new directory. Hooks of the repository do not run.
   *
   * @param place does not exist
   */
  public void addWorktree(Path place, String commit) throws GitException {
    run(
        "-c",
        "core.hooksPath=/dev/null",
        "worktree",
        "add",
        "--quiet",
        "--detach",
        place.toString(),
        commit);
  }

  /** Removes what {@link #addWorktree} made, with all that is there. */
  public void removeWorktree(Path place) throws GitException {
    run("worktree", "remove", "--force", "--force", place.toString());
  }

  /**
   * The Go files that differ between a commit and another one, or the files as they are: a unified
   * difference without context, with names as they are called from the directory.
   *
   * @param to empty for the files as they are
   * @param functions whether what is around a change is shown, to the ends of its function
   */
  public String difference(String from, Optional<String> to, boolean functions)
      throws GitException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "diff",
                "--unified=0",
                "--no-color",
                "--no-ext-diff",
                "--no-textconv",
                "--no-renames",
                "--relative",
                functions ? "--function-context" : "--no-function-context",
                from));
    to.ifPresent(words::add);
    words.addAll(List.of("--", "*.go"));
    return run(words.toArray(String[]::new));
  }

  /**
   * All files that differ between a commit and another one, or the files as they are, and then also
   * new ones that Git does not ignore; as they are called from the directory.
   *
   * @param to empty for the files as they are
   */
  public Set<String> changedFiles(String from, Optional<String> to) throws GitException {
    List<String> words =
        new ArrayList<>(
            List.of("diff", "--name-only", "-z", "--no-ext-diff", "--no-renames", "--relative"));
    words.add(from);
    to.ifPresent(words::add);
    words.add("--");
    String changed = run(words.toArray(String[]::new));
    String added = to.isPresent() ? "" : run("ls-files", "--others", "--exclude-standard", "-z");
    return Stream.of((changed + added).split("\0"))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  /** New Go files that no commit has, as they are called from the directory. */
  public List<String> untracked() throws GitException {
    return run("ls-files", "--others", "--exclude-standard", "--", "*.go").lines().toList();
  }

  private String run(String... arguments) throws GitException {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    try {
      Command.Outcome outcome = Command.run(line, directory, environment);
      if (outcome.status() != 0) {
        throw new GitException(outcome.errors().strip());
      }
      return outcome.output();
    } catch (IOException e) {
      throw new GitException("git can't be run: " + IoErrors.reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GitException("interrupted while git ran");
    }
  }
}
