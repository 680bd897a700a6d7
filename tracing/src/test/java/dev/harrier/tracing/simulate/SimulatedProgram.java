package dev.harrier.tracing.simulate;

import dev.harrier.tracing.wire.EndState;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.ProcessorWriter;
import dev.harrier.tracing.wire.RecordKind;
import dev.harrier.tracing.wire.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Workers that lock, pass values, select, spawn and end at random, in roughly the proportions of
 * the tests of {@code net/http}. It obeys Go's semantics, so its trace is free of violations.
 */
public final class SimulatedProgram {
  /** Bytes of the simulated text segment. */
  public static final int TEXT = 1 << 20;

  private static final int MUTEX = 2;
  private static final int RWMUTEX = 3;
  private static final int WAIT_GROUP = 4;
  private static final int SHARED = 0x10;
  private static final int STACKS = 500;
  private static final int SITES = 2048;
  private static final int BUFFER = 4;

  /** How many steps a worker makes in a row, on average. */
  private static final int BURST = 4;

  private static final long HEAP = 0xc000000000L;

  private final SplittableRandom random;
  private final List<ProcessorWriter> processors = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private final List<Channel> buffered = new ArrayList<>();
  private final List<Channel> unbuffered = new ArrayList<>();
  private final List<Lock> locks = new ArrayList<>();
  private final int maxLive;
  private long nextGoroutine = 1;
  private long nextAddress = HEAP;
  private long cycles = 1_000_000;
  private long events;

  private SimulatedProgram(long seed, TraceWriter writer, int processorCount, int maxLive) {
    random = new SplittableRandom(seed);
    this.maxLive = maxLive;
    for (int p = 0; p < processorCount; p++) {
      ProcessorWriter processor = writer.processor(p);
      tick(processor);
      processors.add(processor);
    }
  }

  /** The header of a simulated trace: three cycles to a nanosecond. */
  public static FileHeader header(int chunkSize) {
    return new FileHeader(
        0,
        chunkSize,
        4711,
        1_800_000_000_000_000_000L,
        0,
        0,
        0x400000,
        0x400000 + TEXT,
        0,
        EndState.BEING_WRITTEN,
        0,
        0,
        0,
        0,
        0,
        0,
        false,
        0,
        "go1.26.0",
        "/simulated/program.test");
  }

  /**
   * Writes a trace file.
   *
   * @param maxLive how many goroutines live at most
   * @param atLeast how many events it has at least; a few more to let all workers end
   * @return how many events it has
   */
  public static long write(
      Path file, long seed, int processors, int chunkSize, int maxLive, long atLeast)
      throws IOException {
    try (TraceWriter writer = TraceWriter.create(file, header(chunkSize))) {
      SimulatedProgram program = new SimulatedProgram(seed, writer, processors, maxLive);
      program.run(atLeast);
      writer.end(0, program.cycles / 3, program.cycles);
      return program.events;
    }
  }

  private void run(long atLeast) {
    Worker main = worker();
    stacks();
    for (int i = 0; i < 64; i++) {
      locks.add(new Lock(address(), i % 4 == 0 ? RWMUTEX : MUTEX));
    }
    for (int i = 0; i < 16; i++) {
      buffered.add(make(main, BUFFER));
      unbuffered.add(make(main, 0));
    }
    while (workers.size() < maxLive / 2) {
      spawn(main);
    }
    Worker running = main;
    while (events < atLeast) {
      if (random.nextInt(BURST) == 0) {
        running = workers.get(random.nextInt(workers.size()));
      }
      if (step(running)) {
        running = main;
      }
    }
    for (Worker worker : List.copyOf(workers)) {
      unlock(worker);
      exit(worker);
    }
  }

  private void stacks() {
    ProcessorWriter p = processors.getFirst();
    for (int index = 1; index <= STACKS; index++) {
      long[] counters = new long[1 + random.nextInt(10)];
      for (int i = 0; i < counters.length; i++) {
        counters[i] = (long) site() << 32 | site();
      }
      p.unordered(RecordKind.STACK, 0, index, counters);
    }
  }

  /** Does something at random; true if the worker ended. */
  private boolean step(Worker worker) {
    int dice = random.nextInt(100);
    if (dice < 58) {
      lock(worker);
    } else if (dice < 72) {
      buffered(worker);
    } else if (dice < 80) {
      handOver(worker, workers.get(random.nextInt(workers.size())));
    } else if (dice < 88) {
      select(worker);
    } else if (dice < 91) {
      waitGroup(worker);
    } else if (dice < 94) {
      buffered.set(random.nextInt(buffered.size()), make(worker, BUFFER));
    } else if (dice < 97) {
      if (workers.size() < maxLive) {
        spawn(worker);
      }
    } else if (workers.size() > maxLive / 2 && worker.held == null && worker.id != 1) {
      exit(worker);
      return true;
    }
    return false;
  }

  private void lock(Worker worker) {
    if (worker.held != null) {
      unlock(worker);
      return;
    }
    Lock lock = locks.get(random.nextInt(locks.size()));
    boolean shared = lock.kind == RWMUTEX && random.nextInt(4) > 0;
    if (shared ? lock.readers < 0 : lock.readers != 0) {
      return;
    }
    lock.readers = shared ? lock.readers + 1 : -1;
    worker.held = lock;
    on(worker).object(RecordKind.ACQUIRE, 0, site(), lock.word(shared));
    events++;
  }

  private void unlock(Worker worker) {
    Lock lock = worker.held;
    if (lock != null) {
      boolean shared = lock.readers > 0;
      on(worker).object(RecordKind.RELEASE, 0, site(), lock.word(shared));
      lock.readers = shared ? lock.readers - 1 : 0;
      worker.held = null;
      events++;
    }
  }

  private void buffered(Worker worker) {
    Channel channel = buffered.get(random.nextInt(buffered.size()));
    boolean send = channel.values == 0 || (channel.values < BUFFER && random.nextBoolean());
    channel.values += send ? 1 : -1;
    on(worker).object(send ? RecordKind.SEND : RecordKind.RECEIVE, 0, site(), channel.address);
    events++;
  }

  /** A worker blocks in a send or receive until another completes it. */
  private void handOver(Worker blocked, Worker other) {
    if (blocked == other) {
      return;
    }
    Channel channel = unbuffered.get(random.nextInt(unbuffered.size()));
    boolean send = random.nextBoolean();
    long reason = send ? 1 : 2;
    on(blocked).ordered(RecordKind.BLOCK, 0, stack(), channel.address | reason << 48);
    RecordKind kind = send ? RecordKind.RECEIVE : RecordKind.SEND;
    on(other).ordered(kind, 1, site(), channel.address, blocked.id);
    on(other).ordered(RecordKind.UNBLOCK, 0, (int) blocked.id);
    events += 4;
  }

  /** A select among two buffered channels, one of which is ready, or else the default. */
  private void select(Worker worker) {
    Channel to = buffered.get(random.nextInt(buffered.size()));
    Channel from = buffered.get(random.nextInt(buffered.size()));
    int chosen = to.values < BUFFER ? 0 : from.values > 0 ? 1 : -1;
    if (chosen == 0) {
      to.values++;
    } else if (chosen == 1) {
      from.values--;
    }
    long head = 1 | 1 << 16 | (chosen & 0xffffL) << 32 | 1L << 48;
    on(worker).ordered(RecordKind.SELECT, 0, site(), head, 0, to.address, from.address);
    events++;
  }

  private void waitGroup(Worker worker) {
    long group = address() | (long) WAIT_GROUP << 48;
    on(worker).ordered(RecordKind.ADD, 1, stack(), group);
    on(worker).ordered(RecordKind.ADD, 2, stack(), group);
    on(worker).object(RecordKind.WAITED, 0, stack(), group);
    events += 3;
  }

  private Channel make(Worker worker, int capacity) {
    Channel channel = new Channel(address());
    long word = channel.address | (long) capacity << 48;
    on(worker).ordered(RecordKind.MAKE, 0, stack(), word);
    events++;
    return channel;
  }

  private void spawn(Worker parent) {
    Worker child = worker();
    on(parent).ordered(RecordKind.SPAWN, 0, stack(), child.id, site());
    events++;
  }

  private void exit(Worker worker) {
    workers.remove(worker);
    on(worker).ordered(RecordKind.EXIT, 0, 0);
    events++;
  }

  private Worker worker() {
    Worker worker = new Worker(nextGoroutine++);
    workers.add(worker);
    return worker;
  }

  /** The processor that the worker runs on; it moves now and then. */
  private ProcessorWriter on(Worker worker) {
    if (random.nextInt(50) == 0) {
      worker.processor = random.nextInt(processors.size());
    }
    ProcessorWriter processor = processors.get(worker.processor);
    tick(processor);
    processor.goroutine(worker.id);
    return processor;
  }

  private void tick(ProcessorWriter processor) {
    cycles += 100;
    processor.clocks(cycles, cycles / 3);
  }

  private long address() {
    do {
      nextAddress = HEAP + (nextAddress + 64 - HEAP) % (1 << 22);
    } while (isLive(nextAddress));
    return nextAddress;
  }

  private boolean isLive(long address) {
    return locks.stream().anyMatch(lock -> lock.address == address)
        || buffered.stream().anyMatch(channel -> channel.address == address)
        || unbuffered.stream().anyMatch(channel -> channel.address == address);
  }

  private int site() {
    return 1 + random.nextInt(SITES) * (TEXT / SITES);
  }

  private int stack() {
    return 1 + random.nextInt(STACKS);
  }

  private static final class Worker {
    private final long id;
    private int processor;
    private @Nullable Lock held;

    Worker(long id) {
      this.id = id;
      this.processor = 0;
    }
  }

  private static final class Channel {
    private final long address;
    private int values;

    Channel(long address) {
      this.address = address;
    }
  }

  private static final class Lock {
    private final long address;
    private final int kind;

    /** How many read it, or -1 if it is held exclusively. */
    private int readers;

    Lock(long address, int kind) {
      this.address = address;
      this.kind = kind;
    }

    long word(boolean shared) {
      return address | (long) (kind | (shared ? SHARED : 0)) << 48;
    }
  }
}
