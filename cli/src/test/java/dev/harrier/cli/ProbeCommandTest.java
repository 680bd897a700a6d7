package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent tests that are written for packages with sequential ones. */
final class ProbeCommandTest {
  static final Pattern REPLAY = Pattern.compile("harrier replay -overlay (\\S+) (\\p{XDigit}{8}) ");

  /** Its method Total reads without the lock. */
  private static final String COUNTER =
      """
      type Counter struct {
      	mu sync.Mutex
      	n  int
      }

      func (c *Counter) Add(n int) {
      	c.mu.Lock()
      	defer c.mu.Unlock()
      	c.n += n
      }

      func (c *Counter) Total() int { return c.n }
      """;

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private RunReport report() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  /**
   * Nothing but a lock in the code says that it may be shared, and more accesses of the field are
   * without it than with it: that is no contract. Of several suspicious findings of a type, one is
   * reported, and the others are a line.
   */
  @Test
  void withoutContractNothingFailsTheRun() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("m.go"),
        """
        package m

        import "sync"

        """
            + COUNTER
            + "\nfunc (c *Counter) Double() int { return 2 * c.n }\n");
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import "testing"

        func TestCounter(t *testing.T) {
        	c := &Counter{}
        	c.Add(1)
        }
        """);
    Result result = harrier("probe", "-scenarios", "4", "-per-test", "20", "-time", "10m", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(report().findings())
        .as(result.toString())
        .hasSize(1)
        .allSatisfy(finding -> {
          assertThat(finding.strength()).isEqualTo(Strength.SUSPICIOUS);
          assertThat(finding.explanation().evidence())
              .contains(
                  new Evidence.Contract(
                      Evidence.Contract.Reason.GUARDED, "mu sync.Mutex", "m.go:6"));
        });
    assertThat(result.out())
        .contains("nothing promises that several goroutines may make these calls")
        .containsPattern(
            "Counter: \\d more suspicious findings? \\(data-race m\\.go:\\d+.*; -v and -type show all");
  }

  /** A callback of a test panics when it is called more often than there: that is not the bus's. */
  @Test
  void whatFunctionsOfTheSetupDoWrongIsNotReported() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("m.go"),
        """
        package m

        import "sync"

        // A Bus is safe for concurrent use.
        type Bus struct {
        	mu sync.Mutex
        	n  int
        	f  func()
        }

        func New(f func()) *Bus { return &Bus{f: f} }

        func (b *Bus) Do(f func()) {
        	b.mu.Lock()
        	defer b.mu.Unlock()
        	f()
        }

        func (b *Bus) Send() {
        	b.mu.Lock()
        	b.n++
        	first := b.n == 1
        	b.mu.Unlock()
        	if !first {
        		b.f()
        	}
        }
        """);
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import "testing"

        func TestBus(t *testing.T) {
        	calls := 0
        	b := New(func() { calls++ })
        	b.Send()
        	b.Send()
        	b.Do(work())
        }

        var made int

        func work() func() {
        	made++
        	return func() {}
        }
        """);
    Result result = harrier("probe", "-scenarios", "3", "-per-test", "20", "-time", "10m", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(report().findings()).as(result.toString()).isEmpty();
    assertThat(result.out())
        .contains("probed 1 of 1 type with exported methods")
        .containsPattern(
            "\\d+ findings? (is|are) left out: it happens in the setup, or in a function of the"
                + " tests \\(\\d+ of Bus\\)\n");
  }

  /**
   * A scenario that passes nil may show that the code relies on a value: that is the scenario's
   * doing, although no order of the calls shows it. The calls of a valve that is never open do
   * nothing that a schedule could separate: that they overlapped in none says nothing.
   */
  @Test
  void whatRelyingOnAValueDoesWithNilIsNotReported() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("m.go"),
        """
        package m

        import "sync"

        // A Hook is safe for concurrent use.
        type Hook struct {
        	mu sync.Mutex
        	f  func()
        }

        func New() *Hook { return &Hook{f: func() {}} }

        func (h *Hook) set(f func()) {
        	h.mu.Lock()
        	defer h.mu.Unlock()
        	h.f = f
        }

        func (h *Hook) Set(f func()) {
        	h.set(f)
        	if f == nil {
        		h.set(func() {})
        	}
        }

        func (h *Hook) Fire() {
        	h.mu.Lock()
        	f := h.f
        	h.mu.Unlock()
        	f()
        }

        // A Valve is safe for concurrent use.
        type Valve struct {
        	open bool
        	n    int
        }

        func NewValve() *Valve { return &Valve{} }

        func (v *Valve) Pass() {
        	if v.open {
        		v.n++
        	}
        }
        """);
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import "testing"

        func TestHook(t *testing.T) {
        	h := New()
        	h.Set(func() {})
        	h.Fire()
        }

        func TestValve(t *testing.T) {
        	v := NewValve()
        	v.Pass()
        }
        """);
    Result result = harrier("probe", "-v", "-per-test", "40", "-time", "10m", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(report().findings()).as(result.toString()).isEmpty();
    assertThat(result.out())
        .contains("left out: ", "the calls are given nil where the code relies on a value (")
        .contains("every schedule of ")
        .doesNotContain("no execution overlapped");
  }

  /**
   * The generated tests of a run last as long as the run: its finding replays although a later one
   * has other tests, also where that shows the same finding with them. A run without findings keeps
   * none.
   */
  @Test
  void aFindingReplaysAfterOtherProbes() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            import "sync"

            // A Counter is safe for concurrent use.
            """
                + COUNTER
                + "\nfunc (c *Counter) Sum() int { return c.Total() }\n")
        .test("", "c := &Counter{}\nc.Add(1)\n_ = c.Total() + c.Sum()");
    Result first = harrier("probe", "-func", "^(Add|Total)$", "-per-test", "20", ".");
    assertThat(first.status()).as(first.toString()).isEqualTo(1);
    Result second = harrier("probe", "-func", "^(Add|Sum)$", "-per-test", "20", ".");
    assertThat(second.status()).as(second.toString()).isEqualTo(1);
    Result nothing = harrier("probe", "-func", "^Total$", "-per-test", "20", ".");
    assertThat(nothing.status()).as(nothing.toString()).isZero();
    Matcher replay = REPLAY.matcher(first.out());
    assertThat(replay.find()).as(first.toString()).isTrue();
    assertThat(second.out()).contains(replay.group(2));
    Result again = harrier("replay", "-overlay", replay.group(1), replay.group(2));
    assertThat(again.toString())
        .contains("reproduced in 10 of 10 runs")
        .containsPattern("test +TestProbeCounter(AddTotal|TotalAdd)\n")
        .doesNotContain("have changed");
    RunStore store = new RunStore(directory.resolve(".harrier"), directory);
    assertThat(store.list())
        .filteredOn(run -> Files.exists(store.directory(run).generated()))
        .hasSize(2);
  }

  /** But not with one that someone else has written, or changed: it may replace any file. */
  @Test
  void aFindingReplaysWithTheOverlayOfItsRunAndIsNotForCheckFix() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            import "sync"

            // A Counter is safe for concurrent use.
            """
                + COUNTER)
        .test("", "c := &Counter{}\nc.Add(1)\n_ = c.Total()");
    Result found = harrier("probe", "-per-test", "20", ".");
    assertThat(found.status()).as(found.toString()).isEqualTo(1);
    Matcher replay = REPLAY.matcher(found.out());
    assertThat(replay.find()).as(found.toString()).isTrue();

    Result again = harrier("replay", "-n", "3", replay.group(2));
    assertThat(again.toString())
        .contains("reproduced in 3 of 3 runs")
        .contains("harrier replay -overlay " + replay.group(1));

    Result check = harrier("check-fix", replay.group(2));
    assertThat(check.status()).as(check.toString()).isEqualTo(2);
    assertThat(check.err())
        .hasLineCount(1)
        .contains("check-fix can't check such findings")
        .endsWith("harrier replay -overlay %s %s\n".formatted(replay.group(1), replay.group(2)));

    Path overlay = Path.of(replay.group(1));
    List<Path> own = new ArrayList<>();
    try (Stream<Path> files = Files.list(overlay.resolveSibling(""))) {
      files.filter(file -> file.toString().endsWith("_test.go")).forEach(own::add);
    }
    own.add(overlay);
    for (Path file : own) {
      String written = Files.readString(file);
      Files.writeString(file, written + "\n");
      Result changed = harrier("replay", "-n", "3", replay.group(2));
      assertThat(changed.status()).as(changed.toString()).isEqualTo(2);
      assertThat(changed.err()).contains("needs the -overlay that the finding's replay line has");
      Files.writeString(file, written);
    }
  }

  /** What it calls is used by others as well, and a lock guards the field elsewhere. */
  @Test
  void whatACallThatBeginsReachesIsSuspicious() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("screen.go"),
        """
        package m

        import "sync"

        type Screen struct {
        	mu    sync.Mutex
        	cells int
        }

        func (s *Screen) Resize(n int) { s.mu.Lock(); s.cells = n; s.mu.Unlock() }

        func (s *Screen) Cells() int { s.mu.Lock(); defer s.mu.Unlock(); return s.cells }

        func (s *Screen) Load(n int) { s.cells = n }

        func (s *Screen) InitWith(n int) { s.Load(n) }
        """);
    Files.writeString(
        directory.resolve("screen_test.go"),
        """
        package m

        import "testing"

        func TestScreen(t *testing.T) {
        	s := &Screen{}
        	s.InitWith(2)
        	s.Load(3)
        	s.Resize(4)
        	if s.Cells() != 4 {
        		t.Error("lost")
        	}
        }
        """);
    Result begins =
        harrier("probe", "-v", "-func", "InitWith|Resize", "-per-test", "40", "-time", "10m", ".");
    assertThat(begins.status()).as(begins.toString()).isZero();
    assertThat(begins.out())
        .contains("that need not mean InitWith, which users may call before they share the object");
    Result uses = harrier("probe", "-func", "Load|Resize", "-per-test", "40", "-time", "10m", ".");
    assertThat(uses.status()).as(uses.toString()).isEqualTo(1);
    assertThat(uses.out())
        .contains(
            "other accesses of it are guarded: Screen.cells", "lock    Screen.mu is not held in ");
  }

  /** An object without a lock that starts a goroutine shares itself with that, not with others. */
  @Test
  void aGoroutineOfTheObjectIsASignAndTwoCallsAreNot() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("scheduler.go"),
        """
        package m

        type Scheduler struct{ jobs []string }

        func (s *Scheduler) Add(job string) { s.jobs = append(s.jobs, job) }

        func (s *Scheduler) Start() {
        	go func() {
        		for range s.jobs {
        		}
        	}()
        }
        """);
    Files.writeString(
        directory.resolve("scheduler_test.go"),
        """
        package m

        import "testing"

        func TestScheduler(t *testing.T) {
        	s := &Scheduler{}
        	s.Add("a")
        	s.Start()
        }
        """);
    Result result = harrier("probe", "-v", "-per-test", "40", "-time", "10m", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    List<String> shared =
        result.out().lines().filter(line -> line.startsWith("  shared ")).distinct().toList();
    assertThat(shared)
        .containsExactly("  shared  one of the goroutines is the object's own (scheduler.go:7)");
  }

  /** A goroutine that the test of the setup starts is not the object's. */
  @Test
  void whatTheSetupStartsIsNoFinding() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("m.go"),
        """
        package m

        import "sync"

        // A Counter is safe for concurrent use. It sends each count, in any order.
        type Counter struct {
        	mu  sync.Mutex
        	n   int
        	out chan int
        }

        func New(out chan int) *Counter { return &Counter{out: out} }

        func (c *Counter) Add() {
        	c.mu.Lock()
        	c.n++
        	n := c.n
        	c.mu.Unlock()
        	c.out <- n
        }
        """);
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import "testing"

        func TestCounter(t *testing.T) {
        	out, wrong := make(chan int), make(chan bool)
        	go func() {
        		if one, two := <-out, <-out; one > two {
        			wrong <- true
        		}
        	}()
        	c := New(out)
        	c.Add()
        	c.Add()
        	select {
        	case <-wrong:
        		t.Error("not in order")
        	default:
        	}
        }
        """);
    Result result = harrier("probe", "-v", "-per-test", "40", "-time", "10m", ".");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(report().findings()).as(result.toString()).isEmpty();
  }

  /** The loop that receives ends with its context; only a fault ends that while calls are made. */
  @Test
  void aContextThatEndsUnderTheCallsIsAFault() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("m.go"),
        """
        package m

        import (
        	"context"
        	"sync"
        )

        // A Queue is safe for concurrent use.
        type Queue struct {
        	mu     sync.Mutex
        	pushed int
        	in     chan int
        }

        // New has a queue that works until the context ends.
        func New(ctx context.Context) *Queue {
        	q := &Queue{in: make(chan int)}
        	go func() {
        		for {
        			select {
        			case <-q.in:
        			case <-ctx.Done():
        				return
        			}
        		}
        	}()
        	return q
        }

        func (q *Queue) Push(n int) {
        	q.mu.Lock()
        	q.pushed++
        	q.mu.Unlock()
        	q.in <- n
        }
        """);
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import (
        	"context"
        	"testing"
        )

        func TestQueue(t *testing.T) {
        	ctx, cancel := context.WithCancel(context.Background())
        	defer cancel()
        	q := New(ctx)
        	q.Push(1)
        }
        """);
    List<String> words = List.of("probe", "-scenarios", "3", "-per-test", "40", "-time", "10m");
    Result without = harrier(words.toArray(String[]::new));
    assertThat(without.status()).as(without.toString()).isZero();
    assertThat(report().findings()).as(without.toString()).isEmpty();
    Result with =
        harrier(
            Stream.concat(words.stream(), Stream.of("-v", "-faults", "cancel"))
                .toArray(String[]::new));
    assertThat(report().findings())
        .as(with.toString())
        .isNotEmpty()
        .allSatisfy(f -> assertThat(f.location().function()).endsWith(".Push"));
  }

  /** Where there is nothing to explore, the notes say why. */
  @Test
  void whyNothingIsProbedIsSaid() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    Files.writeString(
        directory.resolve("m.go"),
        """
        package m

        type Bare struct{ n int }

        func (b *Bare) Do() { b.n++ }

        type Other struct{ n int }

        func (o *Other) Do() { o.n++ }
        """);
    Result result = harrier("probe", ".");
    assertThat(result.out())
        .contains(
            "Bare, Other were not probed: nothing says that goroutines may share such an object");
  }

  /**
   * A package that does not build is named, and the others are probed. One whose tests do not build
   * is probed without them, and its findings replay.
   */
  @Test
  void whatDoesNotBuildKeepsNothingElseFromBeingProbed() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.25\n");
    for (String name : List.of("broken", "untested")) {
      Path of = Files.createDirectories(directory.resolve(name));
      Files.writeString(
          of.resolve("m.go"),
          """
          package %s

          import "sync"

          // A Counter is safe for concurrent use.
          """
                  .formatted(name)
              + COUNTER);
    }
    Files.writeString(
        directory.resolve("broken/wrong.go"), "package broken\n\nvar wrong int = \"a\"\n");
    Files.writeString(
        directory.resolve("untested/m_test.go"), "package untested\n\nvar wrong int = \"a\"\n");
    Result result = harrier("probe", "-per-test", "20", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("example.com/m/broken was not probed, since it does not build: broken/wrong.go:3")
        .contains(
            "example.com/m/untested was probed without its tests, which do not build:"
                + " untested/m_test.go:3")
        .contains("untested/m.go:14:1: data-race: c.n is");
    Matcher replay = REPLAY.matcher(result.out());
    assertThat(replay.find()).as(result.toString()).isTrue();
    Result again = harrier("replay", "-overlay", replay.group(1), replay.group(2));
    assertThat(again.toString()).contains("reproduced in 10 of 10 runs");

    Files.writeString(
        Files.createDirectories(directory.resolve("sound")).resolve("m.go"),
        """
        package sound

        import "sync"

        // A Sum is safe for concurrent use.
        type Sum struct {
        	mu sync.Mutex
        	n  int
        }

        func (s *Sum) Add() {
        	s.mu.Lock()
        	defer s.mu.Unlock()
        	s.n++
        }
        """);
    Result sound = harrier("probe", "-per-test", "20", "./broken", "./sound");
    assertThat(sound.out()).contains("part of the code under test does not build", "Sum: ");
    assertThat(sound.status()).as(sound.toString()).isEqualTo(3);

    Result alone = harrier("probe", "./broken");
    assertThat(alone.status()).as(alone.toString()).isEqualTo(3);
    assertThat(alone.out()).contains("broken was not probed, since it does not build");
  }

  /**
   * Where no test makes an object and the calls of an empty value panic in every order, there was
   * none. An empty value that a call makes fit for use is one, and so is one that needs nothing.
   */
  @Test
  void whatOnlyPanicsIsNoObject() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            import "sync"

            type state struct {
            	mu   sync.Mutex
            	sent int
            }

            // A Session is safe for concurrent use.
            type Session struct {
            	*state
            	name string
            }

            func (s *Session) Send() { s.mu.Lock(); defer s.mu.Unlock(); s.sent++ }

            func (s *Session) Sent() int { s.mu.Lock(); defer s.mu.Unlock(); return s.sent }

            // A Log is safe for concurrent use.
            type Log struct {
            	mu  sync.Mutex
            	all *[]string
            }

            func (l *Log) Open() { l.mu.Lock(); defer l.mu.Unlock(); l.all = new([]string) }

            func (l *Log) Write(line string) {
            	l.mu.Lock()
            	defer l.mu.Unlock()
            	*l.all = append(*l.all, line)
            }

            // A Counter is safe for concurrent use.
            """
                + COUNTER);
    Result result = harrier("probe", "-v", "-per-test", "20", "-time", "2m", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            "Session was not probed: no object could be made; the calls of one made of empty values panic",
            "probed 2 of 3 types",
            "data-race: c.n is")
        .containsPattern("Log: [1-9]\\d* scenario")
        .doesNotContain("Session: ");
  }

  /** What ends before it begins had time. */
  @Test
  void whatCannotRunIsNotCalledLate() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            "package m\n\nimport \"sync\"\n\n// A Counter is safe for concurrent use.\n" + COUNTER)
        .file("m_test.go", "package m\n\nfunc init() { panic(\"no such file: example.crt\") }\n");
    Result result = harrier("probe", "-v", "-per-test", "20", "-time", "2m", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.out())
        .contains("not run (", "of Counter): the tests of the package do not build, or end before")
        .contains("probed 0 of 1 type")
        .doesNotContain("there was no time", "Counter: ");
  }

  @Test
  void badInputIsASentence() throws Exception {
    assertThat(harrier("probe", "-type", "(", ".").err())
        .startsWith("harrier: -type is not a regular expression");
    assertThat(harrier("probe", "-scenarios", "0", ".").status()).isEqualTo(2);
  }

  /**
   * What the calls also do one after the other, here a panic, is no reason to look no further: the
   * race is shown by other schedules.
   */
  @Test
  void aPanicThatIsNoFindingDoesNotEndAScenario() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            import "sync"

            type Client struct {
            	mu    sync.Mutex
            	order int
            	out   *int
            }

            func (c *Client) SetOrder(order int) {
            	c.mu.Lock()
            	defer c.mu.Unlock()
            	c.order = order
            }

            func (c *Client) Add(n int) {
            	n += c.order
            	c.mu.Lock()
            	defer c.mu.Unlock()
            	*c.out = n
            }
            """)
        .test("", "new(Client).SetOrder(1)");
    Result result =
        harrier("probe", "-func", "Add|SetOrder", "-per-test", "30", "-time", "10m", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).contains("guarded: Client.order by Client.mu");
    Matcher processes = Pattern.compile("\\((\\d+) processes").matcher(result.out());
    assertThat(processes.find()).isTrue();
    assertThat(Integer.parseInt(processes.group(1)))
        .as("of 30 for each of ten scenarios, of which eight panic: " + result)
        .isGreaterThan(150);
  }

  /** Whoever asked for scenarios wants to know why there are none, not that tests are missing. */
  @Test
  void whereNothingMayBeSharedTheReasonIsSaid() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            // A Stack is not safe for concurrent use.
            type Stack struct{ items []string }

            func (s *Stack) Push(item string) { s.items = append(s.items, item) }
            """)
        .test("", "s := new(Stack)\ns.Push(\"a\")");
    Result nothing = harrier("probe", "-time", "10s", ".");
    assertThat(nothing.toString())
        .contains(
            "no calls were made at the same time: the other notes say why",
            "Stack was not probed: its documentation says: A Stack is not safe for concurrent use.")
        .doesNotContain("no test to explore");
    assertThat(nothing.status()).isZero();
  }

  /** No other note could say why. */
  @Test
  void aPackageWithoutTypesHasNothingToProbe() throws Exception {
    GoModule.at(directory).file("m.go", "package m\n\nfunc one() int { return 1 }\n");
    Result nothing = harrier("probe", "-time", "10s", ".");
    assertThat(nothing.toString())
        .contains("there is nothing to call at the same time: no exported type")
        .doesNotContain("the other notes say why");
    assertThat(nothing.status()).isZero();
    assertThat(harrier("probe", "-type", "One", ".").out())
        .contains("-type One matches no exported type")
        .doesNotContain("no exported type has");
  }
}
