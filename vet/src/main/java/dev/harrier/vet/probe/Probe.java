package dev.harrier.vet.probe;

import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The concurrent tests that were written for one package.
 *
 * @param packagePath import path
 * @param module path of its module; "" if that is not known
 * @param directory of the package
 * @param files that have the tests; a go command sees them with an overlay
 * @param guards fields that locks guard, but not everywhere
 * @param variables {@code FILE:LINE} of accesses of variables of packages; empty if no scenario has
 *     calls that share only such a variable
 * @param orders what the tests of reductions need besides, for each package clause
 * @param late whether the time for writing was over before anything was written for it
 * @param failure why the package does not type-check; nothing is written for it then
 * @param untested why its tests do not, so that it is probed without them
 * @param hidden the files of these tests, which nothing builds with
 */
public record Probe(
    @SerializedName("package") String packagePath,
    String module,
    String directory,
    List<SourceFile> files,
    List<ProbedType> types,
    List<Scenario> scenarios,
    List<Guard> guards,
    List<String> variables,
    List<SourceFile> orders,
    boolean late,
    @Nullable String failure,
    @Nullable String untested,
    List<String> hidden) {
  /** A file of tests; {@link Orders#completed} says what its scenarios may return. */
  public record SourceFile(String name, String source) {}

  /**
   * A type with exported methods.
   *
   * @param place {@code FILE:LINE} of its declaration
   * @param methods how many it has
   * @param scenarios how many were written
   * @param omitted why there is none
   * @param dropped scenarios that do not compile
   * @param left scenarios beyond the limit of each type
   * @param untimed beyond what all types together have time for
   * @param unbuilt beyond what is compiled for one package
   * @param functions whether it stands for the functions of the package, whose name it has
   * @param uncalled methods that no scenario calls
   */
  public record ProbedType(
      String name,
      String place,
      int methods,
      int scenarios,
      @Nullable String omitted,
      int dropped,
      int left,
      int untimed,
      int unbuilt,
      boolean functions,
      List<Uncalled> uncalled) {}

  /**
   * A method that no scenario calls.
   *
   * @param why in words
   */
  public record Uncalled(String name, String why) {}

  /**
   * A test that calls methods of one object from several goroutines, or from one where the object
   * has goroutines of its own.
   *
   * @param test its name
   * @param sequential the test that makes its calls in all orders
   * @param seed the test whose statements make the object; "" if a constructor is called
   * @param setup these statements
   * @param calls of each goroutine
   * @param places {@code FILE:LINE} of the method of each call
   * @param evidence why the calls may be made at the same time, the best first
   * @param rank how likely they go wrong; the more of its type come before it, the lower
   * @param nil whether arguments are nil that tests have values for
   * @param empty whether the object has no room, where one of a test has some
   * @param hollow whether no test makes the object, and it is an empty value, or made of some
   * @param alone a file that has this test only
   * @param reductions of more than two calls, what is left without some of them, the fewest first
   */
  public record Scenario(
      String test,
      String sequential,
      String type,
      String seed,
      List<String> setup,
      List<List<String>> calls,
      List<String> places,
      List<Contract> evidence,
      int rank,
      boolean nil,
      boolean empty,
      boolean hollow,
      String alone,
      List<Reduction> reductions) {
    /** How many calls its goroutines make. */
    public int size() {
      return calls.stream().mapToInt(List::size).sum();
    }

    /** Whether one goroutine makes all calls, so that only goroutines of the object meet it. */
    public boolean isOfOneCaller() {
      return calls.size() == 1;
    }
  }

  /**
   * A scenario with some of the calls of another one.
   *
   * @param file with both of its tests
   */
  public record Reduction(Scenario scenario, String file) {}

  /**
   * A reason to think that several goroutines may use an object at once.
   *
   * @param kind one caller, left early, abandoned, ended, serves, package variable, package
   *     functions, own use, methods documented, documented, documented of use, package documented,
   *     tested, own goroutine or guarded
   * @param text a sentence of the documentation, the method that is called or starts the goroutine,
   *     the variable, or the field; the methods that end the object, with a comma between them
   * @param place {@code FILE:LINE} of it
   * @param call one of those that documentation of the type need not mean; of an object that was
   *     ended, what may still have to release its goroutines
   * @param why it need not, or may
   * @param places of an object that was ended, {@code FILE:LINE} where its goroutines are started
   */
  public record Contract(
      String kind,
      String text,
      String place,
      @Nullable String call,
      @Nullable String why,
      @Nullable List<String> places) {
    /** What limits it, if it is documentation of the type, or the end of the object. */
    public Optional<Doubt> doubt() {
      if (why == null || call == null) {
        return Optional.empty();
      }
      return Optional.of(
          isEnd()
              ? new Doubt.MayBeReleased(Doubt.MayBeReleased.Means.valueOf(constant(why)), call)
              : new Doubt.Unsaid(Doubt.Unsaid.Why.valueOf(constant(why)), call));
    }

    private boolean isEnd() {
      return kind.equals("ended");
    }

    /** Whether goroutines of an object that was ended are started there. */
    public boolean isStart(String at) {
      return places != null && places.contains(at);
    }

    private static String constant(String words) {
      return words.replace(' ', '_').toUpperCase(Locale.ROOT);
    }

    /** What a finding says of it. */
    public Evidence.Contract evidence() {
      String at = String.valueOf(Path.of(place).getFileName());
      return new Evidence.Contract(Evidence.Contract.Reason.valueOf(constant(kind)), text, at);
    }
  }

  /**
   * A field that methods write while they hold a lock of the same object, or atomically, and that
   * others access without, or return; or one that a loop waits for.
   *
   * @param field with its type
   * @param lock with its type, or "atomic"; "" where a loop waits
   * @param held {@code FILE:LINE} of accesses that always hold the lock; of those of the loop
   * @param bare of the other accesses; of the writes that the loop waits for
   * @param few whether too few hold it to say more than that the field may be shared
   * @param loop whether a loop waits until the field is set, which nothing in the loop does
   * @param returned {@code FILE:LINE} of methods that return its slice or map, not a copy
   * @param opaque whether the field has an interface: users may have made the object in it
   */
  public record Guard(
      String field,
      String lock,
      List<String> held,
      List<String> bare,
      boolean few,
      boolean loop,
      @Nullable List<String> returned,
      boolean opaque) {
    private static final String ATOMIC = "atomic";

    /**
     * Whether a variable may be the field.
     *
     * @param variable as the source has it; "" if that is not known, and then it may be
     */
    public boolean isOf(String variable) {
      if (variable.isEmpty()) {
        return true;
      }
      String element = variable.replaceFirst("\\[.*", "");
      return field.endsWith("." + element.substring(element.lastIndexOf('.') + 1));
    }

    /** What a finding says of it. */
    public Evidence.Contract evidence() {
      String at = String.valueOf(Path.of(held.getFirst()).getFileName());
      if (loop) {
        return new Evidence.Contract(Evidence.Contract.Reason.FIELD_AWAITED, field, at);
      }
      String by = isAtomic() ? "atomic operations" : lock;
      return new Evidence.Contract(Evidence.Contract.Reason.FIELD_GUARDED, field + " by " + by, at);
    }

    /** The first of some methods that returns the field's slice or map itself. */
    public Optional<String> returnedBy(List<String> methods) {
      return methods.stream().filter(at -> returned != null && returned.contains(at)).findFirst();
    }

    /** Whether the other accesses are atomic, without a lock. */
    public boolean isAtomic() {
      return lock.equals(ATOMIC);
    }
  }

  /** Whether a name stands for the functions of the package, not for a type. */
  public boolean hasFunctions(String type) {
    return types.stream().anyMatch(one -> one.functions() && one.name().equals(type));
  }

  /** A type of the package, as it is named among those of other packages. */
  public String qualified(String type) {
    String[] path = packagePath.split("/", -1);
    int last = path.length - 1;
    boolean version = last > 0 && path[last].matches("v\\d+");
    return path[version ? last - 1 : last] + "." + type;
  }

  /** The probe with what is left of some scenarios in their place. */
  public Probe reduced(Set<Scenario> wanted) {
    List<SourceFile> sources = new ArrayList<>(orders);
    List<Scenario> less = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      if (wanted.contains(scenario)) {
        for (Reduction one : scenario.reductions()) {
          less.add(one.scenario());
          sources.add(
              new SourceFile("harrier_probe_less%d_test.go".formatted(less.size()), one.file()));
        }
      }
    }
    return new Probe(
        packagePath,
        module,
        directory,
        sources,
        types,
        less,
        guards,
        variables,
        orders,
        late,
        failure,
        untested,
        hidden);
  }

  /** Reads a line of the exporter's output. */
  public static Probe parsed(String json) {
    return new Gson().fromJson(json, Probe.class);
  }
}
