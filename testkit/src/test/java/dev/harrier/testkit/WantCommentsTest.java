package dev.harrier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.testkit.WantComments.Presence;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WantCommentsTest {
  @TempDir private Path directory;

  @Test
  void everyCommentAtTheEndOfALineIsAnExpectation() throws IOException {
    Files.createDirectory(directory.resolve("sub"));
    Files.writeString(
        directory.resolve("sub/a.go"),
        """
        package a // we want nothing here

        func f() {
        	ch <- 1 // want goroutine-leak
        	mu.Lock() //want double-lock missing-unlock?
        	wg.Wait() // want waitgroup-stuck "2 added, 1 done"
        	<-ch // want goroutine-leak@1.26 "nobody" cond-stuck
        	time.Sleep(d) // want goroutine-leak~
        }
        """);
    assertThat(WantComments.in(directory))
        .containsExactly(
            new Want("sub/a.go", 4, "goroutine-leak", Presence.PROVEN, 0, ""),
            new Want("sub/a.go", 5, "double-lock", Presence.PROVEN, 0, ""),
            new Want("sub/a.go", 5, "missing-unlock", Presence.OPTIONAL, 0, ""),
            new Want("sub/a.go", 6, "waitgroup-stuck", Presence.PROVEN, 0, "2 added, 1 done"),
            new Want("sub/a.go", 7, "goroutine-leak", Presence.PROVEN, 26, "nobody"),
            new Want("sub/a.go", 7, "cond-stuck", Presence.PROVEN, 0, ""),
            new Want("sub/a.go", 8, "goroutine-leak", Presence.SUSPICIOUS, 0, ""));
  }
}
