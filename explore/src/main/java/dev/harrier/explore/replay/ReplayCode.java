package dev.harrier.explore.replay;

import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that it takes to see a finding again, as one word that needs no quoting in a shell:
 * {@code harrier2:pkg=example.com/m:test=TestM:strategy=pos:seed=17:...}.
 *
 * @param importPath of the package
 * @param test "" for a main package
 * @param buildFlags without which the program would be another one
 * @param arguments of the test binary besides the test, or of the main package
 * @param code digest of the package's sources when the finding was made; "" if unknown
 * @param goVersion such as 1.26.8; "" if unknown
 * @param fingerprint of the finding, or {@link #FAILURE}
 */
public record ReplayCode(
    String importPath,
    String test,
    String below,
    List<String> buildFlags,
    List<String> arguments,
    String code,
    String goVersion,
    Schedule schedule,
    String fingerprint) {
  /** Takes the place of a fingerprint where a test failed without a finding. */
  public static final String FAILURE = "failure";

  static final String START = "harrier2:";

  /** Before goroutines had names, and fairness was one for all strategies. */
  static final String OLD = "harrier1:";

  private static final String NATIVE = "native";

  public ReplayCode {
    buildFlags = List.copyOf(buildFlags);
    arguments = List.copyOf(arguments);
  }

  /** Whether it shows a test that fails without a finding, and no finding. */
  public boolean isOfFailure() {
    return fingerprint.equals(FAILURE);
  }

  /** Whether a text claims to be of this form, of whatever version. */
  public static boolean isMeant(String text) {
    return text.matches("harrier\\d+:.*");
  }

  @Override
  public String toString() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("pkg", importPath);
    fields.put("test", test);
    fields.put("below", below);
    fields.put("build", Escape.join(buildFlags));
    fields.put("args", Escape.join(arguments));
    switch (schedule) {
      case Schedule.Controlled c -> {
        fields.put("strategy", c.strategy().toString());
        fields.put("seed", Long.toString(c.seed()));
        fields.put("length", Integer.toString(c.length()));
        fields.put("early", unlessZero(c.early()));
        fields.put("procs", unlessZero(c.conditions().procs()));
        fields.put("slice", unlessZero(c.conditions().slice()));
        fields.put("pause", unlessZero(c.conditions().pause()));
        fields.put("polls", unlessZero(c.conditions().polls() ? 1 : 0));
      }
      case Schedule.Native _ -> fields.put("strategy", NATIVE);
    }
    fields.put("plan", PlanText.print(schedule.plan()));
    fields.put("go", goVersion);
    fields.put("code", code);
    fields.put("finding", fingerprint);
    List<String> words = new ArrayList<>();
    fields.forEach((key, value) -> {
      if (!value.isEmpty()) {
        boolean raw = key.equals("build") || key.equals("args");
        words.add(key + "=" + (raw ? value : Escape.escape(value)));
      }
    });
    return START + String.join(":", words);
  }

  private static String unlessZero(int number) {
    return number == 0 ? "" : Integer.toString(number);
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws ReplayCodeException if it is cut off, of another version or otherwise not legible
   */
  public static ReplayCode parse(String text) throws ReplayCodeException {
    Fields fields = Fields.of(text);
    return new ReplayCode(
        fields.required("pkg"),
        fields.text("test"),
        fields.text("below"),
        Escape.split(fields.raw("build")),
        Escape.split(fields.raw("args")),
        fields.text("code"),
        fields.text("go"),
        schedule(fields),
        fields.required("finding"));
  }

  private static Schedule schedule(Fields fields) throws ReplayCodeException {
    Plan plan = PlanText.parse(fields.text("plan"));
    String strategy = fields.required("strategy");
    if (strategy.equals(NATIVE)) {
      return new Schedule.Native(plan);
    }
    Strategy known =
        Strategy.parse(strategy)
            .orElseThrow(() ->
                new ReplayCodeException(
                    "'%s' is not a strategy of this Harrier".formatted(strategy)));
    return new Schedule.Controlled(
        known,
        fields.number("seed", 0, Long.MAX_VALUE),
        (int) fields.number("length", 1, Schedule.MAX_LENGTH),
        (int) fields.number("early", 0, 1024),
        new Conditions(
            (int) fields.number("procs", 0, Conditions.MAX_PROCS),
            (int) fields.number("slice", 0, Conditions.MAX_SLICE),
            (int) fields.number("pause", 0, Conditions.MAX_PAUSE),
            fields.number("polls", 0, 1) == 1),
        plan);
  }
}
