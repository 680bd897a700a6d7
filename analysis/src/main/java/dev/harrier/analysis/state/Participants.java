package dev.harrier.analysis.state;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * The goroutines that have used an object, and what they did with it. At most {@value #LIMIT} are
 * remembered one by one; of the others only that there were some.
 */
public final class Participants {
  private static final int LIMIT = 16;

  private static final long[] NONE = {};
  private static final int[] NOTHING = {};

  private long[] goroutines = NONE;
  private int[] roles = NOTHING;
  private int size;
  private int last;
  private int rolesOfOthers;

  /** One goroutine and all that it did with the object. */
  public record Participant(GoroutineId goroutine, EnumSet<Role> roles) {}

  void add(GoroutineId goroutine, Role role) {
    long id = goroutine.value();
    if (last < size && goroutines[last] == id) {
      roles[last] |= role.bit();
      return;
    }
    for (int i = 0; i < size; i++) {
      if (goroutines[i] == id) {
        roles[i] |= role.bit();
        last = i;
        return;
      }
    }
    append(id, role.bit());
  }

  private void append(long id, int bit) {
    if (size == LIMIT) {
      rolesOfOthers |= bit;
      return;
    }
    if (size == goroutines.length) {
      int length = Math.max(1, size * 2);
      goroutines = Arrays.copyOf(goroutines, length);
      roles = Arrays.copyOf(roles, length);
    }
    goroutines[size] = id;
    roles[size] = bit;
    last = size++;
  }

  /** In the order of their first operation. */
  public List<Participant> all() {
    List<Participant> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(new Participant(new GoroutineId(goroutines[i]), toSet(roles[i])));
    }
    return all;
  }

  /** The remembered goroutines that have done this. */
  public List<GoroutineId> with(Role role) {
    List<GoroutineId> found = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if ((roles[i] & role.bit()) != 0) {
        found.add(new GoroutineId(goroutines[i]));
      }
    }
    return found;
  }

  /** Whether any goroutine, remembered or not, has done this. */
  public boolean any(Role role) {
    int seen = rolesOfOthers;
    for (int i = 0; i < size; i++) {
      seen |= roles[i];
    }
    return (seen & role.bit()) != 0;
  }

  /** Whether this goroutine is remembered to have done this. */
  public boolean has(GoroutineId goroutine, Role role) {
    for (int i = 0; i < size; i++) {
      if (goroutines[i] == goroutine.value()) {
        return (roles[i] & role.bit()) != 0;
      }
    }
    return false;
  }

  /** Whether another goroutine than this, remembered or not, has done this. */
  public boolean anyOther(GoroutineId goroutine, Role role) {
    for (int i = 0; i < size; i++) {
      if ((roles[i] & role.bit()) != 0 && goroutines[i] != goroutine.value()) {
        return true;
      }
    }
    return (rolesOfOthers & role.bit()) != 0;
  }

  /** Whether there were more goroutines than are remembered. */
  public boolean more() {
    return rolesOfOthers != 0;
  }

  private static EnumSet<Role> toSet(int bits) {
    EnumSet<Role> set = EnumSet.noneOf(Role.class);
    for (Role role : Role.values()) {
      if ((bits & role.bit()) != 0) {
        set.add(role);
      }
    }
    return set;
  }
}
