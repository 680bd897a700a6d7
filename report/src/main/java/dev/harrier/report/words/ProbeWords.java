package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.ending.ProbeNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a run that wrote concurrent tests has to say, in sentences. */
final class ProbeWords {
  /** Names in one sentence: more are counted. */
  private static final int MOST_NAMES = 8;

  /** Places of one rule in one sentence. */
  private static final int MOST_PLACES = 6;

  private ProbeWords() {}

  /** The sentence of a note. */
  static String of(ProbeNote note) {
    return switch (note) {
      case ProbeNote.Probed(
              long probed,
              long types,
              long packages,
              long scenarios,
              long compared) ->
          String.format(
              Locale.ROOT,
              "probed %,d of %s with exported methods%s by %s; the results of %,d are compared with those of all sequential orders",
              probed,
              Plurals.count(types, "type"),
              packages == 0
                  ? ""
                  : ", and the functions of %s,".formatted(Plurals.count(packages, "package")),
              Plurals.count(scenarios, "scenario"),
              compared);
      case ProbeNote.NotBuilt(String packagePath, String why) ->
          "%s was not probed, since it does not build: %s".formatted(packagePath, why);
      case ProbeNote.TestsNotBuilt(String packagePath, String why) ->
          "%s was probed without its tests, which do not build: %s".formatted(packagePath, why);
      case ProbeNote.NoTime(ProbeNote.Phase phase, List<String> packages) ->
          "%s not probed (%s): %s %s tests would take too long; name %s, or give a longer -time"
              .formatted(
                  Plurals.count(packages.size(), "package was", "packages were"),
                  some(packages, MOST_NAMES),
                  phase == ProbeNote.Phase.WRITING ? "writing" : "building",
                  Plurals.of(packages.size(), "its", "their"),
                  Plurals.of(packages.size(), "it", "them"));
      case ProbeNote.Wrote(String file) -> "wrote " + file;
      case ProbeNote.FileExists(String test) -> test + " was not written: its file exists";
      case ProbeNote.NotWritten(String test, String why) -> test + " was not written: " + why;
      case ProbeNote.KeptIn(String directory) ->
          "the tests are in %s; -write writes them next to the code".formatted(directory);
      case ProbeNote.NotSimplified(String why) ->
          "findings of more than two calls are not simplified: " + why;
      case ProbeNote.NothingExplored _ ->
          "no calls were made at the same time: the other notes say why";
      case ProbeNote.NoTypeMatches(String pattern) ->
          "there is nothing to call at the same time: -type %s matches no exported type that has exported methods"
              .formatted(ShellWords.joined(List.of(pattern)));
      case ProbeNote.NothingToProbe _ ->
          "there is nothing to call at the same time: no exported type has exported methods, and nothing says that goroutines may share variables of the package";
      case ProbeNote.NotExplored(List<ProbeNote.OfType> scenarios) ->
          "%s not explored (%s): the object, or one that its methods give away, could not be made, or the calls did not end one after the other"
              .formatted(count(scenarios), byType(scenarios));
      case ProbeNote.NotRun(List<ProbeNote.OfType> scenarios) ->
          "%s not run (%s): the tests of the package do not build, or end before they begin; the go command says why"
              .formatted(count(scenarios), byType(scenarios));
      case ProbeNote.EmptyObjects(List<ProbeNote.OfType> scenarios) ->
          "%s not explored (%s): no test makes the object, and of one made of empty values the calls panic in every order"
              .formatted(count(scenarios), byType(scenarios));
      case ProbeNote.WithoutObject(List<ProbeNote.Subject> types) ->
          leftOut(types, "no object could be made; the calls of one made of empty values panic");
      case ProbeNote.OnlyRaces(List<ProbeNote.OfType> scenarios) ->
          "%s explored for data races only (%s): there was no time to make the calls one after the other; a longer -time does"
              .formatted(count(scenarios), byType(scenarios));
      case ProbeNote.NeverOverlapped(ProbeNote.Subject type, List<List<String>> calls) ->
          "%s: no execution overlapped the calls of %s: %s"
              .formatted(
                  named(type),
                  Plurals.count(calls.size(), "pair"),
                  some(calls.stream().map(pair -> String.join(" | ", pair)).toList(), MOST_NAMES));
      case ProbeNote.Dismissed(List<ProbeNote.DismissedFor> reasons) ->
          reasons.stream()
              .map(one -> "%s (%s)".formatted(dismissed(one.why()), byType(one.findings())))
              .collect(
                  Collectors.joining(
                      "; ",
                      Plurals.count(
                              reasons.stream().mapToLong(one -> sum(one.findings())).sum(),
                              "finding is",
                              "findings are")
                          + " left out: ",
                      ""));
      case ProbeNote.MoreSuspicious(
              ProbeNote.Subject type,
              long findings,
              List<ProbeNote.OfRule> places) ->
          "%s: %s (%s); -v and -type show all"
              .formatted(
                  named(type),
                  Plurals.count(findings, "more suspicious finding"),
                  places.stream()
                      .map(rule -> rule.rule() + " " + some(rule.places(), MOST_PLACES))
                      .collect(Collectors.joining("; ")));
      case ProbeNote.TimeSpent(List<ProbeNote.PhaseTime> phases) ->
          phases.stream().map(ProbeWords::spent).collect(Collectors.joining(", ", "time: ", ""));
      case ProbeNote.TypeProbed type -> probed(type);
      case ProbeNote.TypesLeftOut(List<ProbeNote.Subject> types, String why) -> leftOut(types, why);
    };
  }

  private static String some(List<String> all, int most) {
    return all.stream().limit(most).collect(Collectors.joining(", "))
        + (all.size() > most ? ", ..." : "");
  }

  private static String spent(ProbeNote.PhaseTime time) {
    return String.format(
        Locale.ROOT,
        "%,d s %s",
        (time.millis() + 500) / 1000,
        switch (time.phase()) {
          case WRITING -> "writing tests";
          case BUILDING -> "building them";
          case ORDERS -> "one call after the other";
          case EXPLORING -> "calls at the same time";
          case SIMPLIFYING -> "fewer calls";
        });
  }

  private static String dismissed(ProbeNote.Why why) {
    return switch (why) {
      case SEQUENTIAL -> "the same calls, made one after the other, end in the same way";
      case ORDERS_UNKNOWN -> "what the calls do one after the other is not known";
      case TIMING -> "only slow calls, or timers that fire early, show it";
      case SETUP -> "it happens in the setup, or in a function of the tests";
      case NIL -> "the calls are given nil where the code relies on a value";
      case ENDED_EARLY -> "a main loop is ended before it begins, and waits";
      case NO_END -> "the method that ends the object waits in some order, and is not called";
      case NO_CONTRACT -> "nothing says that the calls may be made at the same time";
    };
  }

  private static String count(List<ProbeNote.OfType> scenarios) {
    return Plurals.count(sum(scenarios), "scenario was", "scenarios were");
  }

  private static long sum(List<ProbeNote.OfType> types) {
    return types.stream().mapToLong(ProbeNote.OfType::number).sum();
  }

  private static String byType(List<ProbeNote.OfType> types) {
    return types.stream()
        .limit(MOST_NAMES)
        .map(one -> "%d of %s".formatted(one.number(), named(one.type())))
        .collect(Collectors.joining(", "));
  }

  private static String probed(ProbeNote.TypeProbed type) {
    List<String> parts = new ArrayList<>();
    parts.add(named(type.type()) + ": " + Plurals.count(type.scenarios(), "scenario"));
    if (type.panicking() > 0) {
      parts.add(
          "the calls of %,d panic in every order, so that only data races count"
              .formatted(type.panicking()));
    }
    left(type.left().each(), "%,d more beyond -scenarios", parts);
    left(type.left().time(), "%,d more beyond -time", parts);
    left(type.left().build(), "%,d more than are compiled for one package", parts);
    if (type.dropped() > 0) {
      parts.add(Plurals.count(type.dropped(), "that does", "that do") + " not compile");
    }
    type.uncalled()
        .forEach(one -> parts.add("%s is not called: %s".formatted(one.name(), one.why())));
    return String.join("; ", parts);
  }

  private static void left(long scenarios, String words, List<String> parts) {
    if (scenarios > 0) {
      parts.add(String.format(Locale.ROOT, words, scenarios));
    }
  }

  private static String named(ProbeNote.Subject subject) {
    return subject.functions() ? "functions of package " + subject.name() : subject.name();
  }

  private static String leftOut(List<ProbeNote.Subject> types, String why) {
    int more = types.size() - Math.min(MOST_NAMES, types.size());
    return "%s%s %s not probed: %s"
        .formatted(
            types.stream()
                .limit(MOST_NAMES)
                .map(ProbeWords::named)
                .collect(Collectors.joining(", ")),
            more == 0 ? "" : " and " + Plurals.count(more, "other type"),
            Plurals.of(types.size(), "was", "were"),
            why);
  }
}
