package dev.harrier.base.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map from the numbers of goroutines or objects, which are handed out one after the other, to
 * their states: pages of an array, so that a look-up is two loads. A page whose entries have all
 * gone is given back. The array is no longer than so many entries explain: a number far above all
 * others, as a damaged trace has it, goes to a map by itself.
 */
public final class Table<T> {
  private static final int PAGE_BITS = 9;
  private static final int PAGE = 1 << PAGE_BITS;

  /** How many pages the array may have whatever is in it. */
  private static final int FREE = 1 << 12;

  /** Of how many numbers at least one is put in, where they are handed out one after the other. */
  private static final int MOST_LEFT_OUT = 64;

  private static final long DENSE = 1L << 34;

  private @Nullable Object[] @Nullable [] pages = new @Nullable Object[16][];
  private int[] used = new int[16];
  private final Map<Long, T> sparse = new HashMap<>(0);
  private int size;

  /** How many entries there ever were. */
  private long puts;

  /** How many entries there are. */
  public int size() {
    return size + sparse.size();
  }

  /** The entry of that number, if it has one. */
  @SuppressWarnings("unchecked") // only put writes to pages
  public @Nullable T get(long id) {
    if (id < 0 || id >= DENSE) {
      return sparse.get(id);
    }
    int page = (int) (id >>> PAGE_BITS);
    @Nullable Object[] entries = page < pages.length ? pages[page] : null;
    T value = entries == null ? null : (T) entries[(int) id & (PAGE - 1)];
    return value != null || sparse.isEmpty() ? value : sparse.get(id);
  }

  /** Adds an entry for a number that has none. */
  public void put(long id, T value) {
    puts++;
    int page = (int) (id >>> PAGE_BITS);
    if (id < 0 || id >= DENSE || (page >= FREE && page > (puts * MOST_LEFT_OUT) >> PAGE_BITS)) {
      sparse.put(id, value);
      return;
    }
    if (page >= pages.length) {
      int length = Math.max(page + 1, pages.length * 2);
      pages = Arrays.copyOf(pages, length);
      used = Arrays.copyOf(used, length);
    }
    @Nullable Object[] entries = pages[page];
    if (entries == null) {
      entries = new @Nullable Object[PAGE];
      pages[page] = entries;
    }
    entries[(int) id & (PAGE - 1)] = value;
    used[page]++;
    size++;
  }

  /** Takes the entry of that number out, if it has one. */
  public void remove(long id) {
    boolean apart = !sparse.isEmpty() && sparse.remove(id) != null;
    if (!apart && id >= 0 && id < DENSE && get(id) != null) {
      clear((int) (id >>> PAGE_BITS), (int) id & (PAGE - 1));
    }
  }

  private void clear(int page, int index) {
    @Nullable Object[] entries = pages[page];
    if (entries != null) {
      entries[index] = null;
      size--;
      if (--used[page] == 0) {
        pages[page] = null;
      }
    }
  }

  /** All entries, by number; those that are by themselves come last. */
  public List<T> all() {
    List<T> all = new ArrayList<>(size());
    removeIf(value -> {
      all.add(value);
      return false;
    });
    return all;
  }

  /** Takes out all entries that are unwanted. */
  @SuppressWarnings("unchecked") // only put writes to pages
  public void removeIf(Predicate<T> unwanted) {
    for (int page = 0; page < pages.length; page++) {
      @Nullable Object[] entries = pages[page];
      for (int i = 0; entries != null && i < PAGE; i++) {
        Object value = entries[i];
        if (value != null && unwanted.test((T) value)) {
          clear(page, i);
        }
      }
    }
    sparse.values().removeIf(unwanted);
  }
}
