package dev.harrier.binary.decode;

import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An operation that a goroutine has begun and not ended. */
final class LoggedOperation {
  /** The moment and the place where an operation took effect. */
  record Effect(At at, Emission.Place place) {}

  private final HookEvent request;
  private final ObjectId object;
  private final StackId stack;
  private final long address;
  private final boolean mayBlock;
  private final List<SelectCase> cases = new ArrayList<>();
  private final List<Long> channels = new ArrayList<>();
  private int sends;
  private int receives;
  private Optional<Effect> effect = Optional.empty();
  private boolean direct;
  private boolean parked;
  private boolean completed;

  LoggedOperation(
      HookEvent request, ObjectId object, StackId stack, long address, boolean mayBlock) {
    this.request = request;
    this.object = object;
    this.stack = stack;
    this.address = address;
    this.mayBlock = mayBlock;
  }

  HookEvent request() {
    return request;
  }

  ObjectId object() {
    return object;
  }

  StackId stack() {
    return stack;
  }

  long address() {
    return address;
  }

  boolean mayBlock() {
    return mayBlock;
  }

  List<SelectCase> cases() {
    return List.copyOf(cases);
  }

  /** The channel's address of a select case. */
  long channel(int index) {
    return channels.get(index);
  }

  void expect(int sendCases, int receiveCases) {
    sends = sendCases;
    receives = receiveCases;
  }

  void addCase(ObjectId channel, long channelAddress) {
    if (cases.size() < sends + receives) {
      cases.add(
          new SelectCase(
              cases.size() < sends ? SelectCase.Direction.SEND : SelectCase.Direction.RECEIVE,
              channel));
      channels.add(channelAddress);
    }
  }

  Optional<Effect> effect() {
    return effect;
  }

  void takesEffect(At at, Emission.Place place) {
    effect = Optional.of(new Effect(at, place));
  }

  /** Whether it met a partner that waited. */
  boolean isDirect() {
    return direct;
  }

  void findsPartner() {
    direct = true;
  }

  boolean isParked() {
    return parked;
  }

  void parks() {
    parked = true;
  }

  /** Whether its end is in the trace already, made by the partner. */
  boolean isCompleted() {
    return completed;
  }

  void completes() {
    completed = true;
  }

  Completion completion() {
    if (parked) {
      return Completion.BLOCKED;
    }
    return direct ? Completion.UNBLOCKING : Completion.NEITHER;
  }
}
