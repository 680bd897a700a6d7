package dev.harrier.bench.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes random programs: few objects, so that goroutines get into each other's way. */
final class Generator {
  /** What a program is about. */
  private enum Theme {
    CHANNEL,
    LOCK,
    READ_WRITE,
    GROUP,
    COND,
    ONCE,
    ATOMIC,
    CONTEXT,
    TIMER
  }

  private static final int MOST_GOROUTINES = 4;
  private static final List<Theme> WITHOUT_TIME =
      Stream.of(Theme.values()).filter(theme -> theme != Theme.TIMER).toList();

  private final SplittableRandom random;
  private final List<Theme> themes = new ArrayList<>();
  private final List<Integer> capacities = new ArrayList<>();
  private final boolean variables;

  private Generator(SplittableRandom random) {
    this.random = random;
    int count = 1 + random.nextInt(3);
    while (themes.size() < count) {
      Theme theme = WITHOUT_TIME.get(random.nextInt(WITHOUT_TIME.size()));
      if (!themes.contains(theme)) {
        themes.add(theme);
      }
    }
    if (chance(12)) {
      themes.add(Theme.TIMER);
      themes.add(Theme.CHANNEL);
    }
    int channels = 1 + random.nextInt(2);
    for (int i = 0; i < channels; i++) {
      capacities.add(random.nextInt(3));
    }
    variables = chance(5);
  }

  static Sample sample(long seed) {
    return new Generator(new SplittableRandom(seed)).generate();
  }

  /** True once in n times. */
  private boolean chance(int n) {
    return random.nextInt(n) == 0;
  }

  private Sample generate() {
    int count = chance(6) ? MOST_GOROUTINES : 2 + random.nextInt(MOST_GOROUTINES - 2);
    List<List<Instruction>> goroutines = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      List<Instruction> list = new ArrayList<>();
      int blocks = 1 + random.nextInt(count == 2 ? 3 : 2);
      for (int i = 0; i < blocks; i++) {
        list.addAll(guarded(list, block(false)));
      }
      goroutines.add(list);
    }
    for (int g = 1; g < count; g++) {
      spawn(goroutines, g);
    }
    List<Instruction> body = new ArrayList<>();
    if (themes.contains(Theme.ONCE)) {
      body.addAll(plain());
    }
    return new Sample(capacities, body, goroutines, !chance(10));
  }

  /** Mostly the test's own goroutine begins with it. */
  private void spawn(List<List<Instruction>> goroutines, int g) {
    List<Instruction> parent = goroutines.get(chance(5) ? random.nextInt(g) : 0);
    Instruction go = Instruction.of(Code.SPAWN, g);
    int place = 0;
    while (place < parent.size()
        && (parent.get(place).code() == Code.SPAWN
            || (chance(3) && parent.stream().noneMatch(i -> i.code() == Code.SKIP_UNLESS)))) {
      place++;
    }
    parent.add(place, go);
  }

  /** What is done only if the latest result was some one. */
  private List<Instruction> guarded(List<Instruction> before, List<Instruction> block) {
    if (before.isEmpty() || !chance(3)) {
      return block;
    }
    Instruction last = before.getLast();
    char wanted =
        switch (last.code()) {
          case LOAD, INCREMENT, RECEIVE -> (char) ('0' + random.nextInt(3));
          case SWAP, TRY_LOCK, ERR -> (char) ('0' + random.nextInt(2));
          case SELECT -> "aAbkBz".charAt(random.nextInt(6));
          default -> ' ';
        };
    if (wanted == ' ') {
      return block;
    }
    List<Instruction> guarded = new ArrayList<>();
    guarded.add(Instruction.of(Code.SKIP_UNLESS, block.size(), wanted));
    guarded.addAll(block);
    return guarded;
  }

  /** A few instructions that belong together. */
  private List<Instruction> block(boolean inside) {
    if (variables && chance(3)) {
      return List.of(variable());
    }
    Theme theme = themes.get(random.nextInt(themes.size()));
    if (inside && (theme == Theme.COND || theme == Theme.LOCK) && !chance(3)) {
      return plain();
    }
    return switch (theme) {
      case LOCK -> locked(random.nextInt(2));
      case READ_WRITE ->
          chance(2)
              ? around(Code.READ_LOCK, Code.READ_UNLOCK, 0)
              : around(Code.WRITE_LOCK, Code.WRITE_UNLOCK, 0);
      case COND -> cond();
      default -> List.of(one(theme));
    };
  }

  private Instruction variable() {
    return Instruction.of(chance(2) ? Code.READ : Code.WRITE, random.nextInt(chance(2) ? 1 : 2));
  }

  /** What may stand between a lock and its release, or in what a Once runs. */
  private List<Instruction> plain() {
    List<Instruction> list = new ArrayList<>();
    if (variables && chance(2)) {
      list.add(variable());
    }
    List<Theme> able =
        themes.stream()
            .filter(t ->
                switch (t) {
                  case CHANNEL, GROUP, ATOMIC, CONTEXT -> true;
                  default -> false;
                })
            .toList();
    list.add(
        able.isEmpty()
            ? Instruction.of(Code.INCREMENT, 0)
            : one(able.get(random.nextInt(able.size()))));
    return list;
  }

  private List<Instruction> around(Code begin, Code end, int object) {
    List<Instruction> list = new ArrayList<>();
    list.add(Instruction.of(begin, object));
    if (!chance(3)) {
      list.addAll(chance(3) ? block(true) : plain());
    }
    list.add(Instruction.of(end, object));
    return list;
  }

  private List<Instruction> locked(int mutex) {
    if (!chance(4)) {
      return around(Code.LOCK, Code.UNLOCK, mutex);
    }
    List<Instruction> list = around(Code.TRY_LOCK, Code.UNLOCK, mutex);
    List<Instruction> tried = new ArrayList<>();
    tried.add(list.getFirst());
    tried.add(Instruction.of(Code.SKIP_UNLESS, list.size() - 1, '1'));
    tried.addAll(list.subList(1, list.size()));
    return tried;
  }

  private List<Instruction> cond() {
    Instruction signal = Instruction.of(chance(3) ? Code.BROADCAST : Code.SIGNAL, 0);
    if (chance(4)) {
      return List.of(signal);
    }
    List<Instruction> list = new ArrayList<>();
    list.add(Instruction.of(Code.LOCK, 0));
    if (chance(2)) {
      list.addAll(plain());
    }
    list.add(chance(2) ? signal : Instruction.of(Code.COND_WAIT, 0));
    list.add(Instruction.of(Code.UNLOCK, 0));
    return list;
  }

  private Instruction one(Theme theme) {
    return switch (theme) {
      case CHANNEL -> channel();
      case GROUP -> group();
      case ONCE -> Instruction.of(Code.ONCE, 0);
      case ATOMIC -> atomic();
      case CONTEXT -> context();
      case TIMER -> timer();
      case LOCK, READ_WRITE, COND -> throw new IllegalStateException("a block: " + theme);
    };
  }

  private int anyChannel() {
    return random.nextInt(capacities.size());
  }

  private Instruction channel() {
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> Instruction.of(Code.SEND, anyChannel(), 1 + random.nextInt(2));
      case 3, 4, 5 -> Instruction.of(Code.RECEIVE, anyChannel());
      case 6 -> Instruction.of(Code.CLOSE, anyChannel());
      default -> select(anyChannel());
    };
  }

  /** With a second case that is {@code other}'s, or another channel's, or only a default. */
  private Instruction select(int other) {
    int value = chance(2) ? 1 + random.nextInt(2) : Instruction.RECEIVES;
    if (other < Instruction.CONTEXT && chance(3)) {
      return new Instruction(Code.SELECT, anyChannel(), value, Instruction.NO_CASE, -1, 1);
    }
    int second =
        other < Instruction.CONTEXT && chance(2) ? 1 + random.nextInt(2) : Instruction.RECEIVES;
    return new Instruction(Code.SELECT, anyChannel(), value, other, second, chance(3) ? 1 : 0);
  }

  private Instruction group() {
    int group = chance(4) ? 1 : 0;
    return switch (random.nextInt(7)) {
      case 0, 1 -> Instruction.of(Code.ADD, group, 1 + random.nextInt(2));
      case 2, 3, 4 -> Instruction.of(Code.DONE, group);
      default -> Instruction.of(Code.WAIT, group);
    };
  }

  private Instruction atomic() {
    int atomic = random.nextInt(2);
    return switch (random.nextInt(6)) {
      case 0, 1 -> Instruction.of(Code.LOAD, atomic);
      case 2 -> Instruction.of(Code.STORE, atomic, 1 + random.nextInt(2));
      case 3, 4 -> Instruction.of(Code.INCREMENT, atomic);
      default -> new Instruction(Code.SWAP, atomic, random.nextInt(2), 1 + random.nextInt(2), 0, 0);
    };
  }

  private Instruction context() {
    int context = random.nextInt(2);
    return switch (random.nextInt(7)) {
      case 0, 1 -> Instruction.of(Code.CANCEL, context);
      case 2 -> Instruction.of(Code.CANCELED, context);
      case 3 -> select(Instruction.CONTEXT + context);
      case 4, 5 -> Instruction.of(Code.ERR, context);
      default ->
          new Instruction(
              Code.SELECT,
              Instruction.CONTEXT + context,
              Instruction.RECEIVES,
              Instruction.NO_CASE,
              -1,
              1);
    };
  }

  private Instruction timer() {
    int wait = 1 + random.nextInt(3);
    return chance(2) ? Instruction.of(Code.AFTER, wait) : select(Instruction.TIMER + wait);
  }
}
