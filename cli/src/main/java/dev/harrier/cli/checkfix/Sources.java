package dev.harrier.cli.checkfix;

import dev.harrier.cli.git.Git;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.git.Worktree;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A directory with sources, and the Go that is meant there. */
record Sources(CommandContext context, Installation installation) {
  /** Findings of a module, with the files of another checkout of it. */
  static List<Finding> moved(List<Finding> findings, Path from, Path to) throws IOException {
    return from.equals(to)
        ? findings
        : JsonDocuments.readFindings(new StringReader(JsonDocuments.findings(findings, from)), to);
  }

  /** Commits in directories of their own, until this is closed. */
  static final class Checkouts implements AutoCloseable {
    private final List<Worktree> trees = new ArrayList<>();
    private final Map<String, Sources> known = new HashMap<>();

    /**
     * Checks out a commit, if that is not done yet.
     *
     * @param like the sources that it is another version of
     */
    synchronized Sources of(Sources like, String ref)
        throws GitException, ToolchainException, StoreException, IOException {
      Path root = like.installation.go().moduleRoot();
      CommandContext here = like.context;
      String commit = new Git(root, here.environment()).commit(ref);
      Sources before = known.get(commit);
      if (before != null) {
        return before;
      }
      Worktree tree = Worktree.of(root, here.environment(), commit);
      trees.add(tree);
      CommandContext there = here.in(tree.directory());
      Sources made = new Sources(there, Installation.find(there));
      known.put(commit, made);
      return made;
    }

    @Override
    public synchronized void close() throws IOException {
      for (Worktree tree : trees) {
        tree.close();
      }
    }
  }
}
