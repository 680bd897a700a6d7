package dev.harrier.vet.mayorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import dev.harrier.vet.race.RaceReport;
import dev.harrier.vet.race.VetAnalysis;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which races are withheld, and which twins of them are findings. */
final class PossibleOrderTest {
  private static final String CODE =
      """
      import (
        "bufio"
        "io"
        "net"
        "net/http"
        "net/rpc"
        "sync"
      )

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

      func MayNotStart(j *job, b bool) (n int) { j.perhaps(b, func() { n++ }); n++; return }
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

      func ShutDown(s *http.Server, l net.Listener) {
        var err error
        go func() { err = s.Serve(l) }()
        err = http.ErrServerClosed
        println(err)
        s.Close()
      }
      func NotShutDown(s, t *http.Server, l net.Listener) {
        var err error
        go func() { err = s.Serve(l) }()
        err = http.ErrServerClosed
        println(err)
        t.Close()
      }
      func Retried(c *http.Client) {
        var err error
        go func() { _, err = c.Get("") }()
        err = http.ErrServerClosed
        println(err)
        c.Get("")
      }

      type queue interface {
        messages() chan string
      }
      func Published(c *http.Client, q queue) (n int) {
        go func() { n++; c.Get("") }()
        <-q.messages()
        return n
      }
      func NotPublished(c *http.Client, q queue) (n int) {
        go func() { c.Get(""); n++ }()
        <-q.messages()
        return n
      }

      func client(address string) *rpc.Client {
        c, _ := net.Dial("tcp", address)
        return rpc.NewClient(c)
      }
      func Answered(s *http.Server, l net.Listener) (n int) {
        go func() { n++; s.Serve(l) }()
        client(l.Addr().String()).Call("", nil, nil)
        n++
        return
      }
      func NotAnswered(s *http.Server, l net.Listener) (n int) {
        go func() { n++; s.Serve(l) }()
        client("").Call("", nil, nil)
        n++
        return
      }
      type relay struct { net.Listener }
      func wrap(l net.Listener, f func()) *relay { f(); return &relay{l} }
      func Wrapped(s *http.Server, l net.Listener, f func()) (n int) {
        w := wrap(l, f)
        go func() { n++; s.Serve(l) }()
        client(w.Addr().String()).Call("", nil, nil)
        n++
        return
      }
      func Closed(l net.Listener) {
        n := 0
        c := client(l.Addr().String())
        go func() { c.Call("", nil, nil); n++ }()
        n++
        l.Close()
      }
      func NotClosed(l net.Listener) {
        n := 0
        c := client("")
        go func() { c.Call("", nil, nil); n++ }()
        n++
        l.Close()
      }

      func Gathered(n int, parts, stop chan int, load func(int, int)) int {
        loaded := make(chan int)
        for range 3 {
          go func() { for p := range parts { load(p, n); loaded <- p } }()
        }
        for i := 0; i < n; i++ {
          select { case <-stop: return 0; case <-loaded: }
        }
        n = 0
        return n
      }
      func NotGathered(n int, parts, stop chan int, load func(int, int)) int {
        loaded := make(chan int)
        for range 3 {
          go func() { for p := range parts { load(p, n); loaded <- p } }()
        }
        for i := 0; i < n; i++ {
          select { case <-stop: case <-loaded: }
        }
        n = 0
        return n
      }

      func (j *job) lines(in io.Reader, f func()) {
        s := bufio.NewScanner(in)
        go func() { for s.Scan() { f() } }()
      }
      func OnLine(j *job, in io.Reader) (n int) { j.lines(in, func() { n++ }); n++; return }

      type pool struct { wg sync.WaitGroup }
      func (p *pool) schedule(f func()) {
        p.wg.Add(1)
        go func() { defer final(func() { p.wg.Done() }); f() }()
      }
      func final(f func()) { finally(f) }
      func finally(f func()) { all := []func(){f}; for _, f := range all { f() } }
      func Pooled(p *pool) (n int) { p.schedule(func() { n++ }); p.wg.Wait(); n++; return }
      func NotPooled(p *pool) (n int) { p.schedule(func() { n++ }); n++; p.wg.Wait(); return }

      func Chained(w bool) (n int) {
        a, b := make(chan int), make(chan int)
        go func() { n++; close(a) }()
        go func() { if w { <-a }; close(b) }()
        <-b
        n++
        return
      }
      func NotChained(w bool) (n int) {
        a, b := make(chan int), make(chan int)
        go func() { n++; close(a) }()
        go func() { close(b) }()
        <-b
        n++
        <-a
        return
      }

      func CalledLater(j *job) (n int) { j.later(func() { n++ }); n++; return }
      func CalledSoon(j *job) (n int) { j.soon(func() { n++ }); n++; return }
      """;

  @TempDir private Path directory;

  @Test
  void aRaceThatCodeOutOfSightMayOrderIsWithheldAndTheReasonIsKept() throws Exception {
    VetAnalysis.Result result = VetAnalysis.in(GoSource.program(directory, CODE));
    assertThat(result.races())
        .extracting(PossibleOrderTest::function)
        .containsExactlyInAnyOrder(
            "Starts",
            "NotElected",
            "AllButFirst",
            "NotShutDown",
            "Retried",
            "NotPublished",
            "NotAnswered",
            "NotClosed",
            "NotGathered",
            "NotPooled",
            "NotChained",
            "CalledSoon");
    assertThat(
            result.withheld().stream()
                .collect(Collectors.toMap(PossibleOrderTest::function, RaceReport::orders)))
        .containsOnly(
            Map.entry("MayNotStart", Set.of(PossibleOrder.OPTIONAL_START)),
            Map.entry("Elected", Set.of(PossibleOrder.ONE_OF_MANY)),
            Map.entry("OnlyFirst", Set.of(PossibleOrder.ONE_OF_MANY)),
            Map.entry("ShutDown", Set.of(PossibleOrder.RELATED_OBJECTS)),
            Map.entry("Published", Set.of(PossibleOrder.RELATED_OBJECTS)),
            Map.entry("Answered", Set.of(PossibleOrder.RELATED_OBJECTS)),
            Map.entry("Wrapped", Set.of(PossibleOrder.RELATED_OBJECTS)),
            Map.entry("Closed", Set.of(PossibleOrder.RELATED_OBJECTS)),
            Map.entry("Gathered", Set.of(PossibleOrder.WAIT)),
            Map.entry("OnLine", Set.of(PossibleOrder.CALLED_BACK)),
            Map.entry("Pooled", Set.of(PossibleOrder.WAIT)),
            Map.entry("Chained", Set.of(PossibleOrder.WAIT)),
            Map.entry("CalledLater", Set.of(PossibleOrder.CALLED_BACK)));
  }

  private static String function(RaceReport race) {
    return race.first().function().replaceAll("^m\\.|\\.func.*", "");
  }
}
