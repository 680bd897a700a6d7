package dev.harrier.cli.distributed;

import dev.harrier.base.file.Sha256;
import dev.harrier.campaign.CampaignException;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.CampaignState;
import dev.harrier.campaign.CampaignTerms;
import dev.harrier.campaign.CampaignView;
import dev.harrier.campaign.FindingTexts;
import dev.harrier.campaign.NatsWorkQueue;
import dev.harrier.campaign.RetryPolicy;
import dev.harrier.campaign.SharedPrograms;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.SourceNames;
import dev.harrier.cli.exploring.WorkSource;
import dev.harrier.cli.gocommand.GoFiles;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.process.Version;
import dev.harrier.explore.coverage.CoverageMemory;
import dev.harrier.explore.coverage.SharedCoverage;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.WorkQueue;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Usages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The part of one {@code harrier fuzz} in a campaign of several machines. */
public final class CampaignLink implements WorkSource {
  /** Variables that change what {@code go build} makes. */
  private static final List<String> VARIABLES =
      List.of("GOFLAGS", "GOEXPERIMENT", "GOAMD64", "GOARM64", "CGO_ENABLED");

  /** Flags of {@code go} that make no other program of the same sources. */
  private static final Pattern HARMLESS = Pattern.compile("--?(buildvcs|p|v|x|modcacherw)(=.*)?");

  /** Takes the place of a fingerprint where a schedule showed something else than a finding. */
  private static final String BROUGHT = "news";

  private final CampaignServer server;
  private final Installation installation;
  private final FuzzJob job;
  private final Path directory;
  private final SourceNames names;
  private List<GoPackage> packages = List.of();
  private Optional<SharedUsages> usages = Optional.empty();
  private Optional<SharedCoverage> coverage = Optional.empty();
  private Optional<CampaignState> state = Optional.empty();
  private Optional<NatsWorkQueue> queue = Optional.empty();

  private CampaignLink(
      CampaignServer server, Installation installation, FuzzJob job, Path directory) {
    this.server = server;
    this.installation = installation;
    this.job = job;
    this.directory = directory;
    this.names = SourceNames.of(installation.go(), installation.modules());
  }

  /**
   * Connects, before anything is built.
   *
   * @param directory where patterns begin
   */
  public static CampaignLink open(
      CampaignOptions.Access access,
      RetryPolicy patience,
      Installation installation,
      FuzzJob job,
      Path directory)
      throws UserError {
    return new CampaignLink(
        access.connect(first(installation.modules()), patience), installation, job, directory);
  }

  /** What a worker without Go has instead of one. */
  public static Installation withoutGo(
      CampaignOptions.Access access, RetryPolicy patience, CommandContext context)
      throws UserError, StoreException, IOException {
    List<MainModule> modules = MainModule.in(WithoutGo.root(context));
    try (CampaignServer server = access.connect(first(modules), patience)) {
      return WithoutGo.installation(server, context);
    }
  }

  /** What stands for all of them. */
  private static String first(List<MainModule> modules) {
    return modules.stream().map(MainModule::path).findFirst().orElse("");
  }

  @Override
  public PackageBuilder builder(Optional<GoBuild> local, ReplayCodes codes) throws IOException {
    server.prepare();
    SharedPrograms programs = SharedPrograms.of(server);
    GoToolchain go = installation.go();
    String platform = go.goos() + "/" + go.goarch();
    String extent = job.dependencies() ? "all usages" : "usages";
    usages = Optional.of(new SharedUsages(programs, names, platform + " " + extent));
    return new SharedBuilds(local, mine -> join(mine, programs, codes), programs, names, platform);
  }

  @Override
  public SourceNames names() {
    return names;
  }

  private List<GoPackage> join(
      Optional<List<GoPackage>> mine, SharedPrograms programs, ReplayCodes codes)
      throws ToolchainException, IOException {
    Path root = installation.go().moduleRoot();
    String asked = asked(root);
    CampaignTerms terms =
        mine.isPresent()
            ? terms(
                programs.keep(PackageManifest.of(mine.get(), root).text()), build(), asked, codes)
            : asOthers(asked, codes);
    try {
      state = Optional.of(CampaignState.join(server, terms));
    } catch (CampaignException e) {
      throw new ToolchainException(String.valueOf(e.getMessage()), e);
    }
    packages =
        mine.isPresent()
            ? mine.get()
            : PackageManifest.parse(
                    programs
                        .text(terms.packages())
                        .orElseThrow(() -> new IOException("the campaign has lost its packages")))
                .in(root);
    return packages;
  }

  /** Without Go, what others explore and how they built it is taken as it is. */
  private CampaignTerms asOthers(String asked, ReplayCodes codes)
      throws ToolchainException, IOException {
    CampaignTerms theirs =
        CampaignTerms.of(server)
            .filter(terms -> terms.packagePatterns().equals(asked))
            .orElseThrow(() ->
                new ToolchainException(
                    "the campaign %s was begun with other package patterns, and a worker without Go can't ask which packages '%s' means"
                        .formatted(server.address(), asked)));
    return terms(theirs.packages(), theirs.build(), asked, codes);
  }

  /** The directory in the module, and the patterns. */
  private String asked(Path root) {
    List<String> words = new ArrayList<>(List.of("./" + root.relativize(directory)));
    words.addAll(job.packages());
    return String.join(" ", words);
  }

  @Override
  public Usages usages(Optional<Scan> scan) throws ToolchainException, IOException {
    SharedUsages shared = usages.orElseThrow();
    if (scan.isPresent()) {
      Usages mine = scan.get().scan();
      shared.keep(mine);
      return mine;
    }
    return shared
        .await(server::isEnding)
        .orElseThrow(() ->
            new ToolchainException(
                "sources are read with Go, and no worker that has it has reported what it read"));
  }

  @Override
  public CoverageMemory coverage() throws IOException {
    SharedCoverage shared =
        new SharedCoverage(CampaignView.coverage(server), installation.go().moduleRoot());
    coverage = Optional.of(shared);
    return shared;
  }

  @Override
  public WorkQueue queue(
      List<Target> targets,
      ReplayCodes codes,
      Function<Discovery, Finding> witnessed,
      IntSupplier covered)
      throws IOException {
    NatsWorkQueue joined =
        new NatsWorkQueue(
            state.orElseThrow(),
            targets,
            PackageStates.of(packages),
            job.budget(),
            new FindingTexts(installation.go().moduleRoot()),
            witnessed,
            (target, schedule) -> codes.of(target, schedule, BROUGHT).toString(),
            covered);
    queue = Optional.of(joined);
    return joined;
  }

  private CampaignTerms terms(String packages, String build, String asked, ReplayCodes codes)
      throws IOException {
    Path root = installation.go().moduleRoot();
    return new CampaignTerms(
        Version.current(),
        installation.go().version().toString(),
        installation.go().goroot().toString(),
        installation.modules().stream()
            .map(m -> new CampaignTerms.Module(m.path(), root.relativize(m.directory()).toString()))
            .toList(),
        CampaignSources.digest(installation.modules()),
        packages,
        asked,
        build,
        flags(codes),
        job.budget().perTarget());
  }

  /** Without what is the machine's business, or changes nothing. */
  private String build() {
    Map<String, String> environment = installation.go().environment();
    List<String> words = new ArrayList<>();
    for (String variable : VARIABLES) {
      Arrays.stream(environment.getOrDefault(variable, "").split("\\s+"))
          .filter(word -> !word.isEmpty() && !HARMLESS.matcher(word).matches())
          .forEach(word -> words.add(variable + "=" + word));
    }
    return String.join(" ", words);
  }

  /** All that changes what an execution means; how many processors there are is each machine's. */
  private String flags(ReplayCodes codes) {
    List<String> flags = new ArrayList<>(codes.build().words());
    if (job.selection().mains()) {
      flags.add("--main");
    }
    flags.add("--run=" + job.selection().run());
    flags.add("--skip=" + job.selection().skip());
    flags.add("--mode=" + job.mode().name());
    flags.add("--seed=" + job.seed());
    flags.add(
        "--strategy="
            + job.mixes().stream()
                .map(mix -> mix.strategy() + "." + mix.early())
                .collect(Collectors.joining(",")));
    flags.add("--limit=" + job.limit());
    flags.addAll(codes.arguments());
    return String.join(" ", flags);
  }

  @Override
  public List<Remark> remarks() {
    List<Remark> remarks = new ArrayList<>();
    try {
      remarks.add(CampaignView.of(server).state());
    } catch (CampaignException | IOException e) {
      remarks.add(new Remark.CampaignUnknown(String.valueOf(e.getMessage())));
    }
    queue.map(NatsWorkQueue::remarks).ifPresent(remarks::addAll);
    coverage.map(SharedCoverage::remarks).ifPresent(remarks::addAll);
    return remarks;
  }

  @Override
  public void close() {
    server.close();
  }

  /** The code that a campaign is about. */
  private static final class CampaignSources {
    private static final List<String> LISTS = List.of("go.mod", "go.sum");

    private CampaignSources() {}

    /** Digest of all Go files of the modules, and of what they depend on. */
    public static String digest(List<MainModule> modules) throws IOException {
      MessageDigest sha = Sha256.create();
      for (MainModule module : modules) {
        if (!isGo(module)) {
          add(sha, module.directory());
        }
      }
      return HexFormat.of().formatHex(sha.digest());
    }

    /** Those of a release are what its version says. */
    private static boolean isGo(MainModule module) {
      return module.path().equals("std") || module.path().equals("cmd");
    }

    private static void add(MessageDigest sha, Path root) throws IOException {
      List<Path> files = new ArrayList<>(GoFiles.below(root));
      LISTS.stream().map(root::resolve).filter(Files::exists).forEach(files::add);
      for (Path file : files.stream().sorted().toList()) {
        sha.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        sha.update((byte) 0);
        sha.update(Files.readAllBytes(file));
      }
    }
  }
}
