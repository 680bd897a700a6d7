package dev.harrier.cli.git;

import dev.harrier.base.file.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A commit of a repository, checked out in a temporary directory until this is closed. */
public final class Worktree implements AutoCloseable {
  private final Git git;
  private final Path directory;
  private final Path place;
  private final String prefix;
  private boolean removed;

  private Worktree(Git git, Path directory, Path place, String prefix) {
    this.git = git;
    this.directory = directory;
    this.place = place;
    this.prefix = prefix;
  }

  /**
   * Checks out.
   *
   * @param of a directory of the repository
   * @param commit by its whole name
   */
  public static Worktree of(Path of, Map<String, String> environment, String commit)
      throws GitException, IOException {
    Git git = new Git(of, environment);
    String prefix = git.prefix();
    Path directory = Files.createTempDirectory("harrier-worktree");
    Worktree tree = new Worktree(git, directory, directory.resolve("tree"), prefix);
    try {
      git.addWorktree(tree.place, commit);
    } catch (GitException e) {
      tree.close();
      throw e;
    }
    return tree;
  }

  /** What is in it the directory that it was made of. */
  public Path directory() {
    return place.resolve(prefix);
  }

  /** Removes it; also what Git knows of it. */
  @Override
  public synchronized void close() throws IOException {
    if (removed) {
      return;
    }
    removed = true;
    try {
      git.removeWorktree(place);
    } catch (GitException e) {
      // It was not made, or what Git knows of it goes with the next worktree prune.
    } finally {
      Trees.delete(directory);
    }
  }
}
