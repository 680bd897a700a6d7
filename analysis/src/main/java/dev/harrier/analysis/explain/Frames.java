package dev.harrier.analysis.explain;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Distinguishes the user's frames from those of dependencies, the standard library and the
 * machinery.
 */
public final class Frames {
  private static final Set<String> MACHINERY =
      Set.of("runtime", "sync", "testing", "reflect", "context", "time", "unique", "weak", "iter");

  private static final Pattern INIT = Pattern.compile("init(\\.\\d+)?");

  private static final Pattern CLOCK = Pattern.compile("\\.([nN]ow|[sS]ince|[uU]ntil)$");

  /** The main function that go test writes. */
  private static final String TEST_MAIN = "_testmain.go";

  private final List<String> modules;
  private final String source;
  private final boolean standardLibrary;

  public Frames(AnalysisContext context) {
    this.modules = context.modules();
    this.source = context.goroot().isEmpty() ? "" : context.goroot() + "/src/";
    this.standardLibrary = modules.contains("std");
  }

  /**
   * The frame of the innermost of these stacks that speaks to the user: the user's own code in any
   * of them if there is some, else a dependency's, else the standard library's, else the testing
   * package's, else the first frame there is.
   */
  public Site primary(Stack... stacks) {
    return first(this::isUser, stacks)
        .or(() -> first(site -> !isStandard(site) && isWritten(site), stacks))
        .or(() -> first(site -> !isMachinery(site) && !isTestMain(site), stacks))
        .or(() -> first(site -> site.packagePath().equals("testing"), stacks))
        .or(() -> first(site -> true, stacks))
        .orElse(Site.UNKNOWN);
  }

  /**
   * The place that stands for where a goroutine was created in what identifies its defects. Which
   * test runs the code says nothing of them: that of a test, or subtest, is package testing's.
   */
  public Site creator(Stack createdAt) {
    return isTesting(createdAt, Frames::isBelowTesting)
        ? first(site -> site.packagePath().startsWith("testing"), createdAt).orElse(Site.UNKNOWN)
        : createdAt.frames().isEmpty() ? Site.UNKNOWN : primary(createdAt);
  }

  /** By where things stand: the user's own code first, and then by file and line. */
  public <T> Comparator<T> byPlace(Function<T, Stack> standsAt) {
    return Comparator.comparing(
        standsAt.andThen(this::primary),
        Comparator.comparing((Site site) -> !isUser(site))
            .thenComparing(Site::file)
            .thenComparingInt(Site::line));
  }

  /**
   * The stack without what surrounds the code of people: the runtime and locks at the inner end,
   * the test driver at the outer one, Harrier's hooks anywhere. A stack that is nothing else keeps
   * all but the hooks.
   */
  public Stack trimmed(Stack stack) {
    List<Site> sites = stack.frames().stream().filter(site -> !isHook(site)).toList();
    int first = 0;
    int end = sites.size();
    while (first < end && isScaffold(sites.get(first))) {
      first++;
    }
    while (end > first && isScaffold(sites.get(end - 1))) {
      end--;
    }
    return first == end
        ? new Stack(sites, stack.truncated())
        : new Stack(sites.subList(first, end), stack.truncated() && end == sites.size());
  }

  /**
   * The frame that wants to know what time it is, on a stack that reads the clock: not a clock of
   * the program's own, which some programs have in front of Go's.
   */
  public Site clockReader(Stack stack) {
    Stack trimmed = trimmed(stack);
    return trimmed.frames().stream()
        .filter(site -> !CLOCK.matcher(site.function()).find())
        .findFirst()
        .orElseGet(trimmed::top);
  }

  /**
   * The function of a library that acts here, which the code of the modules under test calls; the
   * innermost one if no such code is on the stack. Empty where that code acts itself.
   */
  public Optional<String> within(Stack stack) {
    Stack trimmed = trimmed(stack);
    if (isUser(trimmed.top())) {
      return Optional.empty();
    }
    return Optional.of(called(trimmed.frames()));
  }

  /** The same also where it is Go's own: what sets a timer, as a rule. */
  public Optional<String> callee(Stack stack) {
    List<Site> sites = stack.frames().stream().filter(site -> !isHook(site)).toList();
    return sites.isEmpty() || isUser(sites.getFirst())
        ? Optional.empty()
        : Optional.of(called(sites));
  }

  /** Of frames of which the first is none of the modules' code. */
  private String called(List<Site> sites) {
    Site called = sites.getFirst();
    for (int i = 1; i < sites.size(); i++) {
      if (isUser(sites.get(i))) {
        called = sites.get(i - 1);
        break;
      }
    }
    return called.function();
  }

  /** Whether no frame is of code that people wrote for this program: it is the test driver's. */
  public boolean isScaffold(Stack stack) {
    return stack.frames().stream().allMatch(this::isScaffold);
  }

  private boolean isScaffold(Site site) {
    return isMachinery(site) || isTestMain(site);
  }

  private static boolean isTestMain(Site site) {
    return site.packagePath().equals("main") && site.file().endsWith(TEST_MAIN);
  }

  /** Whether people wrote the code, and no tool. */
  private static boolean isWritten(Site site) {
    return !site.isGenerated() && !isTestMain(site);
  }

  /** Whether Harrier takes stock here, at the end of the goroutine's own test. */
  boolean endsTest(Stack stack) {
    return stack.frames().stream().anyMatch(s -> s.function().startsWith("testing.harrier"));
  }

  private static boolean isHook(Site site) {
    String function = site.function();
    return function.startsWith("harrier", function.lastIndexOf('.') + 1)
        && MACHINERY.contains(site.packagePath());
  }

  /** Whether a goroutine that stands here waits inside the testing package for another test. */
  public boolean waitsForTest(Stack stack) {
    return isTesting(stack, Frames::isBelowTesting);
  }

  /** Whether it is the testing package that acts here, as when it cancels the context of a test. */
  boolean actsForTesting(Stack stack) {
    return isTesting(stack, path -> isBelowTesting(path) || path.equals("context"));
  }

  /** Whether the innermost frame is the testing package's, but for those of packages below it. */
  private static boolean isTesting(Stack stack, Predicate<String> below) {
    return stack.frames().stream()
        .map(Site::packagePath)
        .filter(path -> !below.test(path))
        .findFirst()
        .filter(path -> path.equals("testing") || path.equals("testing/synctest"))
        .isPresent();
  }

  /**
   * Whether a panic is recovered here by code that wants it: a test, or an assertion such as {@code
   * assert.Panics}. A test framework that guards whole tests does not.
   */
  public boolean expectsPanic(Stack recovers) {
    return recovers.frames().stream()
        .filter(site -> !isMachinery(site))
        .findFirst()
        .map(site -> site.file().endsWith("_test.go") || site.function().contains("anic"))
        .orElse(false);
  }

  /**
   * Whether a panic is recovered by a deferred function that is part of the function that raised
   * it, to inform its caller, as where a send returns an error for a closed channel. What a
   * goroutine begins with has no caller: there recovering only keeps the process alive.
   */
  public boolean recoversOwnPanic(Stack recovers, Stack panics) {
    List<Site> raised = panics.frames().stream().filter(site -> !isMachinery(site)).toList();
    return raised.size() > 1
        && recovers.frames().stream()
            .map(Site::function)
            .takeWhile(function -> !function.equals("runtime.gopanic"))
            .anyMatch(function -> function.startsWith(raised.getFirst().function() + "."));
  }

  /**
   * Whether it is package testing that recovers a panic, to raise it again once it has cleaned up.
   */
  public boolean recoversAsDriver(Stack recovers) {
    return recovers.frames().stream()
        .takeWhile(site -> !site.function().equals("runtime.gopanic"))
        .allMatch(this::isScaffold);
  }

  /** Whether the goroutine was made while the program's packages were initialized. */
  public boolean isInitialization(Stack createdAt) {
    return createdAt.frames().stream()
        .map(Site::function)
        .anyMatch(f -> f.startsWith("runtime.doInit") || isPackageInit(f));
  }

  /** {@code pkg.init}, or one of its functions {@code pkg.init.0}; methods named init are not. */
  private static boolean isPackageInit(String function) {
    int dot = function.indexOf('.', function.lastIndexOf('/') + 1);
    return dot >= 0 && INIT.matcher(function.substring(dot + 1)).matches();
  }

  /** Code of the modules under test, which a person wrote. */
  public boolean isUser(Site site) {
    if (site.isGenerated()) {
      return false;
    }
    if (standardLibrary && isStandard(site)) {
      return !isMachinery(site);
    }
    String path = site.packagePath();
    if (path.equals("main")) {
      return !isStandard(site) && !isTestMain(site);
    }
    return modules.stream()
        .anyMatch(m -> path.equals(m) || path.startsWith(m + "/") || path.equals(m + "_test"));
  }

  /**
   * Whether the code that acts here is the standard library's own, and that is not under test:
   * nothing that its user could change.
   */
  public boolean isLibrary(Stack stack) {
    return !standardLibrary
        && stack.frames().stream()
            .filter(site -> !isMachinery(site))
            .findFirst()
            .or(() -> stack.frames().stream().findFirst())
            .filter(this::isStandard)
            .isPresent();
  }

  /** Whether a stack is the standard library's from end to end, and that is not under test. */
  boolean isStandard(Stack stack) {
    return !standardLibrary
        && !stack.frames().isEmpty()
        && stack.frames().stream().allMatch(this::isStandard);
  }

  /** Whether some of it is the code of the modules under test. */
  public boolean hasUser(Stack stack) {
    return stack.frames().stream().anyMatch(this::isUser);
  }

  private boolean isStandard(Site site) {
    if (site.file().startsWith("/")) {
      return !source.isEmpty() && site.file().startsWith(source);
    }
    // Built with -trimpath, or unknown: only the standard library's first element has no dot.
    String path = site.packagePath();
    int slash = path.indexOf('/');
    String first = slash < 0 ? path : path.substring(0, slash);
    return first.indexOf('.') < 0
        && !first.equals("main")
        && modules.stream().noneMatch(m -> path.equals(m) || path.startsWith(m + "/"));
  }

  private boolean isMachinery(Site site) {
    String path = site.packagePath();
    return isStandard(site)
        && (MACHINERY.contains(path)
            || path.equals("testing/synctest")
            || path.startsWith("internal/")
            || path.startsWith("runtime/")
            || path.startsWith("sync/"));
  }

  private static boolean isBelowTesting(String path) {
    return path.equals("runtime") || path.equals("sync") || path.startsWith("internal/");
  }

  private static Optional<Site> first(Predicate<Site> wanted, Stack... stacks) {
    for (Stack stack : stacks) {
      for (Site site : stack.frames()) {
        if (wanted.test(site)) {
          return Optional.of(site);
        }
      }
    }
    return Optional.empty();
  }
}
