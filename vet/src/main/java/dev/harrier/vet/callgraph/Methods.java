package dev.harrier.vet.callgraph;

import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which methods a call through an interface may reach: those of the types that implement the
 * interface and that the loaded code converts to an interface somewhere. Algorithm: class hierarchy
 * analysis, restricted to instantiated types (Bacon and Sweeney, "Fast Static Analysis of C++
 * Virtual Function Calls", 1996).
 */
final class Methods {
  private final Program program;
  private final Map<String, Map<String, Function>> byReceiver = new HashMap<>();
  private final TreeSet<String> converted = new TreeSet<>();
  private final Map<String, List<String>> implementers = new ConcurrentHashMap<>();

  Methods(Program program) {
    this.program = program;
    for (Function function : program.functions()) {
      receiver(function)
          .ifPresent(receiver ->
              byReceiver
                  .computeIfAbsent(receiver, _ -> new HashMap<>())
                  .put(function.name().substring(receiver.length() + 3), function));
      for (BasicBlock block : function.blocks()) {
        for (Instruction i : block.instructions()) {
          if (i instanceof Instruction.MakeInterface made) {
            converted.add(function.typeOf(made.operand()).text());
          }
        }
      }
    }
  }

  /** The type of a method's receiver; none if the function is no method. */
  static Optional<String> receiver(Function function) {
    String name = function.name();
    int close = name.indexOf(").");
    return name.startsWith("(") && close > 0 && name.indexOf('$', close) < 0
        ? Optional.of(name.substring(1, close))
        : Optional.empty();
  }

  /** The method of a type that is no interface, by its name without the receiver. */
  Optional<Function> of(Type receiver, String method) {
    return named(receiver.text(), method);
  }

  private Optional<Function> named(String receiver, String method) {
    return Optional.ofNullable(byReceiver.getOrDefault(receiver, Map.of()).get(method));
  }

  /** The methods that a call through the interface may reach. */
  List<Function> implementing(Type type, String method) {
    return implementers.computeIfAbsent(type.text(), _ -> find(type)).stream()
        .flatMap(receiver -> named(receiver, method).stream())
        .toList();
  }

  /** The methods that a call site may reach. */
  List<Function> callees(Function caller, Value receiver, String fullName) {
    return implementing(caller.typeOf(receiver), simple(fullName));
  }

  /** {@code (p.I).M} is M. */
  static String simple(String fullName) {
    return fullName.substring(fullName.lastIndexOf('.') + 1);
  }

  private List<String> find(Type type) {
    if (type.kind() != Type.Kind.INTERFACE || type.members().isEmpty()) {
      return List.of();
    }
    return converted.stream().filter(receiver -> implementsAll(receiver, type)).toList();
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
