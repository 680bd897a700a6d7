package dev.harrier.cli.fuzz;

import dev.harrier.explore.prepare.Shard;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads which part of all targets is meant: {@code 3/10}. */
final class ShardConverter implements ITypeConverter<Shard> {
  @Override
  public Shard convert(String text) {
    return Shard.parse(text)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a shard; the third of ten is 3/10".formatted(text)));
  }
}
