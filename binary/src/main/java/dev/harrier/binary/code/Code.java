package dev.harrier.binary.code;

import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.binary.x86.Decoder;
import dev.harrier.binary.x86.Instruction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All functions by name and by address. Addresses are link-time addresses. */
public final class Code {
  private final GoSymbols symbols;
  private final Map<String, GoFunction> byName = new HashMap<>();
  private final Map<Long, String> byAddress = new HashMap<>();

  public Code(GoSymbols symbols) {
    this.symbols = symbols;
    long text = symbols.module().text();
    for (GoFunction f : symbols.functions()) {
      String name = symbols.name(f);
      byAddress.put(text + f.entry(), name);
      // The other copy of a name is a bridge between calling conventions.
      if (!symbols.isWrapper(f)) {
        byName.putIfAbsent(name, f);
      }
    }
  }

  public GoSymbols symbols() {
    return symbols;
  }

  public Path path() {
    return symbols.file().path();
  }

  public String goVersion() {
    return symbols.buildInfo().goVersion();
  }

  public Optional<GoFunction> function(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Address of a function's first byte. */
  public long address(GoFunction f) {
    return symbols.module().text() + f.entry();
  }

  public String name(GoFunction f) {
    return symbols.name(f);
  }

  /** The name of the function that begins at this address. */
  public Optional<String> nameAt(long address) {
    return Optional.ofNullable(byAddress.get(address));
  }

  /** Whether a function of one of these names begins at the address. */
  public boolean isFunction(long address, String... names) {
    return nameAt(address).filter(List.of(names)::contains).isPresent();
  }

  public Decoder decoder(GoFunction f) {
    long start = address(f);
    return new Decoder(symbols.file().slice(start, f.size()), start);
  }

  /** All instructions of a function, padding included. */
  public List<Instruction> instructions(GoFunction f) {
    Decoder decoder = decoder(f);
    List<Instruction> all = new ArrayList<>();
    for (long at = address(f); at < decoder.end(); at = all.getLast().end()) {
      all.add(decoder.at(at));
    }
    return all;
  }

  /** The instructions of the function of this name; none if there is no such function. */
  public List<Instruction> instructions(String name) {
    return function(name).map(this::instructions).orElse(List.of());
  }
}
