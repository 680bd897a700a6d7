package dev.harrier.cli.distributed;

import dev.harrier.base.file.IoErrors;
import dev.harrier.campaign.SharedPrograms;
import dev.harrier.cli.exploring.SourceNames;
import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.build.BuildException;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Programs of a campaign: those that another worker has built are brought from there, and what is
 * built here goes there. While another worker builds what is needed next, this one builds something
 * else.
 */
public final class SharedBuilds implements PackageBuilder {
  /** How long a worker that can build may be silent, before one that can't gives up. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final long PAUSE_MILLIS = 250;

  /** How the packages of the campaign become known. */
  @FunctionalInterface
  public interface Joining {
    /**
     * Joins the campaign.
     *
     * @param mine what {@code go} says of the packages that are asked for; empty without Go
     * @return the packages of the campaign
     * @throws ToolchainException with a message for the user, if that is not possible
     */
    List<GoPackage> join(Optional<List<GoPackage>> mine) throws ToolchainException, IOException;
  }

  /** One way to build. */
  @FunctionalInterface
  private interface Way {
    void build(PackageBuilder builder, GoPackage target, Path executable)
        throws BuildException, ToolchainException, IOException;
  }

  private final Optional<? extends PackageBuilder> local;
  private final Joining joining;
  private final SharedPrograms programs;
  private final SourceNames names;
  private final String platform;
  private final List<Remark> remarks = new ArrayList<>();
  private final Map<String, Path> ahead = new HashMap<>();
  private List<GoPackage> packages = List.of();
  private final Set<String> hopeless = new HashSet<>();
  private long silentMillis;
  private volatile boolean canceled;

  /**
   * @param local builds here; empty without Go
   * @param names learns what comes from elsewhere
   * @param platform that programs are built for, such as {@code linux/amd64}
   */
  public SharedBuilds(
      Optional<? extends PackageBuilder> local,
      Joining joining,
      SharedPrograms programs,
      SourceNames names,
      String platform) {
    this.local = local;
    this.joining = joining;
    this.programs = programs;
    this.names = names;
    this.platform = platform;
  }

  @Override
  public List<GoPackage> packages(List<String> patterns)
      throws BuildException, ToolchainException, IOException {
    Optional<List<GoPackage>> mine = Optional.empty();
    if (local.isPresent()) {
      mine = Optional.of(local.get().packages(patterns));
    }
    packages = joining.join(mine);
    return packages;
  }

  @Override
  public void test(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException {
    obtain(target, executable, ".test", GoPackage::hasTests, PackageBuilder::test);
  }

  @Override
  public void main(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException {
    obtain(target, executable, "", GoPackage::isMain, PackageBuilder::main);
  }

  private void obtain(
      GoPackage target, Path executable, String kind, Predicate<GoPackage> alike, Way way)
      throws BuildException, ToolchainException, IOException {
    String program = program(target, kind);
    while (!canceled) {
      Path mine = ahead.remove(program);
      if (mine != null) {
        Files.move(mine, executable);
        return;
      }
      Optional<SharedPrograms.Built> built = programs.built(program);
      if (built.isPresent()) {
        bring(built.get(), executable);
        return;
      }
      if (isBuilt(target, program, executable, way)
          || isAnotherBuilt(kind, alike, way, executable)) {
        continue;
      }
      awaitOthers(target);
    }
    throw new BuildException("interrupted");
  }

  private String program(GoPackage target, String kind) {
    String name = platform + " " + target.importPath() + kind;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private void bring(SharedPrograms.Built built, Path executable) throws IOException {
    programs.fetch(built, executable);
    Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rwxr-xr-x"));
    names.built(executable, built.places());
    built.remarks().stream().filter(r -> !remarks.contains(r)).forEach(remarks::add);
  }

  /** Builds a program if that is possible here and no one else does. */
  private boolean isBuilt(GoPackage target, String program, Path executable, Way way)
      throws BuildException, ToolchainException, IOException {
    if (local.isEmpty()) {
      return false;
    }
    Optional<SharedPrograms.Claim> claim = programs.claim(program);
    if (claim.isEmpty()) {
      return false;
    }
    try (SharedPrograms.Claim _ = claim.get()) {
      if (programs.built(program).isEmpty()) {
        build(local.get(), target, program, executable, way);
      }
    }
    return true;
  }

  private void build(
      PackageBuilder builder, GoPackage target, String program, Path executable, Way way)
      throws BuildException, ToolchainException, IOException {
    List<Remark> before = builder.remarks();
    Path built = executable.resolveSibling(program);
    way.build(builder, target, built);
    ahead.put(program, built);
    List<Remark> mine = new ArrayList<>(builder.remarks());
    mine.removeAll(before);
    mine.stream().filter(r -> !remarks.contains(r)).forEach(remarks::add);
    try {
      programs.keep(
          program,
          built,
          mine.stream()
              .filter(Remark.BuiltWithout.class::isInstance)
              .map(Remark.BuiltWithout.class::cast)
              .toList(),
          names.places());
    } catch (IOException e) {
      remarks.add(new Remark.NotGiven(target.importPath(), IoErrors.described(e)));
    }
  }

  /** Builds a program that will be needed later. */
  private boolean isAnotherBuilt(String kind, Predicate<GoPackage> alike, Way way, Path executable)
      throws ToolchainException, IOException {
    if (local.isEmpty()) {
      return false;
    }
    for (GoPackage other : packages) {
      String program = program(other, kind);
      boolean wanted =
          alike.test(other) && !ahead.containsKey(program) && !hopeless.contains(program);
      try {
        if (wanted
            && programs.built(program).isEmpty()
            && isBuilt(other, program, executable, way)) {
          return true;
        }
      } catch (BuildException e) {
        hopeless.add(program); // It is said when its turn comes.
      }
    }
    return false;
  }

  private void awaitOthers(GoPackage target) throws BuildException, IOException {
    if (local.isPresent() || programs.isAnyoneBuilding()) {
      silentMillis = 0;
    } else if (silentMillis > PATIENCE.toMillis()) {
      throw new BuildException(
          "there is no Go here, and no worker with Go has built this for %s; if there is such a worker, its messages say why"
              .formatted(platform));
    }
    try {
      silentMillis += PAUSE_MILLIS;
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BuildException("interrupted while another worker builds " + target.importPath());
    }
  }

  @Override
  public List<String> unlisted() {
    return local.map(PackageBuilder::unlisted).orElse(List.of());
  }

  @Override
  public List<Remark> remarks() {
    return List.copyOf(remarks);
  }

  @Override
  public void cancel() {
    canceled = true;
    local.ifPresent(PackageBuilder::cancel);
  }
}
