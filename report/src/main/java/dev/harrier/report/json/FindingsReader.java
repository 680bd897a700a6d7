package dev.harrier.report.json;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.report.SourcePaths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link FindingsWriter} wrote. */
final class FindingsReader {
  private final SourcePaths paths;
  private final Map<String, Rule> rules = new HashMap<>();

  FindingsReader(SourcePaths paths) {
    this.paths = paths;
  }

  List<Finding> read(Member document) throws MalformedJsonException {
    for (Rule rule : document.get("rules").list(FindingsReader::rule)) {
      rules.put(rule.id(), rule);
    }
    return document.get("findings").list(this::finding);
  }

  private static Rule rule(Member m) throws MalformedJsonException {
    return new Rule(m.get("id").string(), m.get("title").string(), m.get("advice").string());
  }

  private Finding finding(Member m) throws MalformedJsonException {
    Rule rule = rules.get(m.get("rule").string());
    if (rule == null) {
      throw m.get("rule").expected("the id of one of $.rules");
    }
    Location location =
        new Location(
            paths.absolute(m.get("file").string()),
            m.get("line").integer(),
            m.get("column").integer(),
            m.get("function").string(),
            m.get("package").string());
    return new Finding(
        rule,
        m.get("strength").constant(Strength.class),
        m.get("message").string(),
        location,
        m.get("test").string(),
        m.get("goroutines").list(this::goroutine),
        m.get("objects").list(this::object),
        m.get("steps").list(Member::string),
        witness(m.get("witness")),
        m.get("evidence").string(),
        m.get("fingerprint").string(),
        m.get("count").integer());
  }

  private GoroutineStory goroutine(Member m) throws MalformedJsonException {
    return new GoroutineStory(
        new GoroutineId(m.get("id").number()),
        m.get("role").string(),
        m.get("state").string(),
        stack(m.get("stack")),
        stack(m.get("createdAt")),
        new GoroutineId(m.get("createdBy").number()),
        m.get("lastOperations").list(Member::string));
  }

  private ObjectStory object(Member m) throws MalformedJsonException {
    return new ObjectStory(
        new ObjectId(m.get("id").number()),
        m.get("kind").constant(ObjectKind.class),
        stack(m.get("madeAt")),
        m.get("madeKnown").bool(),
        m.get("note").string(),
        m.get("lastOperations").list(Member::string));
  }

  private Stack stack(Member m) throws MalformedJsonException {
    return new Stack(m.get("frames").list(this::site), m.get("truncated").bool());
  }

  private Site site(Member m) throws MalformedJsonException {
    return new Site(
        m.get("function").string(),
        paths.absolute(m.get("file").string()),
        m.get("line").integer());
  }

  private static Witness witness(Member m) throws MalformedJsonException {
    return new Witness(
        m.get("command").string(),
        m.get("schedule").optional(Member::string),
        m.get("reproduction").optional(FindingsReader::reproduction),
        m.get("interleaving").optional(FindingsReader::interleaving));
  }

  private static Interleaving interleaving(Member m) throws MalformedJsonException {
    return new Interleaving(
        m.get("goroutines").list(id -> new GoroutineId(id.number())),
        m.get("turns").list(FindingsReader::turn),
        m.get("before").integer());
  }

  private static Interleaving.Turn turn(Member m) throws MalformedJsonException {
    return new Interleaving.Turn(
        new GoroutineId(m.get("goroutine").number()),
        m.get("what").string(),
        m.get("why").string());
  }

  private static Witness.Reproduction reproduction(Member m) throws MalformedJsonException {
    return new Witness.Reproduction(m.get("seen").integer(), m.get("runs").integer());
  }
}
