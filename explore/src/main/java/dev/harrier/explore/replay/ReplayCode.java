package dev.harrier.explore.replay;

import dev.harrier.explore.schedule.Schedule;
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
    fields.put("pkg", Escape.escape(importPath));
    fields.put("test", Escape.escape(test));
    fields.put("below", Escape.escape(below));
    fields.put("build", Escape.join(buildFlags));
    fields.put("args", Escape.join(arguments));
    fields.putAll(ScheduleText.fields(schedule));
    fields.put("go", Escape.escape(goVersion));
    fields.put("code", Escape.escape(code));
    fields.put("finding", Escape.escape(fingerprint));
    return START + ScheduleText.words(fields);
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
        ScheduleText.schedule(fields),
        fields.required("finding"));
  }
}
