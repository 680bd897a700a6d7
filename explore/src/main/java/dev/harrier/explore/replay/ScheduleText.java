package dev.harrier.explore.replay;

import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultShares;
import dev.harrier.explore.schedule.Network;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanText;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A schedule as a word: the part of a {@linkplain ReplayCode replay string} that says how. */
public final class ScheduleText {
  private static final String NATIVE = "native";

  private ScheduleText() {}

  /** Such as {@code strategy=pos:seed=17:length=100:plan=n1.3.z9}. */
  public static String print(Schedule schedule) {
    return words(fields(schedule));
  }

  /**
   * Reads what {@link #print} writes.
   *
   * @throws ReplayCodeException if it is damaged, or of another version
   */
  public static Schedule parse(String text) throws ReplayCodeException {
    Fields fields = Fields.ofWords(text);
    Schedule schedule = schedule(fields);
    fields.refuseOthers();
    return schedule;
  }

  static Map<String, String> fields(Schedule schedule) {
    Map<String, String> fields = new LinkedHashMap<>();
    switch (schedule) {
      case Schedule.Controlled c -> {
        fields.put("strategy", c.strategy().toString());
        fields.put("seed", Long.toString(c.seed()));
        fields.put("length", Integer.toString(c.length()));
        fields.put("early", unlessZero(c.early()));
        fields.put("computing", unlessZero(c.computing()));
        fields.put("faults", unlessZero(c.faults().connections()));
        fields.put("cancels", unlessZero(c.faults().contexts()));
        fields.put("files", unlessZero(c.faults().files()));
        fields.put("procs", unlessZero(c.conditions().procs()));
        fields.put("slice", unlessZero(c.conditions().slice()));
        fields.put("pause", unlessZero(c.conditions().pause()));
        fields.put("polls", unlessZero(c.conditions().polls() ? 1 : 0));
        fields.put("net", unlessZero(c.conditions().network() == Network.MEMORY ? 1 : 0));
      }
      case Schedule.Native _ -> fields.put("strategy", NATIVE);
    }
    fields.put("plan", PlanText.word(schedule.plan()));
    fields.replaceAll((_, value) -> Escape.escape(value));
    return fields;
  }

  private static String unlessZero(int number) {
    return number == 0 ? "" : Integer.toString(number);
  }

  /** Fields that are empty are left out. */
  static String words(Map<String, String> fields) {
    return fields.entrySet().stream()
        .filter(field -> !field.getValue().isEmpty())
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(":"));
  }

  static Schedule schedule(Fields fields) throws ReplayCodeException {
    Plan plan = plan(fields.text("plan"));
    String strategy = fields.required("strategy");
    if (strategy.equals(NATIVE)) {
      return new Schedule.Native(plan);
    }
    Strategy known =
        Strategy.parse(strategy)
            .orElseThrow(() ->
                ReplayCodeException.damaged(
                    "'%s' is not a strategy of this Harrier".formatted(strategy)));
    return new Schedule.Controlled(
        known,
        fields.number("seed", 0, Long.MAX_VALUE),
        (int) fields.number("length", 1, Schedule.MAX_LENGTH),
        (int) fields.number("early", 0, 1024),
        (int) fields.number("computing", 0, 1024),
        new FaultShares(
            (int) fields.number("faults", 0, 1024),
            (int) fields.number("cancels", 0, 1024),
            (int) fields.number("files", 0, 1024)),
        new Conditions(
            (int) fields.number("procs", 0, Conditions.MAX_PROCS),
            (int) fields.number("slice", 0, Conditions.MAX_SLICE),
            (int) fields.number("pause", 0, Conditions.MAX_PAUSE),
            fields.number("polls", 0, 1) == 1,
            fields.number("net", 0, 1) == 1 ? Network.MEMORY : Network.KERNEL),
        plan);
  }

  private static Plan plan(String word) throws ReplayCodeException {
    try {
      return PlanText.parse(word);
    } catch (IllegalArgumentException e) {
      throw ReplayCodeException.damaged(String.valueOf(e.getMessage()));
    }
  }
}
