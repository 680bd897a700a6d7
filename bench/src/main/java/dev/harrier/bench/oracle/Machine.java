package dev.harrier.bench.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A state of a program, by the specification of the language and the documentation of the library.
 * A step is one operation of one goroutine, or the part of it up to where it lets others see
 * something. Who waits for a lock is in no queue: anyone who is there when it is free may have it.
 */
final class Machine {
  private static final int VARIABLES = 3;
  private static final int DEFAULT = 2;
  private static final int PARK = 3;
  private static final int PARK_REVERSED = 4;
  private static final char NOTHING = '.';

  private enum Status {
    NEW,
    READY,
    PARKED,
    ENDED
  }

  private static final class Group {
    int count;
    List<Integer> waiters = new ArrayList<>(2);
    int[] clock = {};
  }

  private final Sample sample;
  private final int goroutines;
  private final Status[] status;
  private final int[] at;
  private final int[] inBody;
  private final int[] phase;
  private final String[] seen;
  private final Channel[] channels;
  private final boolean[] locked = new boolean[2];
  private final boolean[] contextLocked = new boolean[2];
  private final boolean[] ended = new boolean[2];
  private final int[] atomics = new int[2];
  private final Group[] groups = {new Group(), new Group()};
  private final List<Integer> waiting = new ArrayList<>(2);
  private final List<Integer> notified = new ArrayList<>(2);
  private boolean writing;
  private boolean written;
  private int readers;
  private int leaving;
  private final List<Integer> readersWaiting = new ArrayList<>(2);
  private int writer = -1;
  private boolean onceTaken;
  private boolean onceDone;
  private final Clocks clocks;

  /** What was released with each lock and the like. */
  private final int[][] released = new int[16][0];

  // Where the locks and the like are in there.
  private static final int MUTEX = 0;
  private static final int CONTEXT = 2;
  private static final int ERR = 4;
  private static final int ATOMIC = 6;
  private static final int ONCE = 8;
  private static final int WRITER = 9;
  private static final int READERS = 10;
  private static final int COND = 11; // one for each goroutine

  /** At the beginning. */
  Machine(Sample sample) {
    this.sample = sample;
    goroutines = sample.goroutines().size();
    status = new Status[goroutines];
    Arrays.fill(status, Status.NEW);
    at = new int[goroutines];
    inBody = new int[goroutines];
    Arrays.fill(inBody, -1);
    phase = new int[goroutines];
    seen = new String[goroutines];
    Arrays.fill(seen, "");
    channels = new Channel[sample.capacities().size() + 2];
    for (int i = 0; i < channels.length; i++) {
      channels[i] = new Channel(i < channels.length - 2 ? sample.capacities().get(i) : 0);
    }
    clocks = new Clocks(goroutines, sample.accessesVariables() ? VARIABLES : 0);
    status[0] = Status.READY;
    proceed(0);
  }

  private Machine(Machine other) {
    sample = other.sample;
    goroutines = other.goroutines;
    status = other.status.clone();
    at = other.at.clone();
    inBody = other.inBody.clone();
    phase = other.phase.clone();
    seen = other.seen.clone();
    channels = new Channel[other.channels.length];
    for (int i = 0; i < channels.length; i++) {
      channels[i] = new Channel(other.channels[i]);
    }
    System.arraycopy(other.locked, 0, locked, 0, 2);
    System.arraycopy(other.contextLocked, 0, contextLocked, 0, 2);
    System.arraycopy(other.ended, 0, ended, 0, 2);
    System.arraycopy(other.atomics, 0, atomics, 0, 2);
    for (int i = 0; i < groups.length; i++) {
      groups[i].count = other.groups[i].count;
      groups[i].waiters = new ArrayList<>(other.groups[i].waiters);
      groups[i].clock = other.groups[i].clock;
    }
    waiting.addAll(other.waiting);
    notified.addAll(other.notified);
    writing = other.writing;
    written = other.written;
    readers = other.readers;
    leaving = other.leaving;
    readersWaiting.addAll(other.readersWaiting);
    writer = other.writer;
    onceTaken = other.onceTaken;
    onceDone = other.onceDone;
    clocks = other.clocks.copy();
    System.arraycopy(other.released, 0, released, 0, released.length);
  }

  /** All that may come next; nothing if all goroutines have ended or wait for ever. */
  List<Machine> next() {
    List<Machine> all = new ArrayList<>();
    for (int g = 0; g < goroutines; g++) {
      for (int option : options(g)) {
        Machine then = new Machine(this);
        then.step(g, option);
        all.add(then);
      }
    }
    return all;
  }

  /** What each goroutine saw and where it stopped; then the variables that raced. */
  String outcome() {
    return String.join(" ", seen) + (clocks.races() == 0 ? "" : " races " + clocks.races());
  }

  private Instruction now(int g) {
    return inBody[g] >= 0 ? sample.body().get(inBody[g]) : sample.goroutines().get(g).get(at[g]);
  }

  private static final int[] NONE = {};
  private static final int[] ONE = {0};

  private static int[] only(boolean possible) {
    return possible ? ONE : NONE;
  }

  private int[] options(int g) {
    if (status[g] == Status.PARKED) {
      Instruction i = now(g);
      return i.code() == Code.SELECT && (isTimer(i.a()) || isTimer(i.c()))
          ? new int[] {isTimer(i.a()) ? 0 : 1}
          : NONE;
    }
    if (status[g] != Status.READY) {
      return NONE;
    }
    Instruction i = now(g);
    return switch (i.code()) {
      case LOCK -> only(!locked[i.a()]);
      case WRITE_LOCK -> only(!writing);
      case COND_WAIT -> only(phase[g] < 2 || !locked[0]);
      case ONCE -> only(onceDone || !onceTaken);
      case CANCEL -> only(canCancel(g, i.a()));
      case SELECT -> choices(i);
      default -> ONE;
    };
  }

  private static boolean isTimer(int source) {
    return source >= Instruction.TIMER;
  }

  private boolean isReady(int source, int value) {
    return value >= 0 ? channel(source).canSend() : channel(source).canReceive();
  }

  private int[] choices(Instruction i) {
    int[] options = new int[4];
    int n = 0;
    boolean ready = false;
    if (isTimer(i.a()) || isReady(i.a(), i.b())) {
      options[n++] = 0;
      ready = !isTimer(i.a());
    }
    if (i.c() != Instruction.NO_CASE && (isTimer(i.c()) || isReady(i.c(), i.d()))) {
      options[n++] = 1;
      ready |= !isTimer(i.c());
    }
    if (!ready) {
      options[n++] = i.e() == 1 ? DEFAULT : PARK;
      if (i.e() != 1 && waitsTwice(i)) {
        options[n++] = PARK_REVERSED;
      }
    }
    return Arrays.copyOf(options, n);
  }

  /** Which of two cases that are alike is the first in the queue is up to the runtime. */
  private static boolean waitsTwice(Instruction i) {
    return i.a() == i.c() && i.b() >= 0 == i.d() >= 0;
  }

  private Channel channel(int source) {
    return source >= Instruction.CONTEXT
        ? channels[channels.length - 2 + source - Instruction.CONTEXT]
        : channels[source];
  }

  private void step(int g, int option) {
    Instruction i = now(g);
    switch (i.code()) {
      case SPAWN -> {
        status[i.a()] = Status.READY;
        clocks.acquire(i.a(), clocks.release(g));
        proceed(i.a());
        complete(g, NOTHING);
      }
      case SEND -> send(g, i.a(), i.b(), 0);
      case RECEIVE -> receive(g, i.a(), 0);
      case CANCELED -> receive(g, Instruction.CONTEXT + i.a(), 0);
      case CLOSE -> {
        if (channel(i.a()).closed) {
          panic(g, 'c');
        } else {
          close(g, channel(i.a()));
          complete(g, NOTHING);
        }
      }
      case SELECT -> choose(g, i, option);
      case LOCK -> lock(g, i.a());
      case UNLOCK -> {
        unlock(g, i.a());
        complete(g, NOTHING);
      }
      case TRY_LOCK -> {
        if (locked[i.a()]) {
          complete(g, '0');
        } else {
          locked[i.a()] = true;
          clocks.acquire(g, released[MUTEX + i.a()]);
          complete(g, '1');
        }
      }
      case READ_LOCK, READ_UNLOCK, WRITE_LOCK, WRITE_UNLOCK -> readWrite(g, i.code());
      case ADD -> add(g, groups[i.a()], i.b());
      case DONE -> add(g, groups[i.a()], -1);
      case WAIT -> await(g, groups[i.a()]);
      case COND_WAIT -> condWait(g);
      case SIGNAL -> {
        notifyOne(g);
        complete(g, NOTHING);
      }
      case BROADCAST -> {
        while (notifyOne(g)) {
          // the next one
        }
        complete(g, NOTHING);
      }
      case ONCE -> {
        clocks.acquire(g, released[ONCE]);
        if (onceDone) {
          complete(g, NOTHING);
        } else {
          onceTaken = true;
          inBody[g] = 0;
          proceed(g);
        }
      }
      case LOAD, STORE, INCREMENT, SWAP -> atomic(g, i);
      case CANCEL -> cancel(g, i.a());
      case ERR -> err(g, i.a());
      case AFTER -> complete(g, NOTHING);
      case READ, WRITE, SKIP_UNLESS -> throw new IllegalStateException("no step: " + i);
    }
  }

  /** The instruction is over. */
  private void complete(int g, char result) {
    seen[g] += result;
    status[g] = Status.READY;
    phase[g] = 0;
    advance(g);
    proceed(g);
  }

  private void advance(int g) {
    if (inBody[g] >= 0) {
      inBody[g]++;
    } else {
      at[g]++;
    }
  }

  /** Does what no other goroutine sees, up to the next operation. */
  private void proceed(int g) {
    while (true) {
      if (inBody[g] >= sample.body().size() && inBody[g] >= 0) {
        endBody(g);
        seen[g] += NOTHING;
        at[g]++;
        continue;
      }
      if (inBody[g] < 0 && at[g] >= sample.goroutines().get(g).size()) {
        status[g] = Status.ENDED;
        return;
      }
      Instruction i = now(g);
      switch (i.code()) {
        case READ, WRITE -> {
          clocks.access(g, i.a(), i.code() == Code.WRITE);
          seen[g] += NOTHING;
          advance(g);
        }
        case SKIP_UNLESS -> {
          if (seen[g].isEmpty() || seen[g].charAt(seen[g].length() - 1) != i.b()) {
            at[g] += i.a();
          }
          at[g]++;
        }
        default -> {
          return;
        }
      }
    }
  }

  private void endBody(int g) {
    inBody[g] = -1;
    onceDone = true;
    onceTaken = false;
    released[ONCE] = clocks.release(g);
  }

  private void panic(int g, char why) {
    if (inBody[g] >= 0) {
      endBody(g);
    }
    seen[g] += "!" + why;
    status[g] = Status.ENDED;
  }

  private void park(int g) {
    status[g] = Status.PARKED;
  }

  private void send(int g, int source, int value, int chosen) {
    Channel c = channel(source);
    if (c.closed) {
      panic(g, 's');
    } else if (c.canSend()) {
      learnRoom(g, c, c.sent++);
      int[] clock = clocks.release(g);
      if (!c.receivers.isEmpty()) {
        Channel.Waiter to = c.receivers.getFirst();
        if (c.capacity == 0) {
          clocks.acquire(g, to.clock());
        } else {
          c.received.add(Clocks.join(to.clock(), clock));
        }
        clocks.acquire(to.goroutine(), clock);
        wake(to, value, false);
      } else {
        c.buffer.add(new Channel.Message(value, clock));
      }
      complete(g, result(g, chosen, value, true));
    } else {
      c.senders.add(new Channel.Waiter(g, chosen, value, clocks.release(g)));
      park(g);
    }
  }

  /** The k-th receive comes before the send with number k + capacity is over. */
  private void learnRoom(int g, Channel c, int index) {
    int receive = index - c.capacity;
    if (c.capacity > 0 && receive >= 0 && receive < c.received.size()) {
      clocks.acquire(g, c.received.get(receive));
    }
  }

  private void receive(int g, int source, int chosen) {
    Channel c = channel(source);
    int value = 0;
    if (!c.buffer.isEmpty()) {
      Channel.Message m = c.buffer.removeFirst();
      clocks.acquire(g, m.clock());
      c.received.add(clocks.release(g));
      value = m.value();
      if (!c.senders.isEmpty()) {
        Channel.Waiter from = c.senders.removeFirst();
        learnRoom(from.goroutine(), c, c.sent++);
        c.buffer.add(new Channel.Message(from.value(), clocks.release(from.goroutine())));
        wake(from, from.value(), true);
      }
    } else if (!c.senders.isEmpty()) {
      Channel.Waiter from = c.senders.removeFirst();
      c.sent++;
      int[] clock = clocks.release(g);
      clocks.acquire(g, from.clock());
      clocks.acquire(from.goroutine(), clock);
      value = from.value();
      wake(from, value, true);
    } else if (c.closed) {
      clocks.acquire(g, c.closing);
    } else {
      c.receivers.add(new Channel.Waiter(g, chosen, 0, clocks.release(g)));
      park(g);
      return;
    }
    complete(g, result(g, chosen, value, false));
  }

  private void close(int g, Channel c) {
    c.closed = true;
    c.closing = clocks.release(g);
    // A select may wait with two cases, of which the first one counts.
    while (!c.receivers.isEmpty()) {
      Channel.Waiter w = c.receivers.getFirst();
      clocks.acquire(w.goroutine(), c.closing);
      wake(w, 0, false);
    }
    while (!c.senders.isEmpty()) {
      Channel.Waiter w = c.senders.getFirst();
      forget(w.goroutine());
      clocks.acquire(w.goroutine(), c.closing);
      panic(w.goroutine(), 's');
    }
  }

  private void forget(int g) {
    for (Channel c : channels) {
      c.forget(g);
    }
  }

  private void wake(Channel.Waiter w, int value, boolean sends) {
    forget(w.goroutine());
    complete(w.goroutine(), result(w.goroutine(), w.chosen(), value, sends));
  }

  private char result(int g, int chosen, int value, boolean sends) {
    return switch (now(g).code()) {
      case RECEIVE -> (char) ('0' + value);
      case ERR -> '1';
      case SELECT -> sends ? (char) ('A' + chosen) : (char) ((chosen == 0 ? 'a' : 'k') + value);
      default -> NOTHING;
    };
  }

  private void choose(int g, Instruction i, int option) {
    switch (option) {
      case DEFAULT -> complete(g, 'z');
      case PARK -> {
        arrive(g, i.a(), i.b(), 0);
        if (i.c() != Instruction.NO_CASE) {
          arrive(g, i.c(), i.d(), 1);
        }
        park(g);
      }
      case PARK_REVERSED -> {
        arrive(g, i.c(), i.d(), 1);
        arrive(g, i.a(), i.b(), 0);
        park(g);
      }
      default -> {
        int source = option == 0 ? i.a() : i.c();
        int value = option == 0 ? i.b() : i.d();
        if (isTimer(source)) {
          forget(g);
          complete(g, result(g, option, 0, false));
        } else if (value >= 0) {
          send(g, source, value, option);
        } else {
          receive(g, source, option);
        }
      }
    }
  }

  private void arrive(int g, int source, int value, int chosen) {
    if (!isTimer(source)) {
      Channel c = channel(source);
      (value >= 0 ? c.senders : c.receivers)
          .add(new Channel.Waiter(g, chosen, Math.max(value, 0), clocks.release(g)));
    }
  }

  private void lock(int g, int mutex) {
    locked[mutex] = true;
    clocks.acquire(g, released[MUTEX + mutex]);
    complete(g, NOTHING);
  }

  private void unlock(int g, int mutex) {
    locked[mutex] = false;
    released[MUTEX + mutex] = clocks.release(g);
  }

  private void readWrite(int g, Code code) {
    switch (code) {
      case READ_LOCK -> {
        if (writing) {
          readersWaiting.add(g);
          park(g);
        } else {
          readers++;
          clocks.acquire(g, released[WRITER]);
          complete(g, NOTHING);
        }
      }
      case READ_UNLOCK -> {
        released[READERS] = Clocks.join(released[READERS], clocks.release(g));
        readers--;
        if (writing && !written && --leaving == 0) {
          hasWritten(writer);
        }
        complete(g, NOTHING);
      }
      case WRITE_LOCK -> {
        writing = true;
        writer = g;
        leaving = readers;
        if (readers == 0) {
          hasWritten(g);
        } else {
          park(g);
        }
      }
      default -> {
        released[WRITER] = clocks.release(g);
        writing = false;
        written = false;
        writer = -1;
        for (int reader : List.copyOf(readersWaiting)) {
          readers++;
          clocks.acquire(reader, released[WRITER]);
          complete(reader, NOTHING);
        }
        readersWaiting.clear();
        complete(g, NOTHING);
      }
    }
  }

  private void hasWritten(int g) {
    written = true;
    clocks.acquire(g, released[WRITER]);
    clocks.acquire(g, released[READERS]);
    complete(g, NOTHING);
  }

  private void add(int g, Group group, int delta) {
    if (delta < 0) {
      group.clock = Clocks.join(group.clock, clocks.release(g));
    }
    group.count += delta;
    if (group.count < 0) {
      panic(g, 'n');
    } else if (!group.waiters.isEmpty() && delta > 0 && group.count == delta) {
      panic(g, 'w');
    } else {
      if (group.count == 0) {
        group.waiters.forEach(waiter -> status[waiter] = Status.READY);
        group.waiters.clear();
      }
      complete(g, NOTHING);
    }
  }

  private void await(int g, Group group) {
    if (phase[g] == 0 && group.count != 0) {
      group.waiters.add(g);
      phase[g] = 1;
      park(g);
    } else if (phase[g] == 1 && (group.count != 0 || !group.waiters.isEmpty())) {
      panic(g, 'r');
    } else {
      clocks.acquire(g, group.clock);
      complete(g, NOTHING);
    }
  }

  private void condWait(int g) {
    switch (phase[g]++) {
      case 0 -> waiting.add(g);
      case 1 -> {
        unlock(g, 0);
        if (!notified.remove(Integer.valueOf(g))) {
          park(g);
        }
      }
      default -> {
        clocks.acquire(g, released[COND + g]);
        lock(g, 0);
      }
    }
  }

  private boolean notifyOne(int g) {
    if (waiting.isEmpty()) {
      return false;
    }
    int waiter = waiting.removeFirst();
    released[COND + waiter] = clocks.release(g);
    if (status[waiter] == Status.PARKED) {
      status[waiter] = Status.READY;
    } else {
      notified.add(waiter);
    }
    return true;
  }

  private void atomic(int g, Instruction i) {
    int a = i.a();
    if (i.code() != Code.STORE) {
      clocks.acquire(g, released[ATOMIC + a]);
    }
    boolean swaps = i.code() == Code.SWAP && atomics[a] == i.b();
    switch (i.code()) {
      case STORE -> atomics[a] = i.b();
      case INCREMENT -> atomics[a]++;
      case SWAP -> atomics[a] = swaps ? i.c() : atomics[a];
      default -> {
        // It only reads.
      }
    }
    if (i.code() != Code.LOAD && (i.code() != Code.SWAP || swaps)) {
      released[ATOMIC + a] = clocks.release(g);
    }
    complete(
        g,
        switch (i.code()) {
          case LOAD, INCREMENT -> (char) ('0' + atomics[a]);
          case SWAP -> swaps ? '1' : '0';
          default -> NOTHING;
        });
  }

  // Canceling holds the lock of the context while it cancels its child, and takes itself
  // from its parent at the end.

  private boolean canCancel(int g, int context) {
    return switch (phase[g]) {
      case 0 -> !contextLocked[context];
      case 3 -> !contextLocked[1];
      case 6 -> !contextLocked[0];
      default -> true;
    };
  }

  private void lockContext(int g, int context) {
    contextLocked[context] = true;
    clocks.acquire(g, released[CONTEXT + context]);
  }

  private void unlockContext(int g, int context) {
    contextLocked[context] = false;
    released[CONTEXT + context] = clocks.release(g);
  }

  private void cancel(int g, int context) {
    switch (phase[g]) {
      case 0, 3 -> {
        lockContext(g, phase[g] == 0 ? context : 1);
        phase[g]++;
      }
      case 1, 4 -> {
        int which = phase[g] == 1 ? context : 1;
        if (ended[which]) {
          leave(g, context, which);
        } else {
          ended[which] = true;
          released[ERR + which] = clocks.release(g);
          phase[g]++;
        }
      }
      case 2, 5 -> {
        int which = phase[g] == 2 ? context : 1;
        close(g, channel(Instruction.CONTEXT + which));
        if (phase[g] == 2 && context == 0) {
          phase[g] = 3;
        } else {
          leave(g, context, which);
        }
      }
      default -> {
        lockContext(g, 0);
        unlockContext(g, 0);
        complete(g, NOTHING);
      }
    }
  }

  private void leave(int g, int context, int which) {
    boolean already = phase[g] == 1;
    unlockContext(g, which);
    if (context == 0) {
      if (which == 1) {
        unlockContext(g, 0);
      }
      complete(g, NOTHING);
    } else if (already) {
      complete(g, NOTHING);
    } else {
      phase[g] = 6;
    }
  }

  private void err(int g, int context) {
    clocks.acquire(g, released[ERR + context]);
    if (ended[context]) {
      receive(g, Instruction.CONTEXT + context, 0);
    } else {
      complete(g, '0');
    }
  }

  /** Equal for states that are the same. */
  @SuppressWarnings("EnumOrdinal") // Only to distinguish states.
  String key() {
    StringBuilder key = new StringBuilder(200);
    for (int g = 0; g < goroutines; g++) {
      key.append((char) status[g].ordinal())
          .append((char) at[g])
          .append((char) (inBody[g] + 1))
          .append((char) phase[g])
          .append(seen[g])
          .append(' ');
    }
    for (Channel channel : channels) {
      channel.describe(key);
    }
    for (int i = 0; i < 2; i++) {
      key.append(locked[i] ? '1' : '0')
          .append(contextLocked[i] ? '1' : '0')
          .append(ended[i] ? '1' : '0')
          .append((char) atomics[i])
          .append((char) groups[i].count)
          .append(groups[i].waiters);
      Clocks.describe(groups[i].clock, key);
    }
    key.append(waiting).append(notified).append(readersWaiting);
    key.append(writing ? '1' : '0').append(written ? '1' : '0').append(onceTaken ? '1' : '0');
    key.append(onceDone ? '1' : '0').append((char) readers).append((char) leaving);
    key.append((char) (writer + 1));
    for (int[] clock : released) {
      Clocks.describe(clock, key);
    }
    clocks.describe(key);
    return key.toString();
  }
}
