package dev.harrier.explore.replay;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.command.Secrets;
import dev.harrier.model.command.UnknownSettingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Everything that it takes to see a finding again, as one word that needs no quoting in a shell:
 * {@code harrier2:pkg=example.com/m:test=TestM:strategy=pos:seed=17:...}. It may come from anyone:
 * each field has a form of its own, and what does not have it is refused.
 *
 * @param importPath of the package
 * @param test "" for a main package
 * @param build without which the program would be another one
 * @param arguments of the test binary besides the test, or of the main package, without {@linkplain
 *     Secrets passwords}
 * @param code digest of the package's sources when the finding was made; "" if unknown
 * @param goVersion such as 1.26.8; "" if unknown
 * @param hooks digest of the files of Go with hooks that were compiled in; "" if unknown
 * @param fingerprint of the finding, or {@link #FAILURE}
 */
public record ReplayCode(
    String importPath,
    String test,
    String below,
    BuildSettings build,
    List<String> arguments,
    String code,
    String goVersion,
    String hooks,
    Schedule schedule,
    String fingerprint) {
  /** Takes the place of a fingerprint where a test failed without a finding. */
  public static final String FAILURE = "failure";

  static final String START = "harrier2:";

  /** Before goroutines had names, and fairness was one for all strategies. */
  static final String OLD = "harrier1:";

  /** The elements of an import path, none of which is empty or has dots only. */
  private static final Pattern IMPORT_PATH =
      Pattern.compile("(?!-)(?!.*(^|/)\\.*(/|$))[\\w.~+/-]{1,500}");

  private static final Pattern TEST =
      Pattern.compile("((Test|Example|Fuzz)[\\p{L}\\p{N}_]{0,300})?");

  private static final Pattern SUBTESTS = Pattern.compile("[^\\p{Cntrl}]{0,1000}");

  /** What versions and digests are made of. */
  private static final Pattern WORD = Pattern.compile("[\\w.+-]{0,100}");

  private static final Pattern TEST_FLAG =
      Pattern.compile(
          "-test\\.(short(=true)?|parallel=\\d{1,6}"
              + "|timeout=(0|(\\d{1,9}(\\.\\d{0,9})?(ns|us|µs|ms|s|m|h)){1,6}))");

  public ReplayCode {
    arguments = Secrets.hidden(arguments);
  }

  /** The flags that mean the same to every test binary, and can't do harm. */
  public List<String> testFlags() {
    return arguments.stream().filter(this::isTestFlag).toList();
  }

  /** All others, whose meaning only the program knows: they may be taken only from the user. */
  public List<String> programArguments() {
    return arguments.stream().filter(word -> !isTestFlag(word)).toList();
  }

  private boolean isTestFlag(String word) {
    return !test.isEmpty() && TEST_FLAG.matcher(word).matches();
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
    fields.put("build", Escape.join(build.words()));
    fields.put("args", Escape.join(arguments));
    fields.putAll(ScheduleText.fields(schedule));
    fields.put("go", Escape.escape(goVersion));
    fields.put("hooks", Escape.escape(hooks));
    fields.put("code", Escape.escape(code));
    fields.put("finding", Escape.escape(fingerprint));
    return Fields.withSum(START + ScheduleText.words(fields));
  }

  /**
   * Reads what {@link #toString} writes, and what earlier versions wrote without a checksum.
   *
   * @throws ReplayCodeException if it is cut off, changed, of another version or otherwise not
   *     legible
   */
  public static ReplayCode parse(String text) throws ReplayCodeException {
    Fields fields = Fields.of(text);
    fields.required("pkg");
    fields.required("finding");
    ReplayCode code =
        new ReplayCode(
            fields.text("pkg", IMPORT_PATH, "the import path of a package"),
            fields.text("test", TEST, "the name of a test"),
            fields.text("below", SUBTESTS, "a pattern of subtests"),
            build(fields),
            Escape.split(fields.raw("args")),
            fields.text("code", WORD, "a digest"),
            fields.text("go", WORD, "a version of Go"),
            fields.text("hooks", WORD, "a digest"),
            ScheduleText.schedule(fields),
            fields.text("finding", WORD, "a fingerprint"));
    fields.refuseOthers();
    return code;
  }

  private static BuildSettings build(Fields fields) throws ReplayCodeException {
    try {
      return BuildSettings.parse(Escape.split(fields.raw("build")));
    } catch (UnknownSettingException e) {
      throw ReplayCodeException.refused(String.valueOf(e.getMessage()));
    }
  }
}
