package dev.harrier.cli.output;

import dev.harrier.model.trace.Value;
import dev.harrier.toolchain.source.Variable.Shape;
import dev.harrier.tracing.decode.ValueRecords;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What memory of a known type holds, as far as a run has recorded it: two words, and what the first
 * of them points to.
 */
final class TypedMemory {
  private static final int ARRAY = 17;
  private static final int CHANNEL = 18;
  private static final int FUNCTION = 19;
  private static final int INTERFACE = 20;
  private static final int MAP = 21;
  private static final int POINTER = 22;
  private static final int SLICE = 23;
  private static final int STRING = 24;
  private static final int STRUCT = 25;
  private static final int UNSAFE_POINTER = 26;

  private static final int WORD = 8;

  /** Which word of a map is the length of its directory, and bounds of internal/runtime/maps. */
  private static final int MAP_LENGTH = 3;

  private static final int SMALL_MAP = 8;
  private static final int MOST_IN_TABLE = 1024;

  /** Its fields say nothing to a reader. */
  private static final String TIME = "time.Time";

  private final ByteBuffer memory;

  /** What the first word of the memory points to; empty if that is not known. */
  private final Optional<byte[]> target;

  private TypedMemory(byte[] memory, Optional<byte[]> target) {
    this.memory = ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN);
    this.target = target;
  }

  /**
   * Empty if too little is known. Of a struct or an array of more than a word only parts may have
   * been written when a run looked.
   */
  static Optional<Value> of(Value.Bits bits, Shape shape) {
    if ((shape.kind() == STRUCT || shape.kind() == ARRAY) && shape.size() > WORD) {
      return Optional.empty();
    }
    byte[] words =
        ByteBuffer.allocate(2 * WORD)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(bits.word())
            .putLong(bits.next())
            .array();
    byte[] target = bits.text().getBytes(StandardCharsets.ISO_8859_1);
    return new TypedMemory(words, Optional.of(target)).value(shape, 0);
  }

  private Optional<Value> value(Shape shape, int at) {
    if (at + Math.min(shape.size(), WORD) > memory.capacity()) {
      return Optional.empty();
    }
    return switch (shape.kind()) {
      case CHANNEL, FUNCTION, INTERFACE, POINTER, UNSAFE_POINTER -> reference(shape, at);
      case STRING -> at + 2 * WORD > memory.capacity() ? Optional.empty() : text(at);
      case SLICE -> at + 2 * WORD > memory.capacity() ? Optional.empty() : slice(shape, at);
      case MAP -> map(shape, at);
      case ARRAY -> array(shape, at);
      case STRUCT -> Optional.of(struct(shape, at));
      default -> ValueRecords.of(shape.kind(), number(at, (int) shape.size()), shape.type());
    };
  }

  private long number(int at, int size) {
    return switch (size) {
      case 1 -> memory.get(at);
      case 2 -> memory.getShort(at);
      case 4 -> memory.getInt(at);
      default -> memory.getLong(at);
    };
  }

  private Optional<Value> reference(Shape shape, int at) {
    return Optional.of(
        memory.getLong(at) == 0 ? new Value.Nil(shape.type()) : new Value.Opaque(shape.type()));
  }

  /** What the word points to, if that is known. */
  private Optional<byte[]> target(int at) {
    return at == 0 ? target : Optional.empty();
  }

  private Optional<Value> text(int at) {
    long length = memory.getLong(at + WORD);
    int wanted = (int) Math.min(Math.max(0, length), Value.Text.LONGEST);
    if (wanted == 0) {
      return Optional.of(new Value.Text("", 0));
    }
    return Optional.of(
        target(at)
            .filter(bytes -> bytes.length >= wanted)
            .<Value>map(bytes ->
                new Value.Text(new String(bytes, 0, wanted, StandardCharsets.UTF_8), length))
            .orElseGet(() -> new Value.Collection("string", length)));
  }

  private Optional<Value> slice(Shape shape, int at) {
    if (memory.getLong(at) == 0) {
      return Optional.of(new Value.Nil(shape.type()));
    }
    long length = memory.getLong(at + WORD);
    List<Value> first =
        target(at)
            .map(bytes -> elements(new TypedMemory(bytes, Optional.empty()), shape, 0, length))
            .orElse(List.of());
    return Optional.of(new Value.Collection(shape.type(), Math.max(0, length), first));
  }

  private Optional<Value> array(Shape shape, int at) {
    List<Value> first = elements(this, shape, at, shape.length());
    return Optional.of(new Value.Collection(shape.type(), shape.length(), first));
  }

  /** The elements that are whole in the memory. */
  private static List<Value> elements(TypedMemory in, Shape shape, int at, long length) {
    List<Value> found = new ArrayList<>();
    if (shape.parts().isEmpty() || shape.parts().getFirst().size() <= 0) {
      return found;
    }
    Shape element = shape.parts().getFirst();
    for (long i = 0, next = at; i < length; i++, next += element.size()) {
      if (next + element.size() > in.memory.capacity()) {
        break;
      }
      Optional<Value> value = in.value(element, (int) next);
      if (value.isEmpty()) {
        break;
      }
      found.add(value.get());
    }
    return found;
  }

  /** The first word of a map is how many elements it has, if it is one and not an element. */
  private Optional<Value> map(Shape shape, int at) {
    return memory.getLong(at) == 0
        ? Optional.of(new Value.Nil(shape.type()))
        : Optional.of(
            target(at)
                .filter(TypedMemory::isMap)
                .<Value>map(bytes ->
                    new Value.Collection(
                        shape.type(), new TypedMemory(bytes, Optional.empty()).number(0, WORD)))
                .orElseGet(() -> new Value.Opaque(shape.type())));
  }

  /**
   * Whether memory may be that of Go's maps: the count, a seed, and a directory whose length is a
   * power of two, or zero for up to eight elements. What a line writes may also be an element.
   */
  private static boolean isMap(byte[] memory) {
    if (memory.length < (MAP_LENGTH + 1) * WORD) {
      return false;
    }
    ByteBuffer words = ByteBuffer.wrap(memory).order(ByteOrder.LITTLE_ENDIAN);
    long count = words.getLong(0);
    long length = words.getLong(MAP_LENGTH * WORD);
    return count >= 0
        && length >= 0
        && Long.bitCount(length) <= 1
        && (length == 0 ? count <= SMALL_MAP : count < length * MOST_IN_TABLE);
  }

  private Value struct(Shape shape, int at) {
    List<Value.Field> fields = new ArrayList<>();
    for (Shape part : shape.parts()) {
      Optional<Value> value =
          at + part.offset() >= memory.capacity()
              ? Optional.empty()
              : value(part, (int) (at + part.offset()));
      if (value.isEmpty()) {
        break;
      }
      fields.add(new Value.Field(part.field(), value.get()));
    }
    return fields.isEmpty() || shape.type().equals(TIME)
        ? new Value.Opaque(shape.type())
        : new Value.Struct(shape.type(), fields, fields.size() == shape.parts().size());
  }
}
