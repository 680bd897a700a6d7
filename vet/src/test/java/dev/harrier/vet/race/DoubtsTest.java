package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.vet.GoSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which races are told as suspicious, and which twins of them are findings. */
final class DoubtsTest {
  private static final String CODE =
      """
      import "sync"

      type job struct {
        mu    sync.Mutex
        ready chan bool
        taken bool
      }

      func (j *job) perhaps(asynchronous bool, f func()) {
        if asynchronous { go f() } else { f() }
      }
      func (j *job) always(f func()) { go f() }
      func (j *job) take() bool {
        j.mu.Lock()
        defer j.mu.Unlock()
        first := !j.taken
        j.taken = true
        return first
      }
      func (j *job) look() (free bool) { return !j.taken }
      func (j *job) later(f func()) { go j.run(f) }
      func (j *job) run(f func()) { j.await(); f() }
      func (j *job) soon(f func()) { go j.start(f) }
      func (j *job) start(f func()) { j.look(); f() }
      func (j *job) await() { <-j.ready }

      func MayNotStart(j *job) (n int) { j.perhaps(false, func() { n++ }); n++; return }
      func Starts(j *job) (n int) { j.always(func() { n++ }); n++; return }

      func Elected(j *job) (n int) {
        var wg sync.WaitGroup
        for range 3 {
          wg.Add(1)
          go func() { if j.take() { n++ }; wg.Done() }()
        }
        wg.Wait()
        return
      }
      func NotElected(j *job) (n int) {
        var wg sync.WaitGroup
        for range 3 {
          wg.Add(1)
          go func() { if j.look() { n++ }; wg.Done() }()
        }
        wg.Wait()
        return
      }

      func OnlyFirst() (n int) {
        var wg sync.WaitGroup
        for i := 0; i < 3; i++ {
          wg.Add(1)
          go func() { if i == 0 { n++ }; wg.Done() }()
        }
        wg.Wait()
        return
      }
      func AllButFirst() (n int) {
        var wg sync.WaitGroup
        for i := 0; i < 3; i++ {
          wg.Add(1)
          go func() { if i != 0 { n++ }; wg.Done() }()
        }
        wg.Wait()
        return
      }

      func CalledLater(j *job) (n int) { j.later(func() { n++ }); n++; return }
      func CalledSoon(j *job) (n int) { j.soon(func() { n++ }); n++; return }
      """;

  @TempDir private Path directory;

  @Test
  void whatTheCodeDoesNotShowMakesARaceSuspicious() throws Exception {
    Map<String, Strength> found =
        ClosureRaces.in(GoSource.program(directory, CODE)).findings().stream()
            .collect(
                Collectors.toMap(
                    f -> f.location().function().replaceAll("^m\\.|\\.func.*", ""),
                    Finding::strength));
    assertThat(found)
        .containsOnly(
            Map.entry("MayNotStart", Strength.SUSPICIOUS),
            Map.entry("Starts", Strength.STATIC),
            Map.entry("Elected", Strength.SUSPICIOUS),
            Map.entry("NotElected", Strength.STATIC),
            Map.entry("OnlyFirst", Strength.SUSPICIOUS),
            Map.entry("AllButFirst", Strength.STATIC),
            Map.entry("CalledLater", Strength.SUSPICIOUS),
            Map.entry("CalledSoon", Strength.STATIC));
  }
}
