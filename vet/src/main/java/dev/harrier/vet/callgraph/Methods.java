package dev.harrier.vet.callgraph;

import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Which methods a call through an interface may reach: those of the types that implement the
 * interface and that the loaded code converts to an interface somewhere. Algorithm: class hierarchy
 * analysis, restricted to instantiated types (Bacon and Sweeney, "Fast Static Analysis of C++
 * Virtual Function Calls", 1996).
 */
public final class Methods {
  private final Program program;
  private final Map<String, Map<String, Function>> byReceiver = new HashMap<>();
  private final Map<String, List<String>> withMethod = new HashMap<>();
  private final Map<Called, List<Function>> implementers = new ConcurrentHashMap<>();

  /** A method of an interface. */
  private record Called(String type, String method) {}

  public Methods(Program program) {
    this.program = program;
    for (Function function : program.functions()) {
      receiver(function)
          .ifPresent(receiver ->
              byReceiver
                  .computeIfAbsent(receiver, _ -> new HashMap<>())
                  .put(function.name().substring(receiver.length() + 3), function));
    }
    TreeSet<String> converted = new TreeSet<>();
    program.extent().converted().forEach(t -> converted.add(t.text()));
    for (String receiver : converted) {
      for (String method : byReceiver.getOrDefault(receiver, Map.of()).keySet()) {
        withMethod.computeIfAbsent(method, _ -> new ArrayList<>()).add(receiver);
      }
    }
  }

  /** The type of a method's receiver; none if the function is no method. */
  public static Optional<String> receiver(Function function) {
    String name = function.name();
    int close = name.indexOf(").");
    return name.startsWith("(") && close > 0 && name.indexOf('$', close) < 0
        ? Optional.of(name.substring(1, close))
        : Optional.empty();
  }

  /** The method of a type that is no interface, by its name without the receiver. */
  public Optional<Function> of(Type receiver, String method) {
    return named(receiver.text(), method);
  }

  private Optional<Function> named(String receiver, String method) {
    return Optional.ofNullable(byReceiver.getOrDefault(receiver, Map.of()).get(method));
  }

  /** The methods that a call through the interface may reach. */
  public List<Function> implementing(Type type, String method) {
    return implementers.computeIfAbsent(
        new Called(type.text(), method),
        _ -> find(type).flatMap(receiver -> named(receiver, method).stream()).toList());
  }

  /** The methods that a call site may reach. */
  public List<Function> callees(Function caller, Value receiver, String fullName) {
    return implementing(caller.typeOf(receiver), simple(fullName));
  }

  /** {@code (p.I).M} is M. */
  public static String simple(String fullName) {
    return fullName.substring(fullName.lastIndexOf('.') + 1);
  }

  /** Looks only at those types that have the method that the fewest have. */
  private Stream<String> find(Type type) {
    if (type.kind() != Type.Kind.INTERFACE) {
      return Stream.of();
    }
    return type.members().stream()
        .map(m -> withMethod.getOrDefault(m.name(), List.of()))
        .min(Comparator.comparingInt(List::size))
        .stream()
        .flatMap(List::stream)
        .filter(receiver -> implementsAll(receiver, type));
  }

  /** A method whose name is not exported is another one in each package. */
  private static boolean isVisible(String name, Function method, Type type) {
    return Character.isUpperCase(name.codePointAt(0))
        || type.text().startsWith(method.declaration().packagePath() + ".");
  }

  private boolean implementsAll(String receiver, Type type) {
    Map<String, Function> methods = byReceiver.getOrDefault(receiver, Map.of());
    return type.members().stream()
        .allMatch(m -> {
          Function method = methods.get(m.name());
          return method != null
              && method.declaration().type().text().equals(program.type(m.type()).text())
              && isVisible(m.name(), method, type);
        });
  }
}
