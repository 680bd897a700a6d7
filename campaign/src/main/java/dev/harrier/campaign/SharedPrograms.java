package dev.harrier.campaign;

import static java.util.Objects.requireNonNull;

import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs of a campaign: one worker builds each, and all run it. The one that builds says so
 * before, and while it does; when it falls silent another worker builds.
 */
public final class SharedPrograms {
  private final Bucket builds;
  private final Bucket claims;
  private final Heartbeats.Silences silences;
  private final ContentStore objects;

  private SharedPrograms(Bucket builds, Bucket claims, ContentStore objects) {
    this.builds = builds;
    this.claims = claims;
    this.silences = new Heartbeats.Silences(claims);
    this.objects = objects;
  }

  /** Those of a campaign. */
  public static SharedPrograms of(CampaignServer server) throws IOException {
    return new SharedPrograms(
        server.bucket(Entries.BUILDS), server.bucket(Entries.CLAIMS), server.objects());
  }

  /**
   * A program that is there.
   *
   * @param address of its bytes
   * @param remarks what it was built without
   * @param places directories that its symbols name, by what they are: the worker that has other
   *     ones knows what to put in their place
   */
  public record Built(
      String address, List<Remark.BuiltWithout> remarks, Map<String, String> places) {
    public Built {
      requireNonNull(address);
      remarks.forEach(remark -> requireNonNull(remark.lost()));
      remarks = List.copyOf(remarks);
      places = Map.copyOf(places);
    }
  }

  /** The program of that name, if another worker has built it. */
  public Optional<Built> built(String program) throws IOException {
    return Records.built(builds.read(program).orElse(""));
  }

  /** That this worker builds a program now. */
  public static final class Claim implements AutoCloseable {
    private final Heartbeats lease;

    private Claim(Heartbeats lease) {
      this.lease = lease;
    }

    /** It does no longer. */
    @Override
    public void close() {
      lease.close();
    }
  }

  /** For this worker, to build a program; empty if another one does. */
  public Optional<Claim> claim(String program) throws IOException {
    return claims.create(program, "0") || silences.isSilent(program)
        ? Optional.of(new Claim(new Heartbeats(claims, program)))
        : Optional.empty();
  }

  /** Whether any worker builds anything now. */
  public boolean isAnyoneBuilding() throws IOException {
    return silences.isAnyHeard("");
  }

  /** Keeps a program that was built here. */
  public void keep(
      String program, Path file, List<Remark.BuiltWithout> remarks, Map<String, String> places)
      throws IOException {
    builds.put(program, Records.text(new Built(objects.put(file), remarks, places)));
  }

  /** Keeps what was read here of the sources, as if it were a program. */
  public void keep(String name, String text, Map<String, String> places) throws IOException {
    builds.put(name, Records.text(new Built(objects.put(text), List.of(), places)));
  }

  /** Keeps a text that others need to know which programs there are; returns its address. */
  public String keep(String text) throws IOException {
    return objects.put(text);
  }

  /** A text of this address; empty if no worker has kept it. */
  public Optional<String> text(String address) throws IOException {
    return objects.text(address);
  }

  /** Brings a program here. */
  public void fetch(Built program, Path file) throws IOException {
    objects.get(program.address(), file);
  }
}
