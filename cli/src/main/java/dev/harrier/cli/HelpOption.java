package dev.harrier.cli;

import picocli.CommandLine.Option;

/** The option that every command has, in the spellings of Go and of everybody else. */
final class HelpOption {
  /** Only picocli looks at it. */
  @Option(
      names = {"-h", "-help", "--help"},
      usageHelp = true,
      description = "Print this help.")
  boolean requested;
}
