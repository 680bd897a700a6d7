package dev.harrier.vet.callgraph;

import dev.harrier.vet.happensbefore.LockMode;
import dev.harrier.vet.happensbefore.SyncKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the functions of the standard library and of {@code golang.org/x/sync} do to goroutines and
 * to the order between them. Source: their documentation, and the Go memory model.
 */
final class LibraryModel {
  private static final String GROUP = "(*golang.org/x/sync/errgroup.Group).";

  /** How threads are launched that a timer runs. */
  static final String TIMER = "time.AfterFunc";

  private static final Set<String> HANDLERS =
      Set.of(
          "net/http.HandlerFunc",
          "github.com/gin-gonic/gin.HandlerFunc",
          "github.com/labstack/echo/v4.HandlerFunc");
  private static final Set<String> REQUESTS =
      Set.of(
          "*net/http.Request",
          "*github.com/gin-gonic/gin.Context",
          "*github.com/gofiber/fiber/v2.Ctx",
          "github.com/gofiber/fiber/v3.Ctx",
          "*github.com/valyala/fasthttp.RequestCtx",
          "github.com/labstack/echo/v4.Context");
  private static final Set<String> CONNECTING =
      Set.of(
          "bufio",
          "crypto/tls",
          "database/sql",
          "io",
          "net",
          "net/http",
          "net/http/httptest",
          "net/rpc",
          "os/exec");
  private static final List<String> ENDINGS =
      List.of("close", "stop", "shutdown", "kill", "terminate", "quit", "interrupt", "cancel");
  private static final List<String> TAKINGS =
      List.of("Accept", "Read", "Recv", "Receive", "Next", "Wait", "Poll", "Scan");
  private static final Effect ARRIVES = new Effect.Transfers(SyncKind.ARRIVE);
  private static final Effect DEPARTS = new Effect.Transfers(SyncKind.DEPART);
  private static final Map<String, Effect> EFFECTS = new HashMap<>();

  static {
    locks();
    groups();
    starts();
    tests();
    atomics();
    streams();
    endings();
  }

  private LibraryModel() {}

  /** The functions that start goroutines, and the types of functions that servers do so for. */
  static Set<String> starters() {
    Set<String> starters = new TreeSet<>(HANDLERS);
    EFFECTS.forEach((name, effect) -> {
      if (isLaunch(effect)) {
        starters.add(name);
      }
    });
    return starters;
  }

  /** Whether what has this effect makes code run in another goroutine. */
  static boolean isLaunch(Effect effect) {
    return effect instanceof Effect.Starts
        || effect instanceof Effect.Handles
        || effect instanceof Effect.BecomesParallel;
  }

  /** What a method does that has the form of those of io.Reader and io.Writer. */
  static Optional<Effect> stream(String name, String signature) {
    if (!signature.equals("func([]byte) (int, error)")) {
      return Optional.empty();
    }
    return name.endsWith(").Write")
        ? Optional.of(DEPARTS)
        : name.endsWith(").Read") ? Optional.of(ARRIVES) : Optional.empty();
  }

  /** The effect of a function by its full name; nothing if it is not modelled. */
  static Optional<Effect> effect(String name) {
    return Optional.ofNullable(EFFECTS.get(name));
  }

  /** Whether a function stores atomically through its first argument. */
  static boolean isAtomicWrite(String name) {
    return switch (effect(name).orElse(new Effect.Nothing())) {
      case Effect.Synchronises(SyncKind kind) -> kind == SyncKind.PUBLISH;
      case Effect.TouchesAtomically(boolean write, boolean _) -> write;
      default -> false;
    };
  }

  /** Whether an atomic write only takes place if the old value is as the caller wants it. */
  static boolean isCompareAndSwap(String name) {
    return name.contains("CompareAndSwap");
  }

  /** Whether servers run the functions of a type for many requests at once. */
  static boolean isHandler(String type) {
    return HANDLERS.contains(type);
  }

  /** Whether a parameter of this type shows that a function serves a single request. */
  static boolean isRequest(String type) {
    return REQUESTS.contains(type);
  }

  /** Whether a function makes a server that serves a test, which sends its requests in turn. */
  static boolean isTestServer(String name) {
    return name.startsWith("net/http/httptest.New") && name.endsWith("Server");
  }

  /** Whether a function makes a context that only its cancel function, or its parent, ends. */
  static boolean makesCancel(String name) {
    return name.startsWith("context.WithCancel");
  }

  /** Whether a package, by its path, helps tests: {@code httptest}, {@code internal/test/pipe}. */
  static boolean isForTests(String packagePath) {
    return Arrays.stream(packagePath.split("/"))
        .anyMatch(e -> e.endsWith("test") || e.endsWith("tests") || e.startsWith("testutil"));
  }

  /** Whether a package is part of Go itself: its path has no dot before the first slash. */
  static boolean isStandard(String packagePath) {
    int slash = packagePath.indexOf('/');
    String first = slash < 0 ? packagePath : packagePath.substring(0, slash);
    return !first.isEmpty() && first.indexOf('.') < 0;
  }

  /** Whether the methods of a type may let goroutines wait for each other, for all we know. */
  static boolean mayConnect(String type) {
    String named = type.startsWith("*") ? type.substring(1) : type;
    int arguments = named.indexOf('[');
    String plain = arguments < 0 ? named : named.substring(0, arguments);
    int dot = plain.lastIndexOf('.');
    String packagePath = dot < 0 ? "" : plain.substring(0, dot);
    return CONNECTING.contains(packagePath) || (!packagePath.isEmpty() && !isStandard(packagePath));
  }

  /** Whether a method, by its name, ends what other goroutines do with the object. */
  static boolean endsOthers(String method) {
    String lower = method.toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(lower::contains);
  }

  /** Whether a method, by its name, waits for what comes in and tells nobody anything. */
  static boolean onlyTakes(String method) {
    return TAKINGS.stream().anyMatch(method::startsWith);
  }

  /** Whether values of a type are handed to everybody: contexts, tests, loggers. */
  static boolean isSharedByAll(String type) {
    return type.startsWith("context.")
        || type.startsWith("*testing.")
        || type.toLowerCase(Locale.ROOT).contains("log");
  }

  private static void locks() {
    for (String type : new String[] {"(*sync.Mutex).", "(*sync.RWMutex).", "(sync.Locker)."}) {
      EFFECTS.put(type + "Lock", new Effect.Locks(LockMode.EXCLUSIVE));
      EFFECTS.put(type + "Unlock", new Effect.Unlocks(LockMode.EXCLUSIVE));
      EFFECTS.put(type + "TryLock", new Effect.TriesLock(LockMode.EXCLUSIVE));
    }
    String pipeline = "(*net/textproto.Pipeline).";
    EFFECTS.put(pipeline + "StartRequest", new Effect.Locks(LockMode.EXCLUSIVE));
    EFFECTS.put(pipeline + "EndRequest", new Effect.Unlocks(LockMode.EXCLUSIVE));
    EFFECTS.put("(*sync.RWMutex).RLock", new Effect.Locks(LockMode.SHARED));
    EFFECTS.put("(*sync.RWMutex).RUnlock", new Effect.Unlocks(LockMode.SHARED));
    EFFECTS.put("(*sync.RWMutex).TryRLock", new Effect.TriesLock(LockMode.SHARED));
    EFFECTS.put("(*sync.Cond).Wait", new Effect.Synchronises(SyncKind.SIGNALLED));
    EFFECTS.put("(*sync.Cond).Signal", new Effect.Synchronises(SyncKind.SIGNAL));
    EFFECTS.put("(*sync.Cond).Broadcast", new Effect.Synchronises(SyncKind.SIGNAL));
    EFFECTS.put("(*sync.Once).Do", new Effect.RunsOnce(1));
  }

  private static void groups() {
    EFFECTS.put("(*sync.WaitGroup).Add", new Effect.Synchronises(SyncKind.ADD));
    EFFECTS.put("(*sync.WaitGroup).Done", new Effect.Synchronises(SyncKind.DONE));
    EFFECTS.put("(*sync.WaitGroup).Wait", new Effect.Synchronises(SyncKind.WAIT));
    EFFECTS.put("(*sync.WaitGroup).Go", new Effect.Starts(1, true, false, "sync.WaitGroup.Go"));
    EFFECTS.put(GROUP + "Go", new Effect.Starts(1, true, false, "errgroup.Group.Go"));
    EFFECTS.put(GROUP + "TryGo", new Effect.Starts(1, true, false, "errgroup.Group.TryGo"));
    EFFECTS.put(GROUP + "Wait", new Effect.Synchronises(SyncKind.WAIT));
  }

  private static void starts() {
    EFFECTS.put("time.AfterFunc", new Effect.Starts(1, false, false, TIMER));
    EFFECTS.put("context.AfterFunc", new Effect.Starts(1, false, false, "context.AfterFunc"));
    EFFECTS.put("net/http.HandleFunc", new Effect.Handles(1));
    EFFECTS.put("(*net/http.ServeMux).HandleFunc", new Effect.Handles(2));
    EFFECTS.put("runtime.Goexit", new Effect.Ends());
    EFFECTS.put("os.Exit", new Effect.Ends());
    EFFECTS.put("syscall.Exit", new Effect.Ends());
    for (String suffix : new String[] {"", "f", "ln"}) {
      for (String verb : new String[] {"Fatal", "Panic"}) {
        EFFECTS.put("log." + verb + suffix, new Effect.Ends());
        EFFECTS.put("(*log.Logger)." + verb + suffix, new Effect.Ends());
      }
    }
  }

  private static void tests() {
    EFFECTS.put("(*testing.T).Run", new Effect.RunsSubtest(2));
    EFFECTS.put("(*testing.B).Run", new Effect.RunsSubtest(2));
    EFFECTS.put("(*testing.T).Parallel", new Effect.BecomesParallel());
    for (String name : new String[] {"Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow"}) {
      EFFECTS.put("(*testing.common)." + name, new Effect.Ends());
      EFFECTS.put("(testing.TB)." + name, new Effect.Ends());
    }
    EFFECTS.put("testing/synctest.Wait", new Effect.WaitsForRest());
    EFFECTS.put("(*testing.common).Cleanup", new Effect.Nothing());
    EFFECTS.put("(*testing.F).Fuzz", new Effect.Nothing());
    EFFECTS.put(
        "(*testing.B).RunParallel", new Effect.Starts(1, true, true, "testing.B.RunParallel"));
  }

  /** What does not return in libraries that many programs use. */
  private static void endings() {
    String testify = "github.com/stretchr/testify/";
    for (String suffix : new String[] {"", "f"}) {
      EFFECTS.put(testify + "assert.FailNow" + suffix, new Effect.Ends());
      for (String fail : new String[] {"Fail", "FailNow"}) {
        EFFECTS.put(testify + "require." + fail + suffix, new Effect.Ends());
        EFFECTS.put("(*" + testify + "require.Assertions)." + fail + suffix, new Effect.Ends());
      }
      EFFECTS.put("(*go.uber.org/zap.Logger).Fatal", new Effect.Ends());
      EFFECTS.put("(*go.uber.org/zap.SugaredLogger).Fatal" + suffix, new Effect.Ends());
      for (String log : new String[] {"github.com/sirupsen/logrus", "k8s.io/klog/v2"}) {
        EFFECTS.put(log + ".Fatal" + suffix, new Effect.Ends());
      }
    }
  }

  private static void streams() {
    for (String type : new String[] {"(net.Conn).", "(io.Reader).", "(io.ReadCloser)."}) {
      EFFECTS.put(type + "Read", ARRIVES);
    }
    for (String type : new String[] {"(net.Conn).", "(io.Writer).", "(io.WriteCloser)."}) {
      EFFECTS.put(type + "Write", DEPARTS);
    }
    for (String type : new String[] {"(net.Conn).", "(io.WriteCloser).", "(*io.PipeWriter)."}) {
      EFFECTS.put(type + "Close", DEPARTS); // whoever reads at the other end goes on
    }
    EFFECTS.put("(net.Listener).Accept", ARRIVES);
    EFFECTS.put("(*bufio.Scanner).Scan", ARRIVES);
    for (String what : new String[] {"", "Byte", "Bytes", "Line", "Rune", "Slice", "String"}) {
      EFFECTS.put("(*bufio.Reader).Read" + what, ARRIVES);
    }
    EFFECTS.put("(*encoding/json.Decoder).Decode", ARRIVES);
    EFFECTS.put("(*encoding/gob.Decoder).Decode", ARRIVES);
    EFFECTS.put("io.ReadFull", ARRIVES);
    EFFECTS.put("io.ReadAll", ARRIVES);
  }

  private static void atomics() {
    for (String type : new String[] {"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"}) {
      for (String verb : new String[] {"Add", "And", "Or", "Store", "Swap"}) {
        EFFECTS.put("sync/atomic." + verb + type, new Effect.TouchesAtomically(true, false));
        method(type, verb, new Effect.Synchronises(SyncKind.PUBLISH));
      }
      EFFECTS.put("sync/atomic.CompareAndSwap" + type, new Effect.TouchesAtomically(true, true));
      EFFECTS.put("sync/atomic.Load" + type, new Effect.TouchesAtomically(false, false));
      method(type, "CompareAndSwap", new Effect.Synchronises(SyncKind.PUBLISH));
      method(type, "Load", new Effect.Synchronises(SyncKind.OBSERVE));
    }
    for (String verb : new String[] {"Store", "Swap", "CompareAndSwap"}) {
      method("Bool", verb, new Effect.Synchronises(SyncKind.PUBLISH));
      method("Value", verb, new Effect.Synchronises(SyncKind.PUBLISH));
    }
    method("Bool", "Load", new Effect.Synchronises(SyncKind.OBSERVE));
    method("Value", "Load", new Effect.Synchronises(SyncKind.OBSERVE));
  }

  private static void method(String type, String verb, Effect effect) {
    EFFECTS.put("(*sync/atomic." + type + ")." + verb, effect);
    EFFECTS.put("(*sync/atomic." + type + "[T])." + verb, effect);
  }
}
