package dev.harrier.toolchain.source;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.finding.SuggestedFix.Kind;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.tool.Command;
import dev.harrier.toolchain.tool.GoToolException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Suggests fixes. See the package. */
public final class FixSuggester {
  /** Each is an argument of one command. */
  private static final int MOST = 100;

  private final GoToolchain go;
  private final Path cache;
  private final Predicate<String> editable;

  /**
   * @param cache where the program is kept once it is built
   * @param editable whether a file is one of the user's
   */
  public FixSuggester(GoToolchain go, Path cache, Predicate<String> editable) {
    this.go = go;
    this.cache = cache;
    this.editable = editable;
  }

  /** What is asked of the program in Go. */
  record Request(Kind kind, String file, int line, String name) {
    /** As the program reads it. */
    String json() {
      JsonObject json = new JsonObject();
      json.addProperty("kind", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
      json.addProperty("file", file);
      json.addProperty("line", line);
      json.addProperty("name", name);
      return json.toString();
    }
  }

  /** What it says; Gson reads it, so every member may be missing. */
  private record Answer(@Nullable String subject, @Nullable List<SuggestedFix.TextEdit> edits) {}

  /**
   * The same findings with the fixes that are known. Where the program can't be built or says
   * nothing of use, there are none: a report without them is whole.
   */
  public List<Finding> suggest(List<Finding> findings) {
    Map<Finding, Request> requests = new HashMap<>();
    for (Finding finding : findings) {
      if (requests.size() < MOST) {
        request(finding).ifPresent(request -> requests.put(finding, request));
      }
    }
    if (requests.isEmpty()) {
      return findings;
    }
    Map<Request, SuggestedFix> known = answers(List.copyOf(requests.values()));
    return findings.stream()
        .map(f ->
            Optional.ofNullable(requests.get(f))
                .map(known::get)
                .map(fix -> f.with(f.explanation().with(fix)))
                .orElse(f))
        .toList();
  }

  Map<Request, SuggestedFix> answers(List<Request> requests) {
    Gson gson = new Gson();
    Map<Request, SuggestedFix> fixes = new HashMap<>();
    try {
      List<String> line =
          new ArrayList<>(List.of(SourceProgram.executable(go, cache).toString(), "-edits", "--"));
      requests.forEach(request -> line.add(request.json()));
      Command.Outcome outcome = Command.run(line, cache, go.environment());
      Answer[] answers = gson.fromJson(outcome.output(), Answer[].class);
      for (int i = 0; answers != null && i < answers.length && i < requests.size(); i++) {
        Request request = requests.get(i);
        Answer answer = answers[i];
        if (answer != null && answer.subject != null && answer.edits != null) {
          fixes.put(
              request, new SuggestedFix(request.kind, answer.subject, request.file, answer.edits));
        }
      }
    } catch (GoToolException | IOException | JsonParseException e) {
      return Map.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return fixes;
  }

  private Optional<Request> request(Finding finding) {
    Optional<Request> request =
        switch (finding.defect()) {
          case Defect.Leaked leaked when leaked.reason() == BlockReason.CHAN_SEND -> room(finding);
          case Defect.Leaked leaked when leaked.reason() == BlockReason.COROUTINE ->
              here(Kind.DEFER_STOP, finding, "");
          case Defect.NeverCanceled _ -> here(Kind.DEFER_CANCEL, finding, "");
          case Defect.NeverUnlocked lock ->
              here(Kind.DEFER_UNLOCK, finding, lock.mode() == LockMode.READ ? "RLock" : "Lock");
          case Defect.UnorderedAdd _ -> here(Kind.ADD_BEFORE_GO, finding, "");
          case Defect.Race race -> ofRace(finding, race);
          default -> Optional.empty();
        };
    return request.filter(r -> editable.test(r.file) && r.line > 0);
  }

  private static Optional<Request> here(Kind kind, Finding finding, String name) {
    return Optional.of(
        new Request(kind, finding.location().file(), finding.location().line(), name));
  }

  /** A sender that no one waits for any more leaves its only value in the channel. */
  private Optional<Request> room(Finding finding) {
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
    return channels.getFirst().madeAt().frames().stream()
        .filter(frame -> editable.test(frame.file()))
        .findFirst()
        .map(made -> new Request(Kind.ROOM_FOR_ONE, made.file(), made.line(), ""));
  }

  private static Optional<Request> ofRace(Finding finding, Defect.Race race) {
    Fix known = finding.explanation().fix().orElse(Fix.LOCK_TO_WRITE);
    return switch (known) {
      case COPY_LOOP_VARIABLE ->
          race.first()
              .by()
              .or(() -> race.second().by())
              .map(by ->
                  new Request(
                      Kind.COPY_LOOP_VARIABLE, by.at().file(), by.at().line(), race.variable()));
      case DECLARE_INSIDE_CLOSURE -> {
        Access access = race.first().by().isPresent() ? race.first() : race.second();
        Location at = access.at();
        yield access.write()
            ? Optional.of(
                new Request(Kind.DECLARE_INSIDE_CLOSURE, at.file(), at.line(), race.variable()))
            : Optional.empty();
      }
      case ADD_BEFORE_GO,
          LOCK_TO_WRITE,
          CLOSE_RESPONSE_BODY,
          CLOSE_DATABASE,
          END_TRANSACTION,
          CLOSE_ROWS,
          NOTICE_EARLIER_END,
          RELEASE_AT_END ->
          Optional.empty();
    };
  }
}
