package dev.harrier.ide.fix;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may fix a finding, one method a kind of defect. */
public final class SuggestedFixes {
  private static final Pattern MAKE = Pattern.compile("make\\((chan(?: |<-)[^,()]*(?:\\(\\))?)\\)");
  private static final Pattern CONTEXT =
      Pattern.compile(
          "^\\s*(\\w+), (\\w+) :?= (?:\\w+\\.)?With(?:Cancel|Timeout|Deadline|CancelCause|TimeoutCause|DeadlineCause)\\(.*\\)\\s*(?://.*)?$");
  private static final Pattern LOCK =
      Pattern.compile("^\\s*([\\w.]+)\\.(R?)Lock\\(\\)\\s*(?://.*)?$");
  private static final Pattern GO = Pattern.compile("^\\s*go func\\(.*\\{\\s*(?://.*)?$");
  private static final Pattern ADD = Pattern.compile("^\\s*([\\w.]+)\\.Add\\(1\\)\\s*(?://.*)?$");

  private final Finding finding;
  private final SourceOf source;

  /** The source as it is now. */
  @FunctionalInterface
  public interface SourceOf {
    /** The lines of a file of the module that has not changed at {@code line}; else empty. */
    Optional<List<String>> unchangedAt(String file, int line);
  }

  private SuggestedFixes(Finding finding, SourceOf source) {
    this.finding = finding;
    this.source = source;
  }

  /** The fixes for a finding whose lines are as they were. */
  public static List<SuggestedFix> of(Finding finding, SourceOf source) {
    SuggestedFixes fixes = new SuggestedFixes(finding, source);
    List<SuggestedFix> all = new ArrayList<>();
    switch (finding.defect()) {
      case Defect.Leaked leaked when leaked.reason() == BlockReason.CHAN_SEND ->
          fixes.roomForOne().ifPresent(all::add);
      case Defect.NeverCancelled _ -> fixes.deferCancel().ifPresent(all::add);
      case Defect.NeverUnlocked lock -> fixes.deferUnlock(lock.mode()).ifPresent(all::add);
      case Defect.UnorderedAdd _ -> fixes.addBeforeGo().ifPresent(all::add);
      case Defect.Race race -> fixes.race(race).ifPresent(all::add);
      default -> {}
    }
    return all;
  }

  private Optional<Lines> lines(String file, int line) {
    return source.unchangedAt(file, line).map(Lines::new);
  }

  private Optional<Lines> here() {
    return lines(finding.location().file(), finding.location().line());
  }

  private Optional<SuggestedFix> fix(String title, LineEdit... edits) {
    return Optional.of(new SuggestedFix(title, finding.location().file(), List.of(edits)));
  }

  /** A sender that nobody waits for any more leaves its only value in the channel. */
  private Optional<SuggestedFix> roomForOne() {
    List<InvolvedObject> channels =
        finding.objects().stream()
            .filter(o ->
                o.state() instanceof InvolvedObject.State.Channel c
                    && c.capacity() == 0
                    && c.sent() == 0)
            .filter(InvolvedObject::madeKnown)
            .toList();
    if (channels.size() != 1 || finding.participants().size() != 1) {
      return Optional.empty();
    }
    for (Site made : channels.getFirst().madeAt().frames()) {
      Optional<Lines> lines = lines(made.file(), made.line());
      if (lines.isEmpty()) {
        continue;
      }
      String text = lines.get().at(made.line());
      Matcher make = MAKE.matcher(text);
      if (!make.find() || text.indexOf("make(chan", make.end()) >= 0) {
        return Optional.empty();
      }
      String buffered = text.substring(0, make.end() - 1) + ", 1" + text.substring(make.end() - 1);
      return Optional.of(
          new SuggestedFix(
              "Give the channel room for a value that may never be received",
              made.file(),
              List.of(new LineEdit.Replace(made.line(), buffered))));
    }
    return Optional.empty();
  }

  /** Where neither the context nor its cancel function leaves the function. */
  private Optional<SuggestedFix> deferCancel() {
    int at = finding.location().line();
    Lines lines = here().orElse(new Lines(List.of()));
    Matcher call = CONTEXT.matcher(lines.at(at));
    int function = lines.functionAround(at);
    if (!call.matches() || function == 0 || lines.isInLoop(at)) {
      return Optional.empty();
    }
    String context = call.group(1);
    String cancel = call.group(2);
    int end = lines.endOf(function);
    boolean named = !cancel.equals("_");
    if ((named && lines.mention(cancel, at + 1, end)) || leaves(lines, context, at + 1, end)) {
      return Optional.empty();
    }
    String indent = lines.indent(at);
    if (named) {
      return fix(
          "Cancel the context when the function returns: defer %s()".formatted(cancel),
          new LineEdit.Insert(at + 1, indent + "defer " + cancel + "()"));
    }
    String text = lines.at(at);
    if (lines.mention("cancel", function, end) || !text.contains(":=")) {
      return Optional.empty();
    }
    return fix(
        "Cancel the context when the function returns: defer cancel()",
        new LineEdit.Replace(at, text.replaceFirst(", _ :=", ", cancel :=")),
        new LineEdit.Insert(at + 1, indent + "defer cancel()"));
  }

  private static boolean leaves(Lines lines, String variable, int first, int last) {
    String name = Pattern.quote(variable);
    Pattern leaves =
        Pattern.compile(
            "\\breturn\\b.*\\b%s\\b|[\\w\\])] = %s\\b|:\\s+%s\\b|<- %s\\b"
                .formatted(name, name, name, name));
    for (int line = first; line <= last; line++) {
      if (leaves.matcher(Lines.withoutComment(lines.at(line))).find()) {
        return true;
      }
    }
    return false;
  }

  /** The unlocks of the function go: one that is deferred does for all paths. */
  private Optional<SuggestedFix> deferUnlock(LockMode mode) {
    int at = finding.location().line();
    Lines lines = here().orElse(new Lines(List.of()));
    Matcher lock = LOCK.matcher(lines.at(at));
    int function = lines.functionAround(at);
    int end = lines.endOf(function);
    if (!lock.matches() || function == 0 || lines.isInLoop(at)) {
      return Optional.empty();
    }
    if (lock.group(2).isEmpty() == (mode == LockMode.READ)) {
      return Optional.empty();
    }
    String name = lock.group(1);
    String unlock = name + "." + lock.group(2) + "Unlock()";
    List<LineEdit> edits = new ArrayList<>();
    edits.add(new LineEdit.Insert(at + 1, lines.indent(at) + "defer " + unlock));
    for (int line = function + 1; line < end; line++) {
      String code = Lines.withoutComment(lines.at(line)).strip();
      if (line == at || !code.contains(name + ".")) {
        continue;
      }
      if (line > at && code.equals(unlock) && lines.functionAround(line) == function) {
        edits.add(new LineEdit.Delete(line));
      } else if (code.contains(name + ".Lock()")
          || code.contains(name + ".RLock()")
          || code.contains("Unlock()")) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new SuggestedFix(
            "Unlock when the function returns: defer " + unlock, finding.location().file(), edits));
  }

  /** {@code Add} moves from the first line of the goroutine to the line before it. */
  private Optional<SuggestedFix> addBeforeGo() {
    int at = finding.location().line();
    Lines lines = here().orElse(new Lines(List.of()));
    if (!ADD.matcher(lines.at(at)).matches() || !GO.matcher(lines.at(at - 1)).matches()) {
      return Optional.empty();
    }
    return fix(
        "Call Add before the go statement",
        new LineEdit.Insert(at - 1, lines.indent(at - 1) + lines.at(at).strip()),
        new LineEdit.Delete(at));
  }

  private Optional<SuggestedFix> race(Defect.Race race) {
    String variable = race.variable();
    Fix known = finding.explanation().fix().orElse(Fix.LOCK_TO_WRITE);
    if (!variable.matches("\\w+")) {
      return Optional.empty();
    }
    return switch (known) {
      case COPY_LOOP_VARIABLE -> copied(race, variable);
      case DECLARE_INSIDE_CLOSURE -> declared(race, variable);
      case ADD_BEFORE_GO, LOCK_TO_WRITE, CLOSE_RESPONSE_BODY -> Optional.empty();
    };
  }

  private Optional<SuggestedFix> copied(Defect.Race race, String variable) {
    return race.first()
        .by()
        .or(() -> race.second().by())
        .map(by -> by.at().line())
        .flatMap(go -> {
          Lines lines = lines(finding.location().file(), go).orElse(new Lines(List.of()));
          return lines.isInLoop(go)
              ? fix(
                  "Give each iteration its own copy of " + variable,
                  new LineEdit.Insert(
                      go, "%s%s := %s".formatted(lines.indent(go), variable, variable)))
              : Optional.empty();
        });
  }

  /** Where the closure itself uses what it assigns. */
  private Optional<SuggestedFix> declared(Defect.Race race, String variable) {
    var access = race.first().by().isPresent() ? race.first() : race.second();
    int at = access.at().line();
    Lines lines = lines(access.at().file(), at).orElse(new Lines(List.of()));
    int function = lines.functionAround(at);
    Matcher assignment =
        Pattern.compile("^(\\s*(?:if )?)" + Pattern.quote(variable) + " = (.*)$")
            .matcher(lines.at(at));
    boolean alone =
        function > 0
            && access.write()
            && assignment.matches()
            && !lines.mention(variable, function, at - 1)
            && (assignment.group(1).endsWith("if ")
                || lines.mention(variable, at + 1, lines.endOf(function)));
    return alone
        ? Optional.of(
            new SuggestedFix(
                "Declare %s inside the closure".formatted(variable),
                access.at().file(),
                List.of(
                    new LineEdit.Replace(
                        at, assignment.group(1) + variable + " := " + assignment.group(2)))))
        : Optional.empty();
  }
}
