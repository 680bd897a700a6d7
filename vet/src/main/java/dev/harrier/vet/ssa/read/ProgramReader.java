package dev.harrier.vet.ssa.read;

import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Leads;
import dev.harrier.vet.ssa.LoadedPackage;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.SanityCheck;
import dev.harrier.vet.ssa.TestFunction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value.Constant;
import dev.harrier.vet.ssa.Value.Global;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads a whole program from a stream in the format of {@code docs/internals/ssa-format.md}. */
public final class ProgramReader {
  private static final List<Type.Kind> KINDS = List.of(Type.Kind.values());

  private final Tables tables = new Tables();
  private final List<LoadedPackage> packages = new ArrayList<>();
  private final Map<String, String> versions = new HashMap<>();
  private final List<Function.Declaration> declarations = new ArrayList<>();
  private final Map<FunctionId, Function.Body> bodies = new HashMap<>();
  private final List<Type> converted = new ArrayList<>();
  private final Map<Integer, Program.Changes> changes = new HashMap<>();
  private final Map<Integer, List<Integer>> leadingTo = new HashMap<>();
  private final Map<TestFunction, Integer> tests = new HashMap<>();
  private OptionalInt functions = OptionalInt.empty();

  private ProgramReader() {}

  /**
   * Reads until the end record.
   *
   * @throws SsaFormatException if the stream is cut short, damaged, of another version, or not sane
   *     as SSA
   */
  public static Program read(InputStream in) throws IOException {
    ProgramReader reader = new ProgramReader();
    RecordStream stream = new RecordStream(in);
    Optional<RecordStream.Raw> raw = stream.next();
    while (raw.isPresent()) {
      reader.record(raw.get());
      raw = stream.next();
    }
    return reader.program();
  }

  private void record(RecordStream.Raw raw) throws SsaFormatException {
    Fields in = raw.fields();
    switch (raw.tag()) {
      case 'S' -> tables.strings.add(in.text());
      case 'F' -> file(in);
      case 'T' -> type(in);
      case 'P' -> packages.add(loadedPackage(in));
      case 'C' -> tables.constants.add(new Constant(tables.type(in), tables.string(in)));
      case 'G' -> global(in);
      case 'U' -> declaration(in);
      case 'B' -> body(in);
      case 'A' -> extent(in);
      case 'M' -> changes(in);
      case 'L' -> leads(in);
      case 'E' -> tests.put(new TestFunction(tables.string(in), tables.string(in)), in.index());
      default -> throw new SsaFormatException("unknown record tag " + raw.tag());
    }
    if (!in.isExhausted()) {
      throw new SsaFormatException("a record " + (char) raw.tag() + " has bytes left over");
    }
  }

  private void file(Fields in) throws SsaFormatException {
    String name = tables.string(in);
    tables.files.add(name);
    versions.put(name, tables.string(in));
  }

  private void type(Fields in) throws SsaFormatException {
    int id = in.index();
    int kind = in.index();
    String text = tables.string(in);
    int element = in.index();
    List<Type.Member> members = new ArrayList<>();
    for (int n = in.count(); n > 0; n--) {
      members.add(new Type.Member(tables.string(in), in.index()));
    }
    if (kind >= KINDS.size()) {
      throw new SsaFormatException("unknown kind of type " + kind);
    }
    tables.types.put(id, new Type(KINDS.get(kind), text, element, members));
  }

  private LoadedPackage loadedPackage(Fields in) throws SsaFormatException {
    String id = tables.string(in);
    String path = tables.string(in);
    boolean usable = in.flag();
    List<LoadedPackage.Problem> problems = new ArrayList<>();
    for (int n = in.count(); n > 0; n--) {
      problems.add(new LoadedPackage.Problem(tables.string(in), tables.string(in)));
    }
    return new LoadedPackage(id, path, usable, problems);
  }

  private void global(Fields in) throws SsaFormatException {
    int id = in.index();
    Global global = new Global(tables.string(in), tables.type(in), tables.position(in));
    tables.globals.put(id, global);
  }

  private void declaration(Fields in) throws SsaFormatException {
    FunctionId id = new FunctionId(in.index());
    if (id.index() != declarations.size()) {
      throw new SsaFormatException(
          "expected function " + declarations.size() + ", found " + id.index());
    }
    String name = tables.string(in);
    String genericName = tables.string(in);
    String packagePath = tables.string(in);
    String synthetic = tables.string(in);
    int parent = in.index();
    declarations.add(
        new Function.Declaration(
            id,
            name,
            genericName,
            packagePath,
            synthetic,
            parent == 0 ? Optional.empty() : Optional.of(new FunctionId(parent - 1)),
            tables.type(in),
            tables.position(in)));
  }

  private void body(Fields in) throws SsaFormatException {
    FunctionId id = new FunctionId(in.index());
    if (bodies.put(id, new BodyReader(tables, in).read()) != null) {
      throw new SsaFormatException("function " + id.index() + " has two bodies");
    }
  }

  private void extent(Fields in) throws SsaFormatException {
    if (functions.isPresent()) {
      throw new SsaFormatException("there are two records A");
    }
    functions = OptionalInt.of(in.index());
    for (int n = in.count(); n > 0; n--) {
      converted.add(tables.type(in));
    }
  }

  private void leads(Fields in) throws SsaFormatException {
    int source = in.index();
    for (int n = in.count(); n > 0; n--) {
      leadingTo.computeIfAbsent(in.index(), _ -> new ArrayList<>(2)).add(source);
    }
  }

  private void changes(Fields in) throws SsaFormatException {
    int struct = in.index();
    boolean whole = in.flag();
    Set<Integer> fields = new HashSet<>();
    for (int n = in.count(); n > 0; n--) {
      fields.add(in.index());
    }
    if (changes.put(struct, new Program.Changes(whole, fields)) != null) {
      throw new SsaFormatException("type " + struct + " has two records of changes");
    }
  }

  private Program program() throws SsaFormatException {
    List<Function> declared = new ArrayList<>(declarations.size());
    for (Function.Declaration declaration : declarations) {
      declared.add(
          new Function(declaration, bodies.getOrDefault(declaration.id(), Function.Body.NONE)));
    }
    Program program =
        new Program(
            packages,
            declared,
            tables.typeList(),
            new Program.Extent(
                functions.orElseThrow(() -> new SsaFormatException("there is no record A")),
                converted,
                changes),
            tables.globalsByName(),
            versions,
            new Leads(leadingTo, tests));
    List<String> complaints = SanityCheck.check(program);
    if (!complaints.isEmpty()) {
      throw new SsaFormatException("the SSA form is not sane: " + complaints.getFirst());
    }
    return program;
  }
}
