package dev.harrier.cli.fuzzing;

import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.loop.Interest;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import java.util.List;

/** What tests are explored for: what a command besides {@code fuzz} makes of the findings. */
public interface Purpose extends Interest {
  /** {@code harrier fuzz}: the tests are the user's. */
  Purpose FUZZ =
      new Purpose() {
        @Override
        public List<String> goFlags() {
          return List.of();
        }

        @Override
        public List<Finding> judged(List<Finding> findings) {
          return findings;
        }

        @Override
        public Worth worth(Finding finding) {
          return Worth.FAILURE;
        }

        @Override
        public boolean failuresCount() {
          return true;
        }

        @Override
        public List<Remark> remarks(List<Finding> reported) {
          return List.of();
        }
      };

  /** Flags of the {@code go} command without which the tests are not there. */
  List<String> goFlags();

  /**
   * What a run says that has nothing to explore.
   *
   * @param asked what was to be explored
   */
  default Remark without(Selection asked) {
    return new Remark.NothingToExplore(
        asked.mains(),
        asked.mains() ? "" : asked.run(),
        asked.shard().count() == 1 ? "" : asked.shard().toString());
  }

  /** Whether a package is not explored because it does not build, as the remarks say. */
  default boolean isPartlyUnbuilt() {
    return false;
  }

  /** What to record of each execution besides what the techniques learn from. */
  default List<Observation<?>> observed() {
    return List.of();
  }

  /** The guide that learns from that, around the one that decides. */
  default Guide around(Guide guide) {
    return guide;
  }

  /** What is reported of some findings, and how. */
  List<Finding> judged(List<Finding> findings);

  /**
   * The findings of a run that is over, those that can be shown with less in the place of others.
   */
  default List<Finding> simplified(List<Finding> reported) {
    return reported;
  }

  /** Whether a test that fails or panics without a finding makes the run fail. */
  boolean failuresCount();

  /**
   * What the user should know besides.
   *
   * @param reported the findings of the run, none of them silenced
   */
  List<Remark> remarks(List<Finding> reported);
}
