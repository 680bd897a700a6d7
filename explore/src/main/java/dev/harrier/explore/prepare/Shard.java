package dev.harrier.explore.prepare;

import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One of several parts of all targets. All parts together are everything, no two have a target in
 * common, and which part a target is in follows only from the sources.
 *
 * <p>All tests stand in one line, package after package, and each part is a piece of it, all of the
 * same length: so each package is built for as few parts as possible. The length of a package in
 * that line is what its sources declare, because that is known before it is built; within it, the
 * tests that it turns out to have are spread evenly.
 *
 * @param number which part, from 1 to {@code count}
 * @param count of the parts
 */
public record Shard(int number, int count) {
  /** All there is. */
  public static final Shard WHOLE = new Shard(1, 1);

  /** More parts than any CI has machines. */
  private static final int MOST = 10_000;

  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  public Shard {
    if (count < 1 || count > MOST || number < 1 || number > count) {
      throw new IllegalArgumentException("there is no part %d of %d".formatted(number, count));
    }
  }

  /** Reads {@code 3/10}; empty if that is no part of anything. */
  public static Optional<Shard> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(parts.group(1));
    int count = Integer.parseInt(parts.group(2));
    return number < 1 || number > count || count > MOST
        ? Optional.empty()
        : Optional.of(new Shard(number, count));
  }

  /**
   * A piece of the line of all tests.
   *
   * @param start of the package in the line
   * @param length of the package in the line
   * @param line how long the whole line is
   */
  record Piece(Shard shard, long start, long length, long line) {
    /** Whether any test of the package may be in the part. */
    boolean isTouched() {
      return (start + length) * shard.count > (shard.number - 1) * line
          && start * shard.count < shard.number * line;
    }

    /** Those of the package's tests that are in the part. */
    <T> List<T> of(List<T> tests) {
      int n = tests.size();
      return IntStream.range(0, n)
          .filter(i -> {
            // The place of the test in the line, times n and the number of parts.
            long place = (start * n + length * i) * shard.count;
            return place >= (shard.number - 1) * line * n && place < shard.number * line * n;
          })
          .mapToObj(tests::get)
          .toList();
    }
  }

  /**
   * What the part has of each package.
   *
   * @param length of a package in the line, at least 1
   */
  <P> List<Piece> pieces(List<P> packages, ToLongFunction<? super P> length) {
    long line = packages.stream().mapToLong(length).sum();
    long[] start = {0};
    return packages.stream()
        .map(one -> {
          long here = start[0];
          start[0] += length.applyAsLong(one);
          return new Piece(this, here, length.applyAsLong(one), line);
        })
        .toList();
  }

  @Override
  public String toString() {
    return number + "/" + count;
  }
}
