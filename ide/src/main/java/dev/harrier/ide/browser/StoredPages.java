package dev.harrier.ide.browser;

import dev.harrier.ide.current.ModuleStore;
import dev.harrier.report.RunId;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.html.HtmlRenderer;
import dev.harrier.report.html.Page;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.words.ProgressLine;
import java.io.IOException;
import java.util.Optional;

/**
 * The page of a run, made from the store.
 *
 * @param module whose runs
 */
record StoredPages(ModuleStore module) {
  /** A browser lays out so much within seconds. */
  static final long MOST_BYTES = 64L << 20;

  /** The whole page of a run. */
  String page(RunId id) throws StoreException.Unreadable, IOException {
    return Page.live(data(id));
  }

  /** What it shows. */
  String data(RunId id) throws StoreException.Unreadable, IOException {
    RunStore store = module.runs();
    return new HtmlRenderer(new SourcePaths(module.root()), store.lines(id)).data(report(id));
  }

  /** A run as it is now. */
  RunReport report(RunId id) throws StoreException.Unreadable {
    return module.runs().soFar(id, MOST_BYTES);
  }

  /** How far a run is, in a sentence; empty for one that has ended. */
  String status(RunRecord run) throws StoreException.Unreadable {
    if (run.ending().isPresent()) {
      return "";
    }
    Optional<RunProgress> progress = module.runs().progress(run.id());
    if (!RunStore.isRunning(run)) {
      return ProgressLine.killed(progress);
    }
    return progress.map(ProgressLine::of).orElseGet(() -> ProgressLine.running(run.pid()));
  }
}
