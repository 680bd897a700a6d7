package dev.harrier.toolchain.selftest;

import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.patch.Overlay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the self-test tries, one thing after the other; each has test functions of its own. */
public enum Stage {
  /** The hooks write what happens. */
  RECORDING("^(TestRecords|Example_nothing)$", "record_test.go"),
  /** Those of goroutines in a bubble of testing/synctest, of which Go 1.24 has no test. */
  BUBBLES("^TestBubble$", "bubble_test.go"),
  /** The scheduler and the clock are Harrier's. */
  CONTROL("^TestControl$", "control_test.go"),
  /** The choices of a run follow from its seed. */
  ORDER("^TestOrder$", ""),
  /** Controlled runs report data races. */
  RACES("^TestRace$", "race_test.go");

  private static final String MODULE = "harrier.dev/selftest";

  private final String tests;
  private final String file;

  Stage(String tests, String file) {
    this.tests = tests;
    this.file = file;
  }

  /** The file that says what the trace has; empty if only traces are compared with each other. */
  public Optional<String> file() {
    return file.isEmpty() ? Optional.empty() : Optional.of(file);
  }

  List<String> flags(Overlay overlay) {
    List<String> flags = new ArrayList<>(List.of("-vet=off", "-timeout=2h", "-run=" + tests));
    switch (this) {
      case RECORDING -> flags.addAll(List.of("-bench=Nothing", "-benchtime=1x"));
      case BUBBLES -> {}
      case CONTROL, ORDER -> flags.addAll(Instrumentation.atomics(overlay).flags());
      case RACES -> flags.addAll(Instrumentation.racesIn(List.of(MODULE), overlay).flags());
    }
    return flags;
  }

  /** {@code HARRIER_CONTROL} (docs/internals/controlled-runs.md), "" for none. */
  String control(int seed) {
    return switch (this) {
      case RECORDING, BUBBLES -> "";
      case CONTROL -> "5,%d,0,0,0,3".formatted(seed);
      case ORDER -> "1,%d".formatted(seed);
      case RACES -> "5,%d".formatted(seed);
    };
  }
}
