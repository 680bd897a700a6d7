package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users do with one stored finding, and with what the module's {@code .harrier.toml} says. */
final class FindingCommandsTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private String leak() throws Exception {
    GoModule.at(directory).leakingTest();
    Result found = harrier("test", "-confirm", "off");
    assertThat(found.status()).as(found.toString()).isEqualTo(1);
    return new RunStore(directory.resolve(".harrier"), directory)
        .latest()
        .findings()
        .getFirst()
        .fingerprint();
  }

  @Test
  void aFindingIsShownAndSilenced() throws Exception {
    String leak = leak();
    Result shown = harrier("show", leak.substring(0, 6));
    assertThat(shown.status()).isZero();
    assertThat(shown.out()).contains("goroutine-leak: ", "its last operations", "id      " + leak);
    Result list = harrier("report", "-list", "-format", "json");
    JsonObject runs = JsonParser.parseString(list.out()).getAsJsonObject();
    assertThat(runs.getAsJsonArray("runs"))
        .singleElement()
        .satisfies(run -> assertThat(run.getAsJsonObject().has("ending")).isTrue());

    assertThat(harrier("suppress", leak).err()).contains("-reason is missing");
    Result silenced = harrier("suppress", leak.substring(0, 8), "-reason", "a \"pool\" \\ of ours");
    assertThat(silenced.status()).as(silenced.toString()).isZero();
    assertThat(silenced.out())
        .contains("[[ignore]]", "rule = \"goroutine-leak\"", "path = \"m_test.go\"");
    Result again = harrier("test", "-confirm", "off");
    assertThat(again.status()).as(again.toString()).isZero();
    assertThat(again.out() + again.err()).contains("1 finding is silenced");
    Result twice = harrier("suppress", leak, "-reason", "again");
    assertThat(twice.status()).isEqualTo(2);
    assertThat(twice.err()).contains("is silenced already: ").contains(".harrier.toml:1");
  }

  @Test
  void whatCanNotBeSilencedIsSaidOfTheFileItself() throws Exception {
    String leak = leak();
    Path toml = Files.createDirectory(directory.resolve(".harrier.toml"));
    Result refused = harrier("suppress", leak, "-reason", "ours");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(2);
    assertThat(refused.err()).startsWith("harrier: the entry can't be added to " + toml + ": ");
  }

  @Test
  void aRuleThatDoesNotExistIsAMistake() throws Exception {
    GoModule.at(directory).leakingTest();
    Path toml = directory.resolve(".harrier.toml");
    Files.writeString(toml, "[[ignore]]\nrule = \"goroutine-leek\"\nreason = \"ours\"\n");
    Result mistyped = harrier("test", "-confirm", "off");
    assertThat(mistyped.status()).as(mistyped.toString()).isEqualTo(2);
    assertThat(mistyped.err())
        .contains(".harrier.toml:2:1: there is no rule 'goroutine-leek'; did you mean");
  }

  @Test
  void theBeginningOfTwoFingerprintsIsRefused() throws Exception {
    String leak = leak();
    Path run = directory.resolve(".harrier/runs");
    Path findings;
    try (var found = Files.walk(run)) {
      findings = found.filter(f -> f.endsWith("findings.json")).findFirst().orElseThrow();
    }
    JsonObject document = JsonParser.parseString(Files.readString(findings)).getAsJsonObject();
    String other = leak.substring(0, 8) + (leak.endsWith("0") ? "00000001" : "00000000");
    JsonObject second = document.getAsJsonArray("findings").get(0).deepCopy().getAsJsonObject();
    second.addProperty("fingerprint", other);
    document.getAsJsonArray("findings").add(second);
    Files.writeString(findings, document.toString());
    for (String command : new String[] {"show", "replay"}) {
      Result refused = harrier(command, leak.substring(0, 8));
      assertThat(refused.status()).isEqualTo(2);
      assertThat(refused.err())
          .contains("is the beginning of 2 fingerprints: ", leak, other, "goroutine-leak at ");
    }
    assertThat(harrier("show", other).status()).isZero();
  }

  @Test
  void rulesAreExplained() throws Exception {
    assertThat(harrier("explain").out()).contains("goroutine-leak ", "closure-race ");
    assertThat(harrier("explain", "cond-stuck").out())
        .startsWith("# cond-stuck")
        .contains("How it is proved", "goroutine-leak")
        .doesNotContain("](");
    Result wrong = harrier("explain", "cond-stuk");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("did you mean 'cond-stuck'?");
    assertThat(harrier("explain", "leak").err()).contains("did you mean 'goroutine-leak'?");
  }

  @Test
  void defaultsOfOptionsAreInTheModule() throws Exception {
    GoModule.at(directory).leakingTest();
    Path file = directory.resolve(".harrier.toml");
    Files.writeString(file, "[test]\nfail-on = \"never\"\nconfirm = \"off\"\n");
    assertThat(harrier("test").status()).isZero();
    assertThat(harrier("test", "-fail-on", "observed").status()).isEqualTo(1);
    for (String[] wrong :
        new String[][] {
          {
            "[test]\nfial-on = \"never\"\n",
            ".harrier.toml:2:1: harrier test has no option 'fial-on'"
          },
          {
            "[test]\nfail-on = \"maybe\"\n",
            ".harrier.toml:2:1: invalid value for option '-fail-on'"
          },
          {"[test]\nexec = \"./evil.sh\"\n", "'exec' is taken from the command line only"},
          {"[test]\nout = \"../x\"\n", "'out' is taken from the command line only"},
          {"[vet]\nconfirm = \"1m\"\n", "'confirm' is taken from the command line only"},
          {"[tset]\n", ".harrier.toml:1:1: unknown key \"tset\""},
          {"test = 1\n", "expected a table: [test]"},
        }) {
      Files.writeString(file, wrong[0]);
      Result refused = harrier(wrong[0].startsWith("[vet]") ? "vet" : "test");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(2);
      assertThat(refused.err()).startsWith("harrier: ").contains(wrong[1]);
    }
  }

  @Test
  void aCommandRunsInAnotherDirectory() throws Exception {
    leak();
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    HarrierProcess there = new HarrierProcess(elsewhere);
    assertThat(there.call("report", "-C", "..", "-list").out()).contains("harrier test");
    assertThat(there.call("report", "-C=..", "-list").out()).contains("harrier test");
    Result missing = there.call("report", "-C", "nowhere", "-list");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).isEqualTo("harrier: no such directory: nowhere (from -C)\n");
    assertThat(there.call("report", "-list", "-C", "..").err())
        .contains("-C DIR comes before everything else: harrier report -C DIR");
  }

  @Test
  void helpIsWhereItIsLookedFor() throws Exception {
    Result nothing = harrier();
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err())
        .contains("Usage: harrier", "\nFind bugs:\n  test ", "\nFindings:\n  report ");
    assertThat(harrier("help").out()).contains("Usage: harrier", "  fuzz ");
    assertThat(harrier("help", "campaign", "stop").out())
        .contains("Usage: harrier campaign stop", "-remove");
    assertThat(harrier("help", "fuzz").out())
        .contains("Limits:", "Flags of go test:")
        .doesNotContain("-minimize");
    assertThat(harrier("help", "fuzz-tuning").out()).contains("-minimize=N", "-without=PART");
    assertThat(harrier("help", "fuz").err()).contains("did you mean 'fuzz'?");
    assertThat(harrier("tset").err()).contains("there is no command 'tset'; did you mean 'test'?");
    assertThat(harrier("test", "-rnu", "X").err()).contains("'-rnu'; did you mean '-run'?");
    assertThat(harrier("campaign", "staus").err()).contains("'staus'; did you mean 'status'?");
    assertThat(harrier("show").err()).startsWith("harrier: missing required parameter: 'FINDING'");
  }
}
