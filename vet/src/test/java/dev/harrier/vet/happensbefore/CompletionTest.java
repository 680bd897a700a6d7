package dev.harrier.vet.happensbefore;

import static dev.harrier.vet.graph.Sketch.CHANNEL;
import static dev.harrier.vet.graph.Sketch.GROUP;
import static dev.harrier.vet.graph.Sketch.OTHER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.Sketch;
import dev.harrier.vet.sync.SyncKind;
import org.junit.jupiter.api.Test;

/** What has happened where, in graphs drawn by hand. */
final class CompletionTest {
  private final Sketch sketch = new Sketch();
  private final Sketch.Line root = sketch.root();

  @Test
  void nothingIsKnownOfAGoroutineAfterItWasStarted() {
    MemoryAccess write = root.go().write();
    int later = root.pass();
    assertThat(sketch.completion().isDone(later, write)).isFalse();
  }

  @Test
  void whatCameBeforeTheGoStatementIsDoneInTheGoroutine() {
    MemoryAccess write = root.write();
    Sketch.Line child = root.go();
    MemoryAccess inside = child.write();
    assertThat(sketch.completion().isDone(inside.node(), write)).isTrue();
  }

  @Test
  void waitOrdersWhatCameBeforeDoneButNotWhatComesAfter() {
    root.sync(SyncKind.ADD, GROUP);
    Sketch.Line child = root.go();
    MemoryAccess before = child.write();
    child.sync(SyncKind.DONE, GROUP);
    MemoryAccess after = child.write();
    root.sync(SyncKind.WAIT, GROUP);
    int end = root.pass();
    Completion completion = sketch.completion();
    assertThat(completion.isDone(end, before)).isTrue();
    assertThat(completion.isDone(end, after)).isFalse();
  }

  @Test
  void orderIsTransitiveOverThreads() {
    Sketch.Line child = root.go();
    Sketch.Line grandchild = child.go();
    MemoryAccess write = grandchild.write();
    grandchild.sync(SyncKind.SEND, CHANNEL);
    child.sync(SyncKind.RECEIVE, CHANNEL);
    child.sync(SyncKind.SEND, OTHER);
    root.sync(SyncKind.RECEIVE, OTHER);
    int end = root.pass();
    assertThat(sketch.completion().isDone(end, write)).isTrue();
  }

  @Test
  void oneOfTwoSendersProvesNothingOfEither() {
    Sketch.Line first = root.go();
    MemoryAccess one = first.write();
    first.sync(SyncKind.SEND, CHANNEL);
    Sketch.Line second = root.go();
    MemoryAccess two = second.write();
    second.sync(SyncKind.SEND, CHANNEL);
    root.sync(SyncKind.RECEIVE, CHANNEL);
    int afterOne = root.pass();
    root.sync(SyncKind.RECEIVE, CHANNEL);
    int afterBoth = root.pass();
    Completion completion = sketch.completion();
    assertThat(completion.isDone(afterOne, one)).isFalse();
    assertThat(completion.isDone(afterOne, two)).isFalse();
    assertThat(completion.isDone(afterBoth, one)).isTrue();
    assertThat(completion.isDone(afterBoth, two)).isTrue();
  }

  @Test
  void aBranchWithoutTheReceiveSpoilsTheJoin() {
    Sketch.Line child = root.go();
    MemoryAccess write = child.write();
    child.sync(SyncKind.CLOSE, CHANNEL);
    Sketch.Line without = root.branch();
    without.pass();
    root.sync(SyncKind.RECEIVE, CHANNEL);
    int inBranch = root.pass();
    root.join(without);
    int joined = root.pass();
    Completion completion = sketch.completion();
    assertThat(completion.isDone(inBranch, write)).isTrue();
    assertThat(completion.isDone(joined, write)).isFalse();
  }

  @Test
  void synctestWaitOrdersWhatEveryOtherGoroutineHasDone() {
    MemoryAccess write = root.go().write();
    root.sync(SyncKind.REST, GROUP);
    int end = root.pass();
    assertThat(sketch.completion().isDone(end, write)).isTrue();
  }

  @Test
  void whatDoneMustFollowIsOverAfterWaitAlsoInALoop() {
    root.sync(SyncKind.ADD, GROUP);
    Sketch.Line child = root.go();
    int again = child.pass();
    MemoryAccess write = child.write();
    child.sync(SyncKind.DONE, GROUP);
    child.loopTo(again);
    child.op(new Op.Exit());
    root.sync(SyncKind.WAIT, GROUP);
    int end = root.pass();
    assertThat(sketch.completion().isDone(end, write)).isTrue();
  }

  @Test
  void aLoopThatCanPassByDoneMayGoOn() {
    root.sync(SyncKind.ADD, GROUP);
    Sketch.Line child = root.go();
    int again = child.pass();
    MemoryAccess write = child.write();
    Sketch.Line past = child.branch();
    past.loopTo(again);
    child.sync(SyncKind.DONE, GROUP);
    child.join(past);
    child.loopTo(again);
    child.op(new Op.Exit());
    root.sync(SyncKind.WAIT, GROUP);
    int end = root.pass();
    assertThat(sketch.completion().isDone(end, write)).isFalse();
  }

  @Test
  void aThreadThatNeverEndsMayGoOnAfterItsClose() {
    Sketch.Line child = root.go();
    int again = child.pass();
    MemoryAccess write = child.write();
    child.sync(SyncKind.CLOSE, CHANNEL);
    child.loopTo(again);
    root.sync(SyncKind.RECEIVE_CLOSED, CHANNEL);
    int end = root.pass();
    assertThat(sketch.completion().isDone(end, write)).isFalse();
  }
}
